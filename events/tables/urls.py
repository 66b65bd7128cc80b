"""The addresses of the tables' phones."""

from django.urls import path

from events.tables.views import device as join, play, reading, sending

_LINE = "play/lines/<int:line_id>/"

urlpatterns = [
    path("T/", join.type_code),
    path("t/", join.type_code, name="table-code"),
    # Upper-case addresses make smaller QR codes.
    path("T/<str:code>/", join.table),
    path("t/<str:code>/", join.table, name="table"),
    path("T/<str:code>/join/", join.join),
    path("t/<str:code>/join/", join.join, name="table-join"),
    path("play/", play.play, name="play"),
    path("play/now/", play.now, name="play-now"),
    path(_LINE, sending.line, name="play-line"),
    *(
        path(f"{_LINE}{what}/", sending.line, {"what": what}, name=f"play-{what}")
        for what in ("confirm", "object", "seats", "exchange", "change", "claim")
    ),
    path("play/boards/<int:board>/", reading.board, name="play-board"),
    path("play/card/", reading.card, name="play-card"),
    path("play/standings/", reading.standings, name="play-standings"),
    path("play/names/", sending.names, name="play-names"),
    path("play/call/", sending.call, name="play-call"),
    path("play/round/", sending.at_round, name="play-round"),
    path("play/claims/<int:claim_id>/", sending.claim, name="play-claim-answer"),
    path("play/devices/<int:device_id>/allow/", sending.allow, name="play-allow"),
    path("play/leave/", sending.leave, name="play-leave"),
    path("play/kind/", sending.kind, name="play-kind"),
]
