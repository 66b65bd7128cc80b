"""The addresses of sessions: setting up, entering, and the results everybody reads."""

from django.urls import path

from events.sessions.views.club_points import rules as points_rules
from events.sessions.views.club_points import season
from events.sessions.views.club_points import session as session_points
from events.sessions.views.desk import (
    carry_over,
    fouled_boards,
    handicaps,
    movement_change,
    names,
    overview,
    paper,
    progress,
    removal,
    sections,
    session,
    setup,
)
from events.sessions.views.matches import draw, matches, settings, teams
from events.sessions.views.matches import setup as match_setup
from events.sessions.views.results import (
    board_page,
    bridgescore,
    downloads,
    find,
    points,
    ranking,
    results,
)
from events.sessions.views.series import series, series_edit
from events.sessions.views.typing import (
    board,
    doubts,
    line_history,
    pasted_column,
    ruling,
    rulings,
    slip,
    undo,
)

_SLIP = "sessions/<int:session_id>/slips/<str:letter>/<int:round_number>/<int:table>/"

urlpatterns = [
    path("sessions/new/", setup.new, name="new"),
    path("sessions/new/names/", setup.name_fields, name="name-fields"),
    path("sessions/new/matches/", match_setup.new, name="new-matches"),
    path("sessions/<int:session_id>/", overview.overview, name="session"),
    path("sessions/<int:session_id>/names/", names.names, name="names"),
    path("sessions/<int:session_id>/handicaps/", handicaps.handicaps, name="handicaps"),
    path("sessions/<int:session_id>/paper/<str:kind>/", paper.paper, name="paper"),
    path("sessions/<int:session_id>/settings/", session.settings, name="settings"),
    path("sessions/<int:session_id>/carry-over/", carry_over.carry_over, name="carry-over"),
    path("sessions/<int:session_id>/movement/", movement_change.movement, name="movement"),
    path("sessions/<int:session_id>/sections/new/", sections.new, name="section-new"),
    path(
        "sessions/<int:session_id>/sections/<int:section_id>/remove/",
        sections.remove,
        name="section-remove",
    ),
    path("sessions/<int:session_id>/delete/", removal.session, name="delete"),
    path("sessions/<int:session_id>/state/", session.change_state, name="state"),
    path("sessions/<int:session_id>/boards/<int:board>/", board.board, name="board"),
    path("sessions/<int:session_id>/boards/<int:board>/beside/", board.beside, name="beside"),
    path("sessions/<int:session_id>/boards/<int:board>/deals/", fouled_boards.deals, name="deals"),
    path(
        "sessions/<int:session_id>/boards/<int:board>/pasted/", pasted_column.pasted, name="pasted"
    ),
    path("sessions/<int:session_id>/slips/", slip.first, name="slips"),
    path(_SLIP, slip.slip, name="slip"),
    path(f"{_SLIP}now/", slip.now, name="slip-now"),
    path(f"{_SLIP}beside/", slip.beside, name="slip-beside"),
    path(f"{_SLIP}seats/", slip.seats, name="slip-seats"),
    path("sessions/<int:session_id>/lines/<int:line_id>/", board.save, name="line"),
    path("sessions/<int:session_id>/lines/<int:line_id>/reading/", board.reading, name="reading"),
    path("sessions/<int:session_id>/lines/<int:line_id>/ruling/", ruling.ruling, name="ruling"),
    path(
        "sessions/<int:session_id>/lines/<int:line_id>/ruling/preview/",
        ruling.preview,
        name="ruling-preview",
    ),
    path(
        "sessions/<int:session_id>/lines/<int:line_id>/history/",
        line_history.line_history,
        name="line-history",
    ),
    path("sessions/<int:session_id>/monitor/", progress.monitor, name="monitor"),
    path("sessions/<int:session_id>/monitor/now/", progress.monitor_now, name="monitor-now"),
    path("sessions/<int:session_id>/missing/", progress.missing, name="missing"),
    path("sessions/<int:session_id>/missing/now/", progress.missing_now, name="missing-now"),
    path("sessions/<int:session_id>/doubts/", doubts.doubts, name="doubts"),
    path("sessions/<int:session_id>/boards/<int:board>/doubt/", doubts.settle, name="doubt"),
    path("sessions/<int:session_id>/rulings/", rulings.rulings, name="rulings"),
    path("sessions/<int:session_id>/penalties/new/", rulings.penalty, name="penalty"),
    path(
        "sessions/<int:session_id>/penalties/<int:penalty_id>/take-back/",
        rulings.take_back_penalty,
        name="take-back-penalty",
    ),
    path("sessions/<int:session_id>/undo/", undo.undo, name="undo"),
    path(
        "sessions/<int:session_id>/lines/<int:line_id>/points/<str:side>/",
        points.points,
        name="points",
    ),
    path("sessions/<int:session_id>/matches/", matches.matches, name="matches"),
    path("sessions/<int:session_id>/matches/<int:match_id>/", matches.match, name="match"),
    path(
        "sessions/<int:session_id>/matches/<int:match_id>/award/",
        teams.award,
        name="match-award",
    ),
    path("sessions/<int:session_id>/draw/", draw.draw, name="draw"),
    path("sessions/<int:session_id>/draw/settings/", settings.draw_settings, name="draw-settings"),
    path("sessions/<int:session_id>/teams/", teams.teams, name="teams"),
    path("sessions/<int:session_id>/teams/late/", teams.late, name="team-late"),
    path(
        "sessions/<int:session_id>/teams/settings/", settings.match_settings, name="match-settings"
    ),
    path("sessions/<int:session_id>/ranking/", ranking.ranking, name="ranking"),
    path("sessions/<int:session_id>/travellers/", results.travellers, name="travellers"),
    path("sessions/<int:session_id>/travellers/<int:board>/", board_page.page, name="board-page"),
    path("sessions/<int:session_id>/find/", find.find, name="find"),
    path("sessions/<int:session_id>/frequencies/", results.frequencies, name="frequencies"),
    path("sessions/<int:session_id>/grid/", results.grid, name="grid"),
    path("sessions/<int:session_id>/cards/", results.cards, name="cards"),
    path("sessions/<int:session_id>/cards/<int:contestant_id>/", results.card, name="card"),
    path("sessions/<int:session_id>/bridgescore.txt", bridgescore.download, name="as-bridgescore"),
    path("sessions/<int:session_id>/results.xlsx", downloads.workbook, name="workbook"),
    path("sessions/<int:session_id>/<str:name>.csv", downloads.csv, name="csv"),
    path(
        "sessions/<int:session_id>/club-points/",
        session_points.session_page,
        name="session-points",
    ),
    path(
        "sessions/<int:session_id>/club-points/rule/",
        session_points.choose,
        name="session-points-rule",
    ),
    path("club-points/", season.season_page, name="club-points"),
    path("club-points/rules/", points_rules.index, name="points-rules"),
    path("club-points/rules/new/", points_rules.new, name="points-rule-new"),
    path("club-points/rules/<int:rule_id>/", points_rules.edit, name="points-rule"),
    path(
        "club-points/rules/<int:rule_id>/delete/",
        points_rules.delete,
        name="points-rule-delete",
    ),
    path("club-points/season.<str:kind>", season.season_file, name="club-points-file"),
    path("series/", series.index, name="series-list"),
    path("series/new/", series_edit.new, name="series-new"),
    path("series/<int:series_id>/", series.standings, name="series"),
    path("series/<int:series_id>/edit/", series_edit.edit, name="series-edit"),
    path("series/<int:series_id>/state/", series.change_state, name="series-state"),
    path("series/<int:series_id>/delete/", removal.series, name="series-delete"),
    path("bridgescore/", bridgescore.upload, name="bridgescore"),
    path("bridgescore/keep/", bridgescore.keep, name="keep-bridgescore"),
]
