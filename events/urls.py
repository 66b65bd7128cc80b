"""The addresses of sessions: setting up, entering, and the results everybody reads."""

from django.urls import include, path

from events.views import (
    bridgescore,
    carrying,
    entry,
    handicaps,
    names,
    paper,
    ranking,
    relaying,
    results,
    series,
    series_edit,
    session,
    setup,
)

app_name = "events"
urlpatterns = [
    path("sessions/new/", setup.new, name="new"),
    path("sessions/new/names/", setup.name_fields, name="name-fields"),
    path("sessions/<int:session_id>/", session.overview, name="session"),
    path("sessions/<int:session_id>/names/", names.names, name="names"),
    path("sessions/<int:session_id>/handicaps/", handicaps.handicaps, name="handicaps"),
    path("sessions/<int:session_id>/paper/<str:kind>/", paper.paper, name="paper"),
    path("sessions/<int:session_id>/settings/", session.settings, name="settings"),
    path("sessions/<int:session_id>/carry-over/", carrying.carry_over, name="carry-over"),
    path("sessions/<int:session_id>/movement/", relaying.movement, name="movement"),
    path("sessions/<int:session_id>/delete/", session.delete, name="delete"),
    path("sessions/<int:session_id>/state/", session.change_state, name="state"),
    path("sessions/<int:session_id>/boards/<int:board>/", entry.board, name="board"),
    path("sessions/<int:session_id>/lines/<int:line_id>/", entry.save, name="line"),
    path("sessions/<int:session_id>/lines/<int:line_id>/reading/", entry.reading, name="reading"),
    path("sessions/<int:session_id>/ranking/", ranking.ranking, name="ranking"),
    path("sessions/<int:session_id>/travellers/", results.travellers, name="travellers"),
    path("sessions/<int:session_id>/frequencies/", results.frequencies, name="frequencies"),
    path("sessions/<int:session_id>/grid/", results.grid, name="grid"),
    path("sessions/<int:session_id>/cards/", results.cards, name="cards"),
    path("sessions/<int:session_id>/cards/<int:contestant_id>/", results.card, name="card"),
    path("sessions/<int:session_id>/bridgescore.txt", bridgescore.download, name="as-bridgescore"),
    path("series/", series.index, name="series-list"),
    path("series/new/", series_edit.new, name="series-new"),
    path("series/<int:series_id>/", series.standings, name="series"),
    path("series/<int:series_id>/edit/", series_edit.edit, name="series-edit"),
    path("series/<int:series_id>/state/", series.change_state, name="series-state"),
    path("series/<int:series_id>/delete/", series.delete, name="series-delete"),
    path("bridgescore/", bridgescore.upload, name="bridgescore"),
    path("bridgescore/keep/", bridgescore.keep, name="keep-bridgescore"),
    path("tournaments/", include("events.tournament_urls")),
]
