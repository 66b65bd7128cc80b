"""Reading the rounds of a tournament: how far they are, and what happened on each board."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from django.db.models import Count, Exists, Model, OuterRef, Prefetch, Q, QuerySet

from clubscore.database.prepared import Prepared
from events.models import Entry, Game, Round, RoundResult, Tournament as StoredTournament
from events.tournaments.core.domain.results import OPEN, Code, Outcome
from players.models import Player


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


def visible_results(tournament: StoredTournament) -> QuerySet[RoundResult]:
    """The results of the rounds that its reader may see (``shows_hidden_rounds``)."""
    results = RoundResult.objects.filter(round__tournament=tournament.pk)
    return results if tournament.shows_hidden_rounds else results.filter(round__is_hidden=False)


_COUNTED = Prepared(
    lambda tournament_id: (
        Round.objects.filter(tournament=tournament_id)
        .annotate(
            all_games=Count("games"),
            # Byes are results from the start; only games can be waited for.
            with_result=Count("games", filter=~Q(games__outcome__in=OPEN)),
            has_bye=Exists(
                RoundResult.objects.filter(round=OuterRef("pk"), bye=Code.PAIRING_BYE.value)
            ),
        )
        .order_by("number")
    )
)


def progress(tournament_id: int) -> list[RoundProgress]:
    """All rounds in their order, in one query."""
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
        for each in cast(list[Any], _COUNTED.all(tournament_id))
    ]


def entries_paired(round_id: int) -> set[int]:
    """Who has a game or a bye in a round, by their keys."""
    return set(RoundResult.objects.filter(round=round_id).values_list("entry", flat=True))


def open_games_of(tournament_id: int) -> list[Game]:
    """The games without a result, in their order, each with its sides."""
    games = Game.objects.filter(round__tournament=tournament_id, outcome__in=OPEN)
    sides = Prefetch("sides", RoundResult.objects.select_related("entry").order_by("side"))
    found = games.select_related("round").prefetch_related(sides)
    return list(found.order_by("round__number", "board_number"))


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


def _columns_of(model: type[Model], names: set[str]) -> tuple[str, ...]:
    """These columns, in the order in which ``from_db`` takes them."""
    columns = (field.attname for field in model._meta.concrete_fields)
    return tuple(column for column in columns if column in names)


_OF_GAME = (
    "pk", "version", "board_number", "outcome", "colours_known", "handicap", "doubled_komi"
)  # fmt: skip
_OF_ENTRY = _columns_of(
    Entry,
    {
        "id",
        "number",
        "family",
        "given",
        "title",
        "rating",
        "grade",
        "mark",
        "tournament_id",
        "player_id",
    },
)
_OF_PLAYER = _columns_of(
    Player,
    {"number", "name", "given", "particle", "family", "initials_only", "deleted_at", "erased_at"},
)
_OF_LINES = (
    "pk",
    "bye",
    "side",
    *(f"game__{field}" for field in _OF_GAME),
    *(f"entry__{field}" for field in _OF_ENTRY),
    *(f"entry__player__{field}" for field in _OF_PLAYER),
)
"""Of hundreds of results the entries become objects, and nothing else."""


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


def round_lines(round_id: int, *, game: int | None = None, bye: int | None = None) -> RoundLines:
    """The games and byes of a round, in one query; or one ``game``, or one ``bye``, of it alone."""
    only = {"game__pk": game} if game is not None else {}
    only |= {"pk": bye} if bye is not None else {}
    results = RoundResult.objects.filter(round=round_id, **only).values_list(*_OF_LINES)
    games: dict[tuple[Any, ...], dict[int | None, Entry]] = {}
    byes = []
    # Byes have no board: SQLite sorts them first, PostgreSQL last, and they are separated here.
    for pk, code, side, *rest in results.order_by("game__board_number", "side", "entry__number"):
        game_values, entry_values = tuple(rest[: len(_OF_GAME)]), rest[len(_OF_GAME) :]
        entry = _entry_of(results.db, entry_values)
        if game_values[0] is None:
            byes.append(ByeLine(pk, entry, Code(code)))
        else:
            games.setdefault(game_values, {})[side] = entry
    lines = (_line(values, pair) for values, pair in games.items())
    return RoundLines(tuple(lines), tuple(byes))


def _entry_of(database: str, values: Sequence[Any]) -> Entry:
    """The entry with its player, as Django would make them of a row."""
    entry = Entry.from_db(database, _OF_ENTRY, values[: len(_OF_ENTRY)])
    if entry.player_id is not None:
        entry.player = Player.from_db(database, _OF_PLAYER, values[len(_OF_ENTRY) :])
    return entry


def _line(values: Sequence[Any], pair: Mapping[int | None, Entry]) -> GameLine:
    pk, version, board_number, outcome, colours_known, handicap, doubled_komi = values
    return GameLine(
        pk=pk,
        version=version,
        board_number=board_number,
        first=pair[Game.FIRST],
        second=pair[Game.SECOND],
        outcome=Outcome(outcome),
        colours_known=colours_known,
        handicap=handicap,
        komi=None if doubled_komi is None else Fraction(doubled_komi, 2),
    )


def board_numbers(tournament_id: int) -> dict[tuple[int, int], int]:
    """The board of everybody's games by round and starting number, in one query."""
    rows = RoundResult.objects.filter(
        round__tournament=tournament_id, game__isnull=False, entry__number__isnull=False
    ).values_list("round__number", "entry__number", "game__board_number")
    # An entry without a number was filtered out.
    return {(number, entry or 0): board for number, entry, board in rows.order_by()}
