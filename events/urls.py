"""The addresses of events, in one namespace: those of sessions, and those of tournaments."""

from django.urls import include, path

from events.both import views
from events.both.open_file import open_file
from events.exchange.views import exporting, hand_papers, hands
from events.exchange.views.batches import batch
from events.exchange.views.importing import import_session

app_name = "events"
urlpatterns = [
    path("own-club/", views.own_club, name="own-club"),
    path("past/", views.past, name="past"),
    path("deleted/", views.deleted, name="deleted"),
    path("open/", open_file, name="open-file"),
    path("open/import/", import_session, name="import-session"),
    path("open/many/<int:batch_id>/", batch, name="import-batch"),
    path("sessions/<int:session_id>/results.pbn", exporting.pbn, name="pbn"),
    path("sessions/<int:session_id>/results.xml", exporting.usebio, name="usebio"),
    path("sessions/<int:session_id>/hands/", hands.hands, name="hands"),
    path("sessions/<int:session_id>/hands/deal/", hands.deal, name="hands-deal"),
    path("sessions/<int:session_id>/hands/file/", hands.attach, name="hands-attach"),
    path("sessions/<int:session_id>/hands/open/", hands.unseal, name="hands-open"),
    path("sessions/<int:session_id>/hands/remove/", hands.remove, name="hands-remove"),
    path("sessions/<int:session_id>/hands/save/", hand_papers.save, name="hands-save"),
    path(
        "sessions/<int:session_id>/hands/records/<int:per_page>/",
        hand_papers.records,
        name="hand-records",
    ),
    path(
        "sessions/<int:session_id>/hands/curtain-cards/",
        hand_papers.curtain_cards,
        name="curtain-cards",
    ),
    # Before the sessions: the cards of the tables are a kind of paper.
    path("", include("events.tables.desk_urls")),
    path("", include("events.sessions.urls")),
    path("", include("events.tables.urls")),
    path("tournaments/", include("events.tournaments.urls")),
]
