"""The addresses of sessions: setting up, entering, and the results everybody reads."""

from django.urls import path

from events.views import bridgescore, entry, names, paper, relaying, results, session, setup

app_name = "events"
urlpatterns = [
    path("sessions/new/", setup.new, name="new"),
    path("sessions/new/names/", setup.name_fields, name="name-fields"),
    path("sessions/<int:session_id>/", session.overview, name="session"),
    path("sessions/<int:session_id>/names/", names.names, name="names"),
    path("sessions/<int:session_id>/paper/<str:kind>/", paper.paper, name="paper"),
    path("sessions/<int:session_id>/settings/", session.settings, name="settings"),
    path("sessions/<int:session_id>/movement/", relaying.movement, name="movement"),
    path("sessions/<int:session_id>/delete/", session.delete, name="delete"),
    path("sessions/<int:session_id>/state/", session.change_state, name="state"),
    path("sessions/<int:session_id>/boards/<int:board>/", entry.board, name="board"),
    path("sessions/<int:session_id>/lines/<int:line_id>/", entry.save, name="line"),
    path("sessions/<int:session_id>/lines/<int:line_id>/reading/", entry.reading, name="reading"),
    path("sessions/<int:session_id>/ranking/", results.ranking, name="ranking"),
    path("sessions/<int:session_id>/travellers/", results.travellers, name="travellers"),
    path("sessions/<int:session_id>/frequencies/", results.frequencies, name="frequencies"),
    path("sessions/<int:session_id>/grid/", results.grid, name="grid"),
    path("sessions/<int:session_id>/cards/", results.cards, name="cards"),
    path("sessions/<int:session_id>/cards/<int:contestant_id>/", results.card, name="card"),
    path("sessions/<int:session_id>/bridgescore.txt", bridgescore.download, name="as-bridgescore"),
    path("bridgescore/", bridgescore.upload, name="bridgescore"),
    path("bridgescore/keep/", bridgescore.keep, name="keep-bridgescore"),
]
