"""The addresses of the phones of a tournament."""

from django.urls import path

from events.hall.views import joining, reading, sending

urlpatterns = [
    path("h/", joining.typed_code, name="hall-typed-code"),
    path("H/", joining.typed_code),
    # Upper-case addresses make smaller QR codes.
    path("H/<str:code>/", joining.page),
    path("h/<str:code>/", joining.page, name="hall-code"),
    path("H/<str:code>/find/", joining.look),
    path("h/<str:code>/find/", joining.look, name="hall-find"),
    path("H/<str:code>/join/", joining.join),
    path("h/<str:code>/join/", joining.join, name="hall-join"),
    path("hall/now/", reading.now, name="hall-now"),
    path("hall/rounds/<int:number>/", reading.round_, name="hall-round"),
    path("hall/standings/", reading.standings, name="hall-standings"),
    path("hall/check-in/", sending.check_in, name="hall-check-in"),
    path("hall/requests/", sending.ask, name="hall-ask"),
    path("hall/requests/<int:request_id>/", sending.take_request_back, name="hall-request"),
    *(
        path(f"hall/games/<int:game_id>/{what}/", sending.game, {"what": what}, name=f"hall-{what}")
        for what in ("report", "agree", "dispute", "take-back")
    ),
    path("hall/call/", sending.call, name="hall-call"),
    path("hall/devices/<int:device_id>/allow/", sending.allow, name="hall-allow"),
    path("hall/line-up/", sending.line_up, name="hall-line-up"),
    path("hall/leave/", sending.leave, name="hall-leave"),
]
