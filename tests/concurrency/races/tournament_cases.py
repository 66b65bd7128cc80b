"""Plans for the services of a tournament."""

import datetime
from dataclasses import replace

from django.utils import timezone

from clubscore.models import Job
from events.models import RoundResult, Tournament
from events.tournaments.core import services as tournaments
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code, Outcome
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.core.selectors.entries import registration_of
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.desk import services as removal
from events.tournaments.entries.services import entries, numbering, registration as member_import
from events.tournaments.fide import services as fide_mode
from events.tournaments.fide.selectors import IMPORT_CHECK
from events.tournaments.files.selectors import state_of
from events.tournaments.files.services import updating
from events.tournaments.pairing import services as lot
from events.tournaments.ratings import services as tournament_ratings
from events.tournaments.rounds.services import line_ups, pairings as pairing, results
from events.tournaments.teams import services as team_matches
from players.domain.members.choices import Choice, Choices
from players.domain.members.matching import Action
from players.domain.names import read_name
from players.models import LookupList
from tests.concurrency.races.cases import case, cup, entry, game, of_tournament, player
from tests.concurrency.races.lists import read_list
from tests.concurrency.races.world import actor

# --- tournaments ----------------------------------------------------------------------------------


def _of_cup(name: str, /, **more: object) -> dict[str, object]:
    return {"tournament": cup(name), "by": actor(), **more}


def _result(name: str, text: str, board: int = 2) -> dict[str, object]:
    here = game(name, board)
    return _of_cup(name, game_id=here.pk, version=here.version, text=text)


def _correction(name: str) -> dict[str, object]:
    here = game(name)
    return _of_cup(
        name, game_id=here.pk, version=here.version, outcome=Outcome.DRAWN, swap=True, reason="slip"
    )


of_tournament("game", results.enter_result, lambda name: _result(name, "1"))
of_tournament("same game", results.enter_result, lambda name: _result(name, "0"))
of_tournament("correction", results.correct_result, _correction, titles=("Cup",))
of_tournament(
    "play-off",
    results.decide_play_off,
    lambda name: _of_cup(name, game_id=game(name).pk, side=1),
    titles=("Cup",),
)


def _in_fide_mode(name: str) -> None:
    Tournament.objects.filter(name=name).update(fide_mode=True)
    answer = {"breaches": [[1, "1-3 => 1-2"]]}
    Job.objects.get_or_create(
        kind=IMPORT_CHECK,
        subject=str(cup(name).pk),
        defaults={"state": Job.State.DONE, "asked_at": timezone.now(), "answer": answer},
    )


of_tournament(
    "leave FIDE mode",
    fide_mode.leave_fide_mode,
    lambda name: _of_cup(name, reason="for fun"),
    titles=("Cup",),
    prepared=_in_fide_mode,
)
of_tournament(
    "accept an import", fide_mode.accept_import, _of_cup, titles=("Cup",), prepared=_in_fide_mode
)
of_tournament(
    "adjourn games",
    results.adjourn_missing,
    lambda name: _of_cup(name, number=2),
    titles=("Cup",),
    prepared=_in_fide_mode,
)
of_tournament("all rounds", pairing.pair_all_rounds, _of_cup, titles=("Cup",))
of_tournament(
    "dates of rounds",
    tournaments.date_rounds,
    lambda name: _of_cup(name, dates={1: datetime.date(2026, 3, 6), 2: None}),
    titles=("Cup",),
)
of_tournament(
    "line-ups",
    team_matches.set_line_ups,
    lambda name: _of_cup(name, round_number=3, line_ups={}),
    titles=("Cup",),
)
of_tournament(
    "line-ups of a round",
    line_ups.seat_line_ups,
    lambda name: {"round": cup(name).rounds.get(number=3), "line_ups": {}, "by": actor()},
    titles=("Cup",),
)
of_tournament("colours", results.swap_colours, lambda name: _of_cup(name, game_id=game(name).pk))


def _file_again(name: str) -> dict[str, object]:
    """The tournament's own file, with another city."""
    # First what was seen: what is changed meanwhile is then refused, and not undone by the file.
    seen = state_of(cup(name))
    changed = replace(tournament_value(cup(name)), city="Elsewhere")
    return _of_cup(name, value=changed, seen=seen)


of_tournament("file again", updating.update_from_file, _file_again, titles=("Cup",))


@case("bye", results.enter_bye, "Cup")
def _bye() -> dict[str, object]:
    bye = RoundResult.objects.get(round__tournament__name="Cup", game=None)
    return _of_cup("Cup", result_id=bye.pk, text="h", was=bye.bye)


@case("undo a game", results.undo_result, "Cup")
def _undo_game() -> dict[str, object]:
    last = results.last_result(cup("Cup"))
    assert last
    return _of_cup("Cup", log_id=last.pk)


def _round(name: str, number: int) -> dict[str, object]:
    here = cup(name).rounds.get(number=number)
    pairings = Pairings(((1, 2), (4, 3)) if number == 1 else ((1, 3), (2, 4)), ())
    return {"round": here, "pairings": pairings, "by": actor()}


of_tournament("pair again", pairing.set_pairings, lambda name: _round(name, 1))
of_tournament("pair", pairing.set_pairings, lambda name: _round(name, 2))
of_tournament(
    "pair and date",
    pairing.set_round,
    lambda name: _round(name, 2) | {"date": datetime.date(2026, 3, 7)},
)


def _asked_byes(name: str) -> dict[str, object]:
    here = cup(name).rounds.get(number=2)
    return {"round": here, "byes": [(1, Code.HALF_BYE)], "by": actor()}


of_tournament("asked byes", pairing.keep_asked_byes, _asked_byes)
of_tournament("lot", lot.draw_lot, _of_cup)
of_tournament(
    "team matches",
    team_matches.set_team_matches,
    lambda name: _of_cup(name, rules=TeamRules(boards=2, colours="WB")),
)


def _first_round(name: str) -> dict[str, object]:
    return {"round": cup(name).rounds.get(number=1), "by": actor()}


of_tournament("publish a round", pairing.publish_round, _first_round)
of_tournament("withdraw a round", pairing.withdraw_round, _first_round)


def _dated(name: str) -> dict[str, object]:
    here = cup(name).rounds.get(number=1)
    return {"round": here, "date": datetime.date(2026, 3, 6), "by": actor()}


def _details(name: str, **values: object) -> dict[str, object]:
    own = cup(name)
    for field, value in values.items():
        setattr(own, field, value)
    return {"tournament": own, "fields": list(values), "by": actor()}


of_tournament("date a round", tournaments.date_round, _dated)
of_tournament("city", tournaments.change_details, lambda name: _details(name, city="Ely"))
of_tournament(
    "fewer rounds", tournaments.change_details, lambda name: _details(name, rounds_planned=1)
)
of_tournament("finish a tournament", tournaments.finish_tournament, _of_cup)
of_tournament("reopen a tournament", tournaments.reopen_tournament, _of_cup)
of_tournament("publish a tournament", tournaments.publish_tournament, _of_cup)
of_tournament("withdraw a tournament", tournaments.withdraw_tournament, _of_cup)
of_tournament(
    "delete a tournament",
    removal.delete_tournament,
    lambda name: {"tournament": cup(name), "by": actor()},
)
case("create a tournament", tournaments.create_tournament, "slugs")(
    lambda: {"name": "Brand new", "by": actor()}
)


def _entry(name: str, number: int, /, **values: object) -> dict[str, object]:
    own = entry(name, number)
    for field, value in values.items():
        setattr(own, field, value)
    return {"entry": own, "fields": list(values), "by": actor()}


def _of_entry(name: str, number: int, /, **more: object) -> dict[str, object]:
    return {"entry": entry(name, number), "by": actor(), **more}


def _team(name: str, number: int, team: str) -> dict[str, object]:
    return _of_entry(name, number, fields=(), team_name=team)


of_tournament(
    "new entry",
    entries.add_names,
    lambda name: _of_cup(name, names=[read_name("Brand New")]),
    "register",
)
of_tournament(
    "known entry",
    entries.add_players,
    lambda name: _of_cup(name, players=[player("F")]),
    "register",
)
of_tournament(
    "a list of members",
    member_import.enter_members,
    lambda name: _of_cup(
        name,
        members=read_list(registration_of(cup(name))),
        choices=Choices(kinds={Action.ASK: Choice.UPDATE}),
    ),
    "register",
    "clubs",
)
of_tournament("change an entry", entries.change_entry, lambda name: _entry(name, 1, rating=2100))
of_tournament(
    "K of the players",
    tournament_ratings.set_factors,
    lambda name: _of_cup(name, factors={1: 40, 2: 10}),
)
of_tournament(
    "ratings of a list",
    tournament_ratings.update_entries,
    lambda name: _of_cup(
        name,
        listing=LookupList.objects.get(name="Old list"),
        entries=[_entry(name, 1, rating=2100)["entry"].pk],
    ),
)
of_tournament("number an entry", entries.change_entry, lambda name: _entry(name, 5, number=9))
of_tournament("remove an entry", entries.remove_entry, lambda name: _of_entry(name, 5))
of_tournament(
    "withdraw an entry", entries.withdraw_entry, lambda name: _of_entry(name, 4, after_round=1)
)
of_tournament("number all", numbering.number_entries, _of_cup)
of_tournament(
    "join a team",
    entries.change_entry,
    lambda name: _of_entry(name, 2, fields=(), team_name="Rooks"),
)
of_tournament(
    "leave a team", entries.change_entry, lambda name: _of_entry(name, 1, fields=(), team_name="")
)
of_tournament(
    "register an entry",
    member_import.register_entry,
    lambda name: _of_entry(name, 3, registered=True, absent_rounds=[2], group="2:"),
)
of_tournament(
    "newcomer",
    member_import.register_newcomer,
    lambda name: _of_cup(name, name=read_name("Brand New")),
    "register",
)
of_tournament("close registration", member_import.close_registration, _of_cup)
of_tournament("register everybody", member_import.register_all, _of_cup)
of_tournament("reopen registration", member_import.reopen_registration, _of_cup)
