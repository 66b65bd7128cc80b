"""The addresses of hands, of files of other programs, and of the API."""

from django.urls import path

from events.exchange.views import bridgemates, hands, sending as exporting
from events.exchange.views.api import index as api, session as api_session
from events.exchange.views.importing import batch, import_session

_HANDS = "sessions/<int:session_id>/hands/"
_BRIDGEMATES = "sessions/<int:session_id>/bridgemates/"
_BRIDGEWEBS = "sessions/<int:session_id>/bridgewebs/"
_API = "api/v1/sessions/<int:session_id>"

urlpatterns = [
    path("open/import/", import_session, name="import-session"),
    path("open/many/<int:batch_id>/", batch, name="import-batch"),
    path("sessions/<int:session_id>/results.pbn", exporting.pbn, name="pbn"),
    path("sessions/<int:session_id>/results.xml", exporting.usebio, name="usebio"),
    path(_HANDS, hands.hands, name="hands"),
    path(f"{_HANDS}deal/", hands.deal, name="hands-deal"),
    path(f"{_HANDS}file/", hands.attach, name="hands-attach"),
    path(f"{_HANDS}plays/", hands.add_plays, name="hands-plays"),
    path(f"{_HANDS}open/", hands.unseal, name="hands-open"),
    path(f"{_HANDS}remove/", hands.remove, name="hands-remove"),
    path(f"{_HANDS}save/", hands.save, name="hands-save"),
    path(f"{_HANDS}records/<int:per_page>/", hands.records, name="hand-records"),
    path(f"{_HANDS}curtain-cards/", hands.curtain_cards, name="curtain-cards"),
    path(_BRIDGEMATES, bridgemates.page, name="bridgemates"),
    path(f"{_BRIDGEMATES}account/", bridgemates.account, name="bridgemates-account"),
    path(f"{_BRIDGEMATES}send/", bridgemates.send, name="bridgemates-send"),
    path(f"{_BRIDGEMATES}take/", bridgemates.take, name="bridgemates-take"),
    path(_BRIDGEWEBS, exporting.page, name="bridgewebs"),
    path(f"{_BRIDGEWEBS}account/", exporting.account, name="bridgewebs-account"),
    path(f"{_BRIDGEWEBS}send/", exporting.send, name="bridgewebs-send"),
    path("api/v1/", api.root, name="api-root"),
    path("api/v1/openapi.json", api.openapi, name="api-openapi"),
    path("api/v1/schema.json", api.schema, name="api-schema"),
    path("api/v1/sessions", api.sessions, name="api-sessions"),
    path(_API, api_session.session, name="api-session"),
    path(f"{_API}/ranking", api_session.ranking, name="api-ranking"),
    path(f"{_API}/boards", api_session.boards, name="api-boards"),
    path(f"{_API}/boards/<int:board>", api_session.board, name="api-board"),
    path(f"{_API}/pairs/<str:code>", api_session.pair, name="api-pair"),
    path(f"{_API}/export.json", api_session.export, name="api-export"),
]
