"""Reading a tournament as a value of the domain, in a constant number of queries.

Reading the rounds of a tournament: how far they are, and what happened on which board.

Reading who takes part in a tournament, and the names that a page may show.

Which facts about players a tournament shows: those that the club uses, and those of its game.

What somebody who registers for a tournament needs to know of it.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from events.models import (
    Entry,
    Game,
    LineUpSeat,
    Round,
    RoundResult,
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
from players.domain.name_parts import split_particle
from players.domain.names import Name
from players.domain.personal import Game as GameOfClub, usual_facts
from players.domain.registration import Registration
from players.selectors.clubs import club_settings, facts_in_use

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
        born=entry.born,
        rank=entry.file_rank,
        grade=entry.grade,
        club=entry.club,
        correction=entry.start_correction,
        absent=tuple(entry.absent_rounds),
        left_after=entry.withdrawn_after,
    )


def _sides(tournament: StoredTournament) -> list[Side]:
    of_rounds = {} if tournament.shows_hidden_rounds else {"round__is_hidden": False}
    rows = RoundResult.objects.filter(round__tournament=tournament.pk, **of_rounds).values_list(
        "entry_id",
        "round__number",
        "game_id",
        "side",
        "bye",
        "game__outcome",
        "game__colours_known",
        "game__handicap",
        "game__doubled_komi",
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


def tournament_at(slug: str) -> StoredTournament | None:
    """The tournament whose pages have this address; ``None`` where there is none."""
    return StoredTournament.objects.filter(slug=slug).first()


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


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round, and how many of its games have a result; ``has_bye``: the pairing gave a bye, which
    may be all there is where a single player is left."""

    pk: int
    number: int
    date: datetime.date | None
    games: int
    entered: int
    is_hidden: bool = False
    has_bye: bool = False

    @property
    def is_paired(self) -> bool:
        return self.games > 0 or self.has_bye

    @property
    def missing(self) -> int:
        return self.games - self.entered

    @property
    def state(self) -> str:
        """``empty``, ``part`` or ``complete``."""
        if not self.entered and (self.games or not self.has_bye):
            return "empty"
        return "part" if self.missing else "complete"


def visible_progress(tournament: StoredTournament) -> list[RoundProgress]:
    """All rounds in their order; to who may not see a round, it is not paired yet."""
    rounds = progress(tournament.pk)
    if tournament.shows_hidden_rounds:
        return rounds
    return [
        replace(each, games=0, entered=0, has_bye=False) if each.is_hidden else each
        for each in rounds
    ]


def progress(tournament_id: int) -> list[RoundProgress]:
    """All rounds in their order, in one query."""
    # Byes are results from the start; only games can be waited for.
    with_result = ~Q(games__outcome=Outcome.PENDING.value)
    from_pairing = RoundResult.objects.filter(round=OuterRef("pk"), bye=Code.PAIRING_BYE.value)
    rounds = (
        Round.objects.filter(tournament=tournament_id)
        .annotate(
            all_games=Count("games"),
            with_result=Count("games", filter=with_result),
            has_bye=Exists(from_pairing),
        )
        .order_by("number")
    )
    return [
        RoundProgress(
            each.pk,
            each.number,
            each.date,
            each.all_games,
            each.with_result,
            each.is_hidden,
            each.has_bye,
        )
        for each in rounds
    ]


def entries_paired(round_id: int) -> set[int]:
    """Who has a game or a bye in a round, by their keys."""
    return set(RoundResult.objects.filter(round=round_id).values_list("entry", flat=True))


def has_pairings(tournament_id: int) -> bool:
    """Whether any round has a game or a bye."""
    return RoundResult.objects.filter(round__tournament=tournament_id).exists()


def current_round(rounds: Sequence[RoundProgress]) -> RoundProgress | None:
    """The first round that waits for pairings or results, else the last one."""
    waiting = (
        round_progress
        for round_progress in rounds
        if not round_progress.is_paired or round_progress.missing
    )
    return next(waiting, rounds[-1] if rounds else None)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game with the entries of both sides, the first side first."""

    pk: int
    version: int
    board_number: int
    first: Entry
    second: Entry
    outcome: Outcome
    colours_known: bool
    handicap: int = 0
    komi: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ByeLine:
    """A result without a game."""

    pk: int
    entry: Entry
    code: Code


@dataclass(frozen=True, slots=True)
class RoundLines:
    """Everything of a round, by board number, and the byes by starting number."""

    games: tuple[GameLine, ...]
    byes: tuple[ByeLine, ...]

    @property
    def entries(self) -> set[int]:
        """The ids of everybody who has a result in the round."""
        sides = {side.pk for line in self.games for side in (line.first, line.second)}
        return sides | {line.entry.pk for line in self.byes}


_OF_LINES = (
    "bye",
    "side",
    "round_id",
    *(
        f"game__{field}"
        for field in (
            "version",
            "board_number",
            "outcome",
            "colours_known",
            "handicap",
            "doubled_komi",
        )
    ),
    *(
        f"entry__{field}"
        for field in ("number", "family", "given", "title", "rating", "grade", "tournament_id")
    ),
    *(f"entry__player__{field}" for field in ("name", "given", "particle", "family")),
    "entry__player__initials_only",
)
"""A column more of six hundred objects takes as long as a query."""


def round_of(slug: str, number: int) -> Round | None:
    """A round with its tournament; ``None`` where there is none."""
    rounds = Round.objects.select_related("tournament")
    return rounds.filter(tournament__slug=slug, number=number).first()


def tournament_round(tournament_id: int, number: int) -> Round:
    """A round of a tournament, of which it is known that it is there."""
    return Round.objects.get(tournament=tournament_id, number=number)


def stored_round(pk: int) -> Round:
    """A round as it is stored by now."""
    return Round.objects.get(pk=pk)


def round_with_tournament(pk: int) -> Round:
    """A round as it is stored by now, with its tournament, in one query."""
    return Round.objects.select_related("tournament").get(pk=pk)


def round_lines(round_id: int) -> RoundLines:
    """The games and byes of a round, in one query."""
    results = (
        RoundResult.objects.filter(round=round_id)
        .select_related("game", "entry__player")
        .only(*_OF_LINES)
    )
    sides: dict[Game, dict[int | None, Entry]] = {}
    byes = []
    # Byes have no board: SQLite sorts them first, PostgreSQL last, and they are separated here.
    for result in results.order_by("game__board_number", "side", "entry__number"):
        if result.game is None:
            byes.append(ByeLine(result.pk, result.entry, Code(result.bye)))
        else:
            sides.setdefault(result.game, {})[result.side] = result.entry
    games = (
        GameLine(
            pk=game.pk,
            version=game.version,
            board_number=game.board_number,
            first=pair[Game.FIRST],
            second=pair[Game.SECOND],
            outcome=Outcome(game.outcome),
            colours_known=game.colours_known,
            handicap=game.handicap,
            komi=None if game.doubled_komi is None else Fraction(game.doubled_komi, 2),
        )
        for game, pair in sides.items()
    )
    return RoundLines(tuple(games), tuple(byes))


def board_numbers(tournament_id: int) -> dict[tuple[int, int], int]:
    """The board of everybody's games by round and starting number, in one query."""
    rows = RoundResult.objects.filter(
        round__tournament=tournament_id, game__isnull=False, entry__number__isnull=False
    ).values_list("round__number", "entry__number", "game__board_number")
    # An entry without a number was filtered out.
    return {(number, entry or 0): board for number, entry, board in rows.order_by()}


def tournament_entries(tournament: StoredTournament) -> QuerySet[Entry]:
    """The entries by starting number, those without one at the end, each with its player and
    team, in one query."""
    return tournament.entries.select_related("player", "team")


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry as tables of results show it."""

    pk: int
    number: int
    name: str
    title: str
    strength: str
    federation: str
    club: str


def shown_entries(tournament: StoredTournament, *, public: bool) -> dict[int, Shown]:
    """The entries that have a starting number, by it; ``public`` shortens the names that not
    everybody may read. ``strength`` is the rating, or in go the grade."""
    return {
        entry.number: Shown(
            pk=entry.pk,
            number=entry.number,
            name=entry.public_name if public else entry.name,
            title=entry.title,
            strength=entry.strength_in(tournament),
            federation=entry.federation,
            club=entry.club,
        )
        for entry in tournament_entries(tournament)
        if entry.number is not None
    }


def by_name() -> Callable[[Entry], tuple[str, int]]:
    """The key of lists by name: *van der Berg* under B or V, as the club sorts."""
    by_particle = club_settings().sorts_by_particle

    def key(entry: Entry) -> tuple[str, int]:
        particle, family = split_particle(entry.family)
        name = Name(entry.name, entry.given, particle, family)
        return name.sort_key(by_particle), entry.pk

    return key


def playing(tournament: StoredTournament, number: int) -> list[Entry]:
    """Who may be paired in a round: everybody with a starting number who attends it."""
    entries = tournament_entries(tournament).filter(number__isnull=False)
    return [entry for entry in entries if entry.attends(number)]


def unknown_grades(tournament_id: int) -> list[Entry]:
    """Who is registered in a tournament of go with a grade that is not known yet, by name: none,
    ``0k``, ``0d``, ``0p``. Other games have no grades."""
    entries = Entry.objects.filter(
        tournament=tournament_id,
        tournament__discipline=StoredTournament.Discipline.GO,
        registered=True,
    )
    unknown = entries.filter(Q(grade__startswith="0") | Q(grade=""))
    return sorted(unknown, key=by_name())


_GAMES = {
    StoredTournament.Discipline.CHESS: GameOfClub.CHESS,
    StoredTournament.Discipline.GO: GameOfClub.GO,
}


def tournament_facts(tournament: StoredTournament) -> frozenset[str]:
    """The facts that forms and lists of the tournament show. Only go has grades; every other game
    has ratings."""
    game = _GAMES.get(StoredTournament.Discipline(tournament.discipline))
    used = frozenset(facts_in_use()).union(usual_facts([game]) if game else ())
    return used if tournament.has_grades else (used | {"rating"}) - {"grade"}


def registration_of(tournament: StoredTournament) -> Registration:
    """The tournament's rounds, whether registration is closed, and the first round without a
    pairing."""
    # Byes that were asked for are stored before their round is paired.
    paired = RoundResult.objects.filter(
        Q(game__isnull=False) | Q(bye=Code.PAIRING_BYE.value), round__tournament=tournament
    )
    last = paired.aggregate(last=Max("round__number"))["last"] or 0
    return Registration(
        rounds=tournament.rounds_planned,
        closed=tournament.registration_is_closed,
        next_round=last + 1,
    )
