"""The addresses of round-by-round tournaments, below ``tournaments/``."""

from django.urls import path

from events.tournaments.core.views import tournaments as listing
from events.tournaments.desk.views import overview, setup
from events.tournaments.entries.views import players, registration
from events.tournaments.fide import views as fide
from events.tournaments.files import views as krause
from events.tournaments.norms import views as norms
from events.tournaments.prizes import views as prizes
from events.tournaments.ratings import views as ratings
from events.tournaments.report import views as reporting
from events.tournaments.results.views import downloads, find, results
from events.tournaments.rounds.views import line_ups, proposal as judging, rounds, sheets, typing
from events.tournaments.standings import views as places
from events.tournaments.teams import views as team_matches

urlpatterns = [
    path("", listing.index, name="tournaments"),
    path("new/", setup.new, name="new-tournament"),
    path("import/", krause.look, name="import-tournament"),
    path("import/keep/", krause.keep, name="keep-tournament"),
    path("<slug:slug>/", overview.overview, name="tournament"),
    path("<slug:slug>/paper/", overview.paper, name="tournament-paper"),
    path("<slug:slug>/trf/", krause.export, name="tournament-trf"),
    path("<slug:slug>/settings/", setup.settings, name="tournament-settings"),
    path("<slug:slug>/delete/", setup.delete, name="tournament-delete"),
    path("<slug:slug>/state/", overview.change_state, name="tournament-state"),
    path("<slug:slug>/log/", overview.log, name="tournament-log"),
    path("<slug:slug>/fide/", fide.fide, name="tournament-fide"),
    path("<slug:slug>/fide/accept/", fide.accept, name="tournament-accept-import"),
    path("<slug:slug>/fide/leave/", fide.leave, name="tournament-leave-fide"),
    path("<slug:slug>/fide/report/", reporting.report, name="tournament-report"),
    path("<slug:slug>/fide/report/trf/", reporting.download, name="tournament-report-file"),
    path("<slug:slug>/fide/norms/", norms.norms, name="tournament-norms"),
    path("<slug:slug>/fide/norms/report/", norms.tournament_report, name="tournament-norms-report"),
    path("<slug:slug>/fide/norms/<int:number>/", norms.player, name="tournament-norms-player"),
    path(
        "<slug:slug>/fide/norms/<int:number>/<str:title>/",
        norms.certificate,
        name="tournament-norms-certificate",
    ),
    path("<slug:slug>/prizes/", prizes.prizes, name="tournament-prizes"),
    path("<slug:slug>/prizes/edit/", prizes.edit, name="tournament-prizes-edit"),
    path("<slug:slug>/undo/", typing.undo, name="tournament-undo"),
    path("<slug:slug>/players/", players.players, name="tournament-players"),
    path("<slug:slug>/players/add/", players.add, name="tournament-add"),
    path("<slug:slug>/players/number/", players.number, name="tournament-number"),
    path("<slug:slug>/players/<int:number>/", results.player, name="tournament-player"),
    path("<slug:slug>/entries/<int:entry_id>/", players.entry, name="tournament-entry"),
    path("<slug:slug>/entries/<int:entry_id>/remove/", players.remove, name="tournament-remove"),
    path(
        "<slug:slug>/entries/<int:entry_id>/withdraw/", players.withdraw, name="tournament-withdraw"
    ),
    path("<slug:slug>/registration/", registration.desk, name="tournament-registration"),
    path("<slug:slug>/registration/add/", registration.add, name="tournament-register"),
    path("<slug:slug>/registration/import/", registration.import_file, name="tournament-import"),
    path("<slug:slug>/registration/close/", registration.close, name="tournament-close"),
    path(
        "<slug:slug>/registration/all/", registration.register_all, name="tournament-register-all"
    ),
    path("<slug:slug>/registration/reopen/", registration.reopen, name="tournament-reopen"),
    path(
        "<slug:slug>/registration/<int:entry_id>/", registration.change, name="tournament-desk-row"
    ),
    path("<slug:slug>/rounds/", rounds.current, name="tournament-rounds"),
    path("<slug:slug>/rounds/all/", rounds.pair_all, name="tournament-pair-all"),
    path("<slug:slug>/rounds/dates/", rounds.dates, name="tournament-dates"),
    path("<slug:slug>/rounds/<int:number>/", rounds.page, name="tournament-round"),
    path("<slug:slug>/rounds/<int:number>/pairings/", rounds.pairings, name="tournament-pairings"),
    path("<slug:slug>/rounds/<int:number>/pairings/judge/", judging.judge, name="tournament-judge"),
    path("<slug:slug>/rounds/<int:number>/proposal/", judging.proposal, name="tournament-proposal"),
    path(
        "<slug:slug>/rounds/<int:number>/proposal/stop/",
        judging.stop,
        name="tournament-proposal-stop",
    ),
    path(
        "<slug:slug>/rounds/<int:number>/publish/", rounds.publish, name="tournament-publish-round"
    ),
    path(
        "<slug:slug>/rounds/<int:number>/line-ups/", line_ups.line_ups, name="tournament-line-ups"
    ),
    path("<slug:slug>/rounds/<int:number>/sheet/", sheets.by_name, name="tournament-sheet"),
    path("<slug:slug>/rounds/<int:number>/slips/", sheets.slips, name="tournament-slips"),
    path(
        "<slug:slug>/rounds/<int:number>/games/<int:game_id>/",
        typing.save_game,
        name="tournament-game",
    ),
    path(
        "<slug:slug>/rounds/<int:number>/games/<int:game_id>/reading/",
        typing.read_game,
        name="tournament-game-reading",
    ),
    path(
        "<slug:slug>/rounds/<int:number>/games/<int:game_id>/correct/",
        typing.correct,
        name="tournament-correct",
    ),
    path(
        "<slug:slug>/rounds/<int:number>/games/<int:game_id>/play-off/",
        typing.play_off,
        name="tournament-play-off",
    ),
    path(
        "<slug:slug>/rounds/<int:number>/byes/<int:result_id>/",
        typing.save_bye,
        name="tournament-bye",
    ),
    path(
        "<slug:slug>/rounds/<int:number>/byes/<int:result_id>/reading/",
        typing.read_bye_line,
        name="tournament-bye-reading",
    ),
    path("<slug:slug>/standings/", results.standings, name="tournament-standings"),
    path(
        "<slug:slug>/standings/<int:through>/", results.standings, name="tournament-standings-after"
    ),
    path(
        "<slug:slug>/standings/<int:through>/<int:number>/<slug:code>/",
        results.tie_break,
        name="tournament-tie-break",
    ),
    path("<slug:slug>/results.xlsx", downloads.workbook, name="tournament-workbook"),
    path("<slug:slug>/<str:name>.csv", downloads.csv, name="tournament-csv"),
    path("<slug:slug>/crosstable/", results.crosstable, name="tournament-crosstable"),
    path("<slug:slug>/ratings/", ratings.ratings, name="tournament-ratings"),
    path("<slug:slug>/ratings/k/", ratings.factors, name="tournament-ratings-k"),
    path("<slug:slug>/ratings/update/", ratings.update, name="tournament-ratings-update"),
    path("<slug:slug>/places/", places.places, name="tournament-places"),
    path("<slug:slug>/find/", find.find, name="tournament-find"),
    path("<slug:slug>/teams/", results.teams, name="tournament-teams"),
    path("<slug:slug>/teams/matches/", team_matches.team_matches, name="tournament-team-matches"),
]
