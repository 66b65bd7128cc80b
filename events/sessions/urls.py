"""The addresses of sessions: setting up, entering, and the results everybody reads."""

from django.urls import path

from events.sessions.bridgescore import views as bridgescore
from events.sessions.club_points import views as session_points
from events.sessions.desk.views import finishing, names, overview, paper, progress, setup
from events.sessions.doubts import views as doubts
from events.sessions.matches.views import draw, matches, setup as match_setup
from events.sessions.results.views import (
    boards as points,
    cards as find,
    downloads,
    line_page,
    ranking,
    results,
)
from events.sessions.rulings.views import fouled_boards, rulings as ruling
from events.sessions.series import views as carry_over
from events.sessions.typing.views import board, history as line_history, pasted_column, slip

_SLIP = "sessions/<int:session_id>/slips/<str:letter>/<int:round_number>/<int:table>/"

urlpatterns = [
    path("sessions/new/", setup.new_session, name="new"),
    path("sessions/new/names/", setup.name_fields, name="name-fields"),
    path("sessions/new/matches/", match_setup.new, name="new-matches"),
    path("sessions/<int:session_id>/", overview.overview, name="session"),
    path("sessions/<int:session_id>/names/", names.names, name="names"),
    path("sessions/<int:session_id>/handicaps/", names.handicaps, name="handicaps"),
    path("sessions/<int:session_id>/strata/", names.strata, name="strata"),
    path("sessions/<int:session_id>/paper/", paper.index, name="papers"),
    path("sessions/<int:session_id>/paper/<str:kind>/", paper.paper, name="paper"),
    path("sessions/<int:session_id>/settings/", setup.settings, name="settings"),
    path("sessions/<int:session_id>/carry-over/", carry_over.carry_over, name="carry-over"),
    path("sessions/<int:session_id>/movement/", setup.movement, name="movement"),
    path("sessions/<int:session_id>/sections/new/", setup.new, name="section-new"),
    path(
        "sessions/<int:session_id>/sections/<int:section_id>/remove/",
        setup.remove,
        name="section-remove",
    ),
    path("sessions/<int:session_id>/delete/", setup.session, name="delete"),
    path("sessions/<int:session_id>/state/", finishing.change_state, name="state"),
    path("sessions/<int:session_id>/finish/", finishing.finish, name="finish"),
    path("sessions/<int:session_id>/boards/", board.boards, name="boards"),
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
    path("sessions/<int:session_id>/rulings/", ruling.rulings, name="rulings"),
    path("sessions/<int:session_id>/penalties/new/", ruling.penalty, name="penalty"),
    path(
        "sessions/<int:session_id>/penalties/<int:penalty_id>/take-back/",
        ruling.take_back_penalty,
        name="take-back-penalty",
    ),
    path("sessions/<int:session_id>/undo/", line_history.undo, name="undo"),
    path(
        "sessions/<int:session_id>/lines/<int:line_id>/points/<str:side>/",
        points.points,
        name="points",
    ),
    path("sessions/<int:session_id>/matches/", matches.matches, name="matches"),
    path("sessions/<int:session_id>/matches/<int:match_id>/", matches.match, name="match"),
    path(
        "sessions/<int:session_id>/matches/<int:match_id>/award/",
        match_setup.award,
        name="match-award",
    ),
    path("sessions/<int:session_id>/draw/", draw.draw, name="draw"),
    path(
        "sessions/<int:session_id>/draw/settings/", match_setup.draw_settings, name="draw-settings"
    ),
    path("sessions/<int:session_id>/teams/", match_setup.teams, name="teams"),
    path("sessions/<int:session_id>/teams/late/", match_setup.late, name="team-late"),
    path(
        "sessions/<int:session_id>/teams/settings/",
        match_setup.match_settings,
        name="match-settings",
    ),
    path("sessions/<int:session_id>/ranking/", ranking.ranking, name="ranking"),
    path("sessions/<int:session_id>/travellers/", results.travellers, name="travellers"),
    path("sessions/<int:session_id>/travellers/<int:board>/", points.page, name="board-page"),
    path(
        "sessions/<int:session_id>/travellers/<int:board>/<int:line_id>/",
        line_page.page,
        name="line-page",
    ),
    path("sessions/<int:session_id>/find/", find.find, name="find"),
    path("sessions/<int:session_id>/frequencies/", results.frequencies, name="frequencies"),
    path("sessions/<int:session_id>/grid/", results.grid, name="grid"),
    path("sessions/<int:session_id>/cards/", results.cards, name="cards"),
    path("sessions/<int:session_id>/cards/<int:contestant_id>/", results.card, name="card"),
    path("sessions/<int:session_id>/bridgescore.txt", bridgescore.download, name="as-bridgescore"),
    path("sessions/<int:session_id>/results.xlsx", downloads.workbook, name="workbook"),
    path("sessions/<int:session_id>/<str:name>.csv", downloads.csv, name="csv"),
    path(
        "sessions/<int:session_id>/club-points/", session_points.session_page, name="session-points"
    ),
    path(
        "sessions/<int:session_id>/club-points/rule/",
        session_points.choose,
        name="session-points-rule",
    ),
    path("club-points/", session_points.season_page, name="club-points"),
    path("club-points/rules/", session_points.index, name="points-rules"),
    path("club-points/rules/new/", session_points.new, name="points-rule-new"),
    path("club-points/rules/<int:rule_id>/", session_points.edit, name="points-rule"),
    path(
        "club-points/rules/<int:rule_id>/delete/", session_points.delete, name="points-rule-delete"
    ),
    path("club-points/season.<str:kind>", session_points.season_file, name="club-points-file"),
    path("series/", carry_over.index, name="series-list"),
    path("series/new/", carry_over.new, name="series-new"),
    path("series/<int:series_id>/", carry_over.standings, name="series"),
    path("series/<int:series_id>/edit/", carry_over.edit, name="series-edit"),
    path("series/<int:series_id>/state/", carry_over.change_state, name="series-state"),
    path("series/<int:series_id>/delete/", setup.series, name="series-delete"),
    path("bridgescore/", bridgescore.upload, name="bridgescore"),
    path("bridgescore/keep/", bridgescore.keep, name="keep-bridgescore"),
]
