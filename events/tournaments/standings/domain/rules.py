"""The value of a tie-break for a player: which rule computes which code.

Direct encounter: the tied players' games among themselves, Article 6 of C.07.

Forfeits count only in a round robin (6.1.1, 15.2); of several games between two players the
average counts (6.1.2). When all have met, the table of these games ranks them, and whoever is
still tied is taken by themselves again (6.2). When some games are missing, in a Swiss tournament,
whoever will be alone at the top however these games might end comes first, then the next one in
the same way, and those who are left are taken by themselves again (6.3).

Tie-breaks from the opponents' points: Buchholz and its variants, Sonneborn-Berger, Koya.

Articles 8 and 9 of C.07. In a round robin a forfeit counts as a game against the scheduled
opponent, and a round without one counts nothing (15.2).

Tie-breaks from a player's own results: Article 7 of C.07.

What was won "over the board" was played: neither a forfeit nor a bye, in any kind of tournament.

Tie-breaks from ratings: Article 10 of C.07. Only games played at the board count.

They have no value for anybody as long as one player has no rating: the article drops them then.

Go's scores as tie-breaks: the McMahon score, SOS, SOSOS, SODOS.

They come from :mod:`events.tournaments.go.domain.scores`, which the pairing uses too; in a Swiss
of go they are made from wins. In other games they have no value. Doubled scores are halved here.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate

from events.common.domain import round_quotient
from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.go.domain.scores import Scores
from events.tournaments.standings.domain.catalogue import LEADING, TieBreak
from events.tournaments.standings.domain.stage import (
    ZERO,
    Cut,
    Part,
    Record,
    Round,
    Stage,
    Value,
    adjusted_scores,
    cut,
    dummy_score,
    exact_sum,
    times,
    total,
)


class OpponentScores:
    """The tie-breaks at a stage; what all players have in common is computed once."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._adjusted = adjusted_scores(stage)
        self._parts_by_record: dict[tuple[int, bool], tuple[Part, ...]] = {}

    @cached_property
    def fore(self) -> "OpponentScores":
        """The same at the stage where the last round is drawn (8.3)."""
        return OpponentScores(self._stage.fore)

    def buchholz(self, record: Record, *, low: int = 0, high: int = 0) -> Value:
        """The opponents' scores (8.1)."""
        return total(cut(self._parts(record, times_points=False), low=low, high=high))

    def fore_buchholz(self, record: Record, *, low: int = 0, high: int = 0) -> Value:
        """Buchholz at the stage where the last round is drawn (8.3)."""
        return self.fore.buchholz(self._stage.fore.records[record.number], low=low, high=high)

    def average_buchholz(self, record: Record) -> Value:
        """The average Buchholz of those met at the board (8.2)."""
        parts = []
        for round_ in record.rounds:
            if round_.played and round_.opponent is not None:
                theirs = self._buchholz_of_all[round_.opponent]
                parts.append(Part(round_.number, round_.opponent, theirs, theirs, round_.points))
        amount = exact_sum(part.amount for part in parts) / len(parts) if parts else None
        return Value(amount, tuple(parts))

    def sonneborn_berger(self, record: Record, *, low: int = 0, high: int = 0) -> Value:
        """The opponents' scores, each times the points taken (9.1)."""
        return total(cut(self._parts(record, times_points=True), low=low, high=high))

    def koya(self, record: Record, halves: int = 0) -> Value:
        """The points taken from opponents with half of the greatest possible score, and so many
        half points more (9.2, 14.3).

        The greatest score is a win in every round; in a round robin in every round that the
        player with the most opponents had one, so that the free rounds of an odd field do not
        raise it. A forfeit brings its points as a game does.
        """
        parts = []
        limit = self.koya_limit + Fraction(halves, 2)
        for round_ in record.counted:
            if round_.opponent is not None:
                score = self._stage.records[round_.opponent].points
                parts.append(
                    Part(
                        round_.number,
                        round_.opponent,
                        round_.points,
                        score,
                        round_.points,
                        cut=None if score >= limit else Cut.BELOW_LIMIT,
                    )
                )
        return total(parts)

    @cached_property
    def koya_limit(self) -> Fraction:
        rounds = self._stage.rounds
        if self._stage.round_robin:
            rounds = max(
                sum(round_.opponent is not None for round_ in record.rounds)
                for record in self._stage.records.values()
            )
        return self._stage.system.win * rounds / 2

    @cached_property
    def _buchholz_of_all(self) -> dict[int, Fraction]:
        return {
            number: self.buchholz(record).amount or ZERO
            for number, record in self._stage.records.items()
        }

    def _parts(self, record: Record, *, times_points: bool) -> tuple[Part, ...]:
        """The opponents' scores, cached."""
        # Buchholz, its cuts and the average of the opponents' are all made of the same parts.
        key = record.number, times_points
        if key not in self._parts_by_record:
            self._parts_by_record[key] = tuple(self._made_parts(record, times_points))
        return self._parts_by_record[key]

    def _made_parts(self, record: Record, times_points: bool) -> Iterator[Part]:
        for round_ in record.counted:
            as_game = round_.played
            if self._stage.round_robin:
                as_game = round_.opponent is not None
            # A free round of an odd field is nobody's choice: no dummy for it (15.2).
            if not as_game and self._stage.round_robin:
                continue
            if as_game and round_.opponent is not None:
                score = self._adjusted[round_.opponent]
            else:
                score = dummy_score(record, round_, self._stage, self._adjusted)
            yield Part(
                round_.number,
                round_.opponent,
                times(score, round_.points) if times_points else score,
                score,
                round_.points,
                not as_game,
                not as_game and round_.voluntary,
            )


class Values:
    """Values at one stage. Direct encounter is not among them: it needs to know who is tied."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._scores = OpponentScores(stage)
        self._rated: dict[int, Stage] = {}

    def of(self, tie_break: TieBreak, record: Record) -> Value:
        if rating := tie_break.unrated_as:
            if rating not in self._rated:
                self._rated[rating] = self._stage.rated_as(rating)
            at = self._rated[rating]
            return _OF_STAGE[tie_break.of](at, at.records[record.number])
        if tie_break.halves:
            return self._scores.koya(record, tie_break.halves)
        if rule := _OF_OPPONENTS.get(tie_break.code):
            return rule(self._scores, record)
        return _OF_STAGE[tie_break.code](self._stage, record)


@dataclass(frozen=True, slots=True)
class Mutual:
    """What a player has from the games against the others, and how many of these were not met."""

    record: Record
    points: Fraction
    missing: int


def direct_encounter(
    stage: Stage, tied: Sequence[Record], *, with_forfeits: bool = False
) -> dict[int, Value]:
    """Every tied player's place among them, shared by equals; no value where nothing is decided.
    ``with_forfeits`` (14.5): a forfeit counts as a game."""
    if with_forfeits and not stage.round_robin:
        stage = replace(stage, forfeits_meet=True)
    groups = order(stage, tied)
    places: dict[int, Value] = {}
    place = 1
    for group in groups:
        amount = Fraction(place) if len(groups) > 1 else None
        for record in group:
            places[record.number] = Value(amount, tuple(parts(stage, record, tied)))
        place += len(group)
    return places


def order(stage: Stage, tied: Sequence[Record]) -> list[Sequence[Record]]:
    """The tied players in groups, best first; a group of several could not be divided."""
    if len(tied) < 2:
        return [tied]
    table = [_mutual(stage, record, tied) for record in tied]
    if not any(line.missing for line in table):
        return _by_points(stage, table)
    # 6.3 is for Swiss tournaments alone; in a round robin the missing game will be played.
    if stage.round_robin:
        return [tied]
    return _by_certainty(stage, table)


def parts(stage: Stage, record: Record, tied: Sequence[Record]) -> Iterator[Part]:
    """The player's games against the others; each brings its share of the average."""
    others = {other.number for other in tied} - {record.number}
    games = [round_ for round_ in record.rounds if _counts(stage, round_, others)]
    times: defaultdict[int | None, int] = defaultdict(int)
    for round_ in games:
        times[round_.opponent] += 1
    for round_ in games:
        # The average of several games with one opponent (6.1.2).
        amount = round_.points / times[round_.opponent]
        yield Part(round_.number, round_.opponent, amount, points=round_.points)


def _counts(stage: Stage, round_: Round, others: set[int]) -> bool:
    if round_.opponent not in others:
        return False
    counts_all = stage.round_robin or stage.forfeits_meet
    return round_.played or (counts_all and not round_.pending)


def _mutual(stage: Stage, record: Record, tied: Sequence[Record]) -> Mutual:
    games = list(parts(stage, record, tied))
    met = {part.opponent for part in games}
    points = exact_sum(part.amount for part in games)
    return Mutual(record, points, len(tied) - 1 - len(met))


def _by_points(stage: Stage, table: Sequence[Mutual]) -> list[Sequence[Record]]:
    by_points: defaultdict[Fraction, list[Record]] = defaultdict(list)
    for line in table:
        by_points[line.points].append(line.record)
    # Nobody is ahead: dividing the same players again would never end.
    if len(by_points) == 1:
        return [[line.record for line in table]]
    return [
        group
        for points in sorted(by_points, reverse=True)
        for group in order(stage, by_points[points])
    ]


def _by_certainty(stage: Stage, table: Sequence[Mutual]) -> list[Sequence[Record]]:
    first: list[Sequence[Record]] = []
    rest = list(table)
    while len(rest) > 1 and (leader := _certain_leader(stage, rest)):
        first.append([leader.record])
        rest.remove(leader)
    left = [line.record for line in rest]
    # Fewer are left than before, or it would be the same question again without end.
    return [*first, *order(stage, left)] if first else [left]


def _certain_leader(stage: Stage, table: Sequence[Mutual]) -> Mutual | None:
    """Who is ahead of all even with every missing game lost, and theirs won."""
    win, loss = stage.system.win, stage.system.loss
    leader = max(table, key=lambda line: line.points + line.missing * loss)
    least = leader.points + leader.missing * loss
    others = (line for line in table if line is not leader)
    return leader if all(least > line.points + line.missing * win for line in others) else None


ONE = Fraction(1)

HALF = Fraction(1, 2)

_WON = frozenset({Code.WIN, Code.UNRATED_WIN})


def points(stage: Stage, record: Record) -> Value:
    return total(_part(round_, round_.points) for round_ in record.counted)


def wins(stage: Stage, record: Record) -> Value:
    """How many rounds brought as many points as a win, with or without playing (7.1)."""
    return _count(record, lambda round_: round_.points == stage.system.win)


def games_won(stage: Stage, record: Record) -> Value:
    return _count(record, lambda round_: round_.code in _WON)


def games_with_black(stage: Stage, record: Record) -> Value:
    return _count(record, lambda round_: round_.played and round_.colour is Colour.BLACK)


def games_won_with_black(stage: Stage, record: Record) -> Value:
    return _count(record, lambda round_: round_.code in _WON and round_.colour is Colour.BLACK)


def rounds_elected_to_play(stage: Stage, record: Record) -> Value:
    """All but half-point and zero-point byes and lost forfeits (7.6)."""
    return _count(record, lambda round_: not round_.voluntary)


def progressive(stage: Stage, record: Record, *, low: int = 0) -> Value:
    """The score after each round, without the first ``low`` rounds (7.5, 14.1.2)."""
    # All rounds, pending ones too: the score after one is what it was before.
    running = accumulate(round_.points for round_ in record.rounds)
    return total(
        _part(round_, score)._replace(cut=Cut.EARLY if round_.number <= low else None)
        for round_, score in zip(record.rounds, running, strict=True)
    )


def standard_points(stage: Stage, record: Record) -> Value:
    """More than the opponent, or without one more than a draw: 1; as much: ½ (7.7)."""
    return total(_part(round_, _standard(stage, round_)) for round_ in record.counted)


def _standard(stage: Stage, round_: Round) -> Fraction:
    # Without an opponent the round is compared with a draw (7.7).
    measure = stage.system.draw
    if round_.opponent is not None:
        measure = stage.records[round_.opponent].rounds[round_.number - 1].points
    if round_.points == measure:
        return HALF
    return ONE if round_.points > measure else ZERO


def _count(record: Record, counts: Callable[[Round], bool]) -> Value:
    return total(_part(round_, ONE if counts(round_) else ZERO) for round_ in record.counted)


def _part(round_: Round, amount: Fraction) -> Part:
    return Part(round_.number, round_.opponent, amount, None, round_.points)


# FIDE Rating Regulations B.02, 8.1.1: the difference that a score of 50, 51 ... 100 % stands for.
# Below 50 % it is that of the opponents' percentage, negative.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip

FROM = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154,
    163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358,
    375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""The difference from which a score of 50, 51 ... 100 % is expected (B.02, 8.1.2)."""

# Performance is measured in wins and draws, whatever the tournament awards for them.
_WORTH = {
    Code.WIN: Fraction(1),
    Code.UNRATED_WIN: Fraction(1),
    Code.DRAW: Fraction(1, 2),
    Code.UNRATED_DRAW: Fraction(1, 2),
}


def rating(stage: Stage, record: Record) -> Value:
    return Value(None if stage.unrated or not record.rating else Fraction(record.rating))


def perfect_performance(stage: Stage, record: Record) -> Value:
    """The lowest rating that would have been expected to score as much (10.3)."""
    parts = tuple(_parts(stage, record))
    if not parts:
        return Value(None, parts)
    ratings = [part.score.numerator for part in parts if part.score is not None]
    points = exact_sum(part.points or ZERO for part in parts)
    if not points:
        return Value(Fraction(min(ratings) - HIGHEST), parts)
    low, high = min(ratings) - HIGHEST - 1, max(ratings) + HIGHEST
    # Expected scores rise with the rating: ``low`` is too low, ``high`` is enough.
    while high - low > 1:
        middle = (low + high) // 2
        enough = sum(_percent(middle - other) for other in ratings) >= 100 * points
        low, high = (low, middle) if enough else (middle, high)
    return Value(Fraction(high), parts)


HIGHEST = 800
"""The largest difference of the table."""


def _percent(difference_: int) -> int:
    """The score in per cent that a difference stands for, without the limit of 400."""
    above = bisect_right(FROM, abs(difference_)) - 1
    return 50 + above if difference_ >= 0 else 50 - above


def average_of_opponents(
    stage: Stage, record: Record, rule: Callable[[Stage, Record], Value]
) -> Value:
    """The average of what a rule gives the opponents who were met at the board, halves up (10.4,
    10.5)."""
    if stage.unrated:
        return Value(None)
    parts = []
    for round_ in record.rounds:
        if round_.played and round_.opponent is not None:
            theirs = rule(stage, stage.records[round_.opponent]).amount
            if theirs is not None:
                parts.append(Part(round_.number, round_.opponent, theirs, theirs, round_.points))
    return Value(_average(parts), tuple(parts))


def average_rating(stage: Stage, record: Record, *, low: int = 0, high: int = 0) -> Value:
    """The opponents' average rating, to the nearest whole number, halves up (10.1)."""
    parts = tuple(cut(_parts(stage, record), low=low, high=high))
    return Value(_average(parts), parts)


def performance(stage: Stage, record: Record) -> Value:
    """The average rating and the difference for the percentage scored (10.2)."""
    parts = tuple(_parts(stage, record))
    average = _average(parts)
    if average is None:
        return Value(None, parts)
    return Value(average + difference(percentage(parts)), parts)


def percentage(parts: Iterable[Part]) -> int:
    """The points of the games against their number, in whole per cent, halves up."""
    scores = [part.points or ZERO for part in parts]
    quotient = exact_sum(scores) / len(scores)
    return round_quotient(100 * quotient.numerator, quotient.denominator)


def difference(percent: int) -> int:
    """The rating difference to the opponents for a percentage score, by FIDE's table."""
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


def _average(parts: Iterable[Part]) -> Fraction | None:
    ratings = [
        part.score.numerator for part in parts if part.score is not None and part.cut is None
    ]
    return Fraction(round_quotient(sum(ratings), len(ratings))) if ratings else None


def _parts(stage: Stage, record: Record) -> list[Part]:
    if stage.unrated:
        return []
    parts = []
    for round_ in record.rounds:
        if round_.played and round_.opponent is not None:
            theirs = Fraction(stage.records[round_.opponent].rating or 0)
            worth = _WORTH.get(round_.code, ZERO)
            parts.append(Part(round_.number, round_.opponent, theirs, theirs, worth))
    return parts


NOTHING = Value(None)


def mcmahon_score(stage: Stage, record: Record) -> Value:
    """Start score and points of the rounds, a part for every round; those of rounds without a game
    are added up before they are rounded down."""
    if stage.go is None:
        return NOTHING
    parts = (
        Part(round_, opponent, Fraction(points, 2), points=Fraction(points, 2))
        for round_, opponent, points in stage.go.mms_rounds(record.number)
    )
    return Value(Fraction(stage.go.mms[record.number], 2), tuple(parts))


def sos(stage: Stage, record: Record) -> Value:
    """The sum of the opponents’ scores, with a part for every round: the opponent’s score, and
    that with the stones of a handicap as what it adds."""
    if stage.go is None:
        return NOTHING
    base = _base(stage.go, _letter(stage))
    points = {
        game.round: Fraction(game.points_of(record.number), 2)
        for game in stage.go.games[record.number]
    }
    terms = stage.go.opponent_terms(record.number, _letter(stage))
    return total(
        Part(
            round_,
            opponent,
            Fraction(term, 2),
            score=Fraction(base[opponent], 2) if opponent else None,
            points=points.get(round_),
        )
        for round_, opponent, term in sorted(terms, key=lambda term: term[0])
    )


def sosos(stage: Stage, record: Record) -> Value:
    """The sum of the opponents’ SOS, with a part for every round."""
    if stage.go is None:
        return NOTHING
    letter = _letter(stage)
    points = {
        game.round: Fraction(game.points_of(record.number), 2)
        for game in stage.go.games[record.number]
    }
    return total(
        Part(
            round_,
            opponent,
            Fraction(term, 2),
            score=Fraction(term, 2) if opponent else None,
            points=points.get(round_),
        )
        for round_, opponent, term in sorted(
            stage.go.sosos_terms(record.number, letter), key=lambda term: term[0]
        )
    )


def sodos(stage: Stage, record: Record) -> Value:
    """The sum of the scores of beaten opponents."""
    if stage.go is None:
        return NOTHING
    base = _base(stage.go, _letter(stage))
    number = record.number
    # Score and points are both doubled.
    parts = [
        Part(
            game.round,
            game.opponent_of(number),
            Fraction(base[game.opponent_of(number)] * game.points_of(number), 4),
            score=Fraction(base[game.opponent_of(number)], 2),
            points=Fraction(game.points_of(number), 2),
        )
        for game in sorted(stage.go.games[number], key=lambda game: game.round)
    ]
    return total(parts)


def _letter(stage: Stage) -> str:
    return "W" if stage.go and stage.go.event.settings.swiss else "M"


def _base(scores: Scores, letter: str) -> dict[int, int]:
    return scores.mms if letter == "M" else scores.wins


def _leading(stage: Stage, record: Record) -> Value:
    return stage.leading.get(record.number, Value(None))


_ENDS: Mapping[str, tuple[int, int]] = {"C1": (1, 0), "C2": (2, 0), "M1": (1, 1), "M2": (2, 2)}
"""How many of the lowest and of the highest values a modifier leaves out (14.1, 14.2)."""

_OF_OPPONENTS: Mapping[str, Callable[[OpponentScores, Record], Value]] = {
    "AOB": OpponentScores.average_buchholz,
    "KS": OpponentScores.koya,
    **{
        code + (name and f"/{name}"): partial(rule, low=low, high=high)
        for code, rule in (
            ("BH", OpponentScores.buchholz),
            ("FB", OpponentScores.fore_buchholz),
            ("SB", OpponentScores.sonneborn_berger),
        )
        for name, (low, high) in {"": (0, 0), **_ENDS}.items()
    },
}
"""The tie-breaks that ask for the scores of the opponents, by code."""

_OF_STAGE: Mapping[str, Callable[[Stage, Record], Value]] = {
    "PTS": points,
    "WIN": wins,
    "WON": games_won,
    "BPG": games_with_black,
    "BWG": games_won_with_black,
    "PS": progressive,
    "PS/C1": partial(progressive, low=1),
    "PS/C2": partial(progressive, low=2),
    "REP": rounds_elected_to_play,
    "STD": standard_points,
    "ARO": average_rating,
    **{
        f"ARO/{name}": partial(average_rating, low=low, high=high)
        for name, (low, high) in _ENDS.items()
    },
    "PTP": perfect_performance,
    "APRO": partial(average_of_opponents, rule=performance),
    "APPO": partial(average_of_opponents, rule=perfect_performance),
    "RTNG": rating,
    "RTNG/R": rating,
    "TPR": performance,
    "EXT": lambda stage, record: Value(stage.external.get(record.number)),
    "TPN": lambda _stage, record: Value(Fraction(record.number)),
    "TPN/R": lambda _stage, record: Value(Fraction(record.number)),
    "MMS": mcmahon_score,
    **dict.fromkeys((score.code for score in LEADING.values()), _leading),
    "SOS": sos,
    "SOSOS": sosos,
    "SODOS": sodos,
}
"""All others, by code."""
