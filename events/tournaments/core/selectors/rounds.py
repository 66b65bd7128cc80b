"""Reading the rounds of a tournament: how far they are, and what happened on each board."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q

from events.models import Entry, Game, Round, RoundResult, Tournament as StoredTournament
from events.tournaments.core.domain.results import Code, Outcome


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


def round_lines(round_id: int, *, game: int | None = None, bye: int | None = None) -> RoundLines:
    """The games and byes of a round, in one query; or one ``game``, or one ``bye``, of it alone."""
    only = ({"game": game} if game is not None else {}) | ({"pk": bye} if bye is not None else {})
    results = (
        RoundResult.objects.filter(round=round_id, **only)
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
