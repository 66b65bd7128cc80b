"""Reading a tournament as a value of the domain, in a constant number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from clubscore.database.prepared import Prepared
from clubscore.text.numbers import whole_number
from events.models import (
    Entry,
    Game,
    LineUpSeat,
    Team as StoredTeam,
    TeamApart,
    TeamBye as StoredTeamBye,
    TeamForfeit as StoredTeamForfeit,
    Tournament as StoredTournament,
)
from events.tournaments.core.domain.go_settings import GoRules
from events.tournaments.core.domain.results import Code, Colour, Outcome, Result
from events.tournaments.core.domain.team_facts import LineUp, TeamBye, TeamFacts, TeamForfeit
from events.tournaments.core.domain.tournament import (
    Entrant,
    Forbidden,
    PreservedLine,
    Team,
    Tournament,
    Wish,
    team_numbers,
)
from events.tournaments.core.selectors.rounds import visible_results

_CODES = {outcome.value: (outcome.first, outcome.second) for outcome in Outcome}
"""Both sides' codes of an outcome: looked up thousands of times for a large tournament."""

MAX_NAME = 200
"""Characters of the name of a tournament that is stored."""


class Side(NamedTuple):
    """A stored round result: of whom, in which round, and the game it is a side of, if any."""

    entry: int
    round: int
    game: int | None
    side: int | None
    bye: str
    outcome: str
    colours_known: bool
    handicap: int | None
    doubled_komi: int | None
    play_off: int | None


def tournament_value(tournament: StoredTournament) -> Tournament:
    """The tournament with every entry that has a starting number, and all results that its reader
    may see.

    Somebody without a starting number takes no part yet.
    """
    entries = [entry for entry in tournament.entries.all() if entry.number is not None]
    dates = list(tournament.rounds.order_by("number").values_list("date", flat=True))
    known = tuple(date for date in dates if date)
    results = _results(entries, _sides(tournament), tournament.rounds_planned)
    teams = _teams(tournament.pk, entries)
    return Tournament(
        name=tournament.name,
        start=tournament.start,
        finish=tournament.finish,
        city=tournament.city,
        federation=tournament.federation,
        kind=tournament.kind,
        time_control=tournament.time_control,
        chief_arbiter=tournament.chief_arbiter,
        deputies=tuple(tournament.deputies),
        rounds=tournament.rounds_planned,
        # The dates are given by round number: with one missing, the others would slip to wrong
        # rounds.
        round_dates=known if len(known) == len(dates) else (),
        entrants=tuple(replace(entrant_of(entry), results=results[entry.pk]) for entry in entries),
        teams=tuple(teams.values()),
        system=tournament.system,
        tie_breaks=tuple(tournament.tie_breaks),
        forbidden=tuple(
            Forbidden(**(each | {"numbers": tuple(each["numbers"])}))
            for each in tournament.forbidden
        ),
        preserved=tuple(PreservedLine(**record) for record in tournament.kept_records),
        go=_go_rules(tournament),
        wishes=tuple(Wish(tuple(wish["numbers"]), wish["prefer"]) for wish in tournament.wishes),
        same_club=tournament.same_club,
        same_federation=tournament.same_federation,
        lot=Colour(tournament.lot) if tournament.lot else None,
        virtual_points=tournament.virtual_points_of_numbers,
        is_accelerated=tournament.accelerated,
        awards=tournament.awards_of_numbers,
        rating_method=tournament.rating_method,
        unrated_as=tournament.unrated_as,
        ratings_of_round=tournament.ratings_of_round,
        keizer=tournament.keizer_rules,
        has_third_place=tournament.has_third_place,
        **_of_teams(tournament, teams, entries),
    )


def _go_rules(tournament: StoredTournament) -> GoRules | None:
    if not tournament.has_grades:
        return None
    return tournament.go_rules(kind=tournament.kind, tie_breaks=tournament.tie_breaks)


def entrant_of(entry: Entry) -> Entrant:
    """An entry as a value, without its results. It has a starting number."""
    if entry.number is None:
        raise ValueError(f"{entry} has no starting number")
    return Entrant(
        number=entry.number,
        family=entry.family,
        given=entry.given,
        sex=entry.sex,
        title=entry.title,
        rating=entry.rating,
        federation=entry.federation,
        identity=entry.identity,
        egd_pin=entry.egd_pin,
        born=entry.born,
        rank=entry.file_rank,
        grade=entry.grade,
        club=entry.club,
        correction=entry.start_correction,
        absent=tuple(entry.absent_rounds),
        left_after=entry.withdrawn_after,
        fide_rating=entry.fide_rating,
        national_rating=entry.national_rating,
        external=entry.external,
        later_ratings=tuple(
            sorted(
                (whole_number(round_) or 0, each) for round_, each in entry.later_ratings.items()
            )
        ),
    )


def _sides(tournament: StoredTournament) -> list[Side]:
    rows = visible_results(tournament).values_list(
        "entry_id",
        "round__number",
        "game_id",
        "side",
        "bye",
        "game__outcome",
        "game__colours_known",
        "game__handicap",
        "game__doubled_komi",
        "game__play_off",
    )
    # Tuples in no order: making and sorting objects would be most of the time of a large one.
    return list(map(Side._make, rows.order_by()))


def _results(
    entries: Iterable[Entry], sides: Iterable[Side], rounds: int
) -> dict[int, tuple[Result | None, ...]]:
    """The results of every entry, by its id, ``None`` for a round that it has none of."""
    numbers = {entry.pk: entry.number for entry in entries}
    sides = [side for side in sides if side.entry in numbers]
    opponents = {(side.game, side.side): numbers[side.entry] for side in sides}
    found: dict[int, list[Result | None]] = {pk: [None] * rounds for pk in numbers}
    for side in sides:
        if side.game is None:
            result = Result(None, None, Code(side.bye))
        else:
            is_first = side.side == Game.FIRST
            colour = Colour.WHITE if is_first else Colour.BLACK
            result = Result(
                opponent=opponents[side.game, Game.SECOND if is_first else Game.FIRST],
                colour=colour if side.colours_known else None,
                code=_CODES[side.outcome][0 if is_first else 1],
                handicap=side.handicap or 0,
                komi=None if side.doubled_komi is None else Fraction(side.doubled_komi, 2),
                goes_on=side.play_off is not None and side.play_off == side.side,
                is_adjourned=side.outcome == Outcome.ADJOURNED,
            )
        found[side.entry][side.round - 1] = result
    return {pk: tuple(results) for pk, results in found.items()}


def _teams(tournament_id: int, entries: Iterable[Entry]) -> dict[int, Team]:
    """The teams by their ids."""
    members: dict[int, list[tuple[int, int]]] = {}
    for entry in entries:
        if entry.team_id is not None:
            place = (entry.team_place or 0, entry.number or 0)
            members.setdefault(entry.team_id, []).append(place)
    rows = StoredTeam.objects.filter(tournament=tournament_id).order_by("pk")
    columns = rows.values_list("pk", "name", "number", "short", "strength")
    teams = {}
    for pk, name, number, short, strength in columns:
        numbers = tuple(member for _, member in sorted(members.get(pk, [])))
        teams[pk] = Team(name, numbers, number, short, strength)
    return teams


def _of_teams(
    tournament: StoredTournament, teams: Mapping[int, Team], entries: Iterable[Entry]
) -> dict[str, Any]:
    """What is said about the teams beside the games."""
    facts = TeamFacts(
        rules=tournament.team_rules,
        type_code=tournament.team_type_code,
        tie_breaks=tuple(tournament.team_tie_breaks),
    )
    if not teams:
        return {"team_facts": facts}
    numbers = dict(zip(teams, team_numbers(teams.values()), strict=True))
    players = {entry.pk: entry.number or 0 for entry in entries}
    facts = replace(
        facts,
        byes=_team_byes(numbers),
        forfeits=_team_forfeits(numbers),
        line_ups=_line_ups(numbers, players),
    )
    return {"team_facts": facts, "forbidden_teams": _forbidden_teams(tournament, numbers)}


def _team_byes(numbers: Mapping[int, int]) -> tuple[TeamBye, ...]:
    rows = StoredTeamBye.objects.filter(team__in=numbers).order_by()
    byes = [
        TeamBye(round_, numbers[team], Code(code))
        for round_, team, code in rows.values_list("round", "team_id", "code")
    ]
    return tuple(sorted(byes, key=lambda bye: (bye.round, bye.team)))


def _team_forfeits(numbers: Mapping[int, int]) -> tuple[TeamForfeit, ...]:
    rows = StoredTeamForfeit.objects.filter(white__in=numbers).order_by()
    forfeits = [
        TeamForfeit(round_, numbers[white], numbers[black], (Code(score[0]), Code(score[1])))
        for round_, white, black, score in rows.values_list(
            "round", "white_id", "black_id", "score"
        )
    ]
    return tuple(sorted(forfeits, key=lambda forfeit: (forfeit.round, forfeit.white)))


def _line_ups(numbers: Mapping[int, int], players: Mapping[int, int]) -> tuple[LineUp, ...]:
    seats: dict[tuple[int, int], dict[int, int]] = {}
    rows = LineUpSeat.objects.filter(team__in=numbers).order_by()
    for team, round_, board, entry in rows.values_list("team_id", "round", "board", "entry_id"):
        seats.setdefault((round_, numbers[team]), {})[board] = players.get(entry or 0, 0)
    return tuple(
        LineUp(*key, tuple(here.get(board, 0) for board in range(1, max(here) + 1)))
        for key, here in sorted(seats.items())
    )


def _forbidden_teams(
    tournament: StoredTournament, numbers: Mapping[int, int]
) -> tuple[Forbidden, ...]:
    found: dict[int, Forbidden] = {}
    rows = TeamApart.objects.filter(apart__tournament=tournament).order_by("apart", "pk")
    for apart, team, first, last in rows.values_list(
        "apart_id", "team_id", "apart__first_round", "apart__last_round"
    ):
        before = found.get(apart, Forbidden((), first, last))
        found[apart] = replace(before, numbers=(*before.numbers, numbers[team]))
    return tuple(forbidden for forbidden in found.values() if len(forbidden.numbers) > 1)


def stored_tournament(pk: int) -> StoredTournament:
    """A tournament as it is stored, whatever a form has put into another copy of it."""
    return StoredTournament.objects.get(pk=pk)


_AT = Prepared(lambda slug: StoredTournament.objects.filter(slug=slug))


def tournament_at(slug: str) -> StoredTournament | None:
    """The tournament whose pages have this address; ``None`` where there is none."""
    return _AT.first(slug)


def twin(value: Tournament) -> StoredTournament | None:
    """A stored tournament with the name and the first day of one that is to be stored; where one
    of the two has no first day, by the name alone if no other has it."""
    if not value.name or len(value.name) > MAX_NAME:
        return None
    named = list(StoredTournament.objects.filter(name__iexact=value.name).order_by("pk"))
    same_day = [
        stored_tournament for stored_tournament in named if stored_tournament.start == value.start
    ]
    if same_day:
        return same_day[0]
    undated = len(named) == 1 and None in (named[0].start, value.start)
    return named[0] if undated else None
