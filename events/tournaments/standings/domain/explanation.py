"""How a value of the standings came about: every round's part, with remarks.

Made from the same parts that the value is the sum of, so that the two cannot disagree.

Remarks on a value and on its parts: byes, dummies, cuts, and why there is no value.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Number, Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.standings.domain.catalogue import ENCOUNTERS, TieBreak, find
from events.tournaments.standings.domain.rules.opponents import OpponentScores
from events.tournaments.standings.domain.rules.ratings import difference, percentage
from events.tournaments.standings.domain.rules.values import Values
from events.tournaments.standings.domain.stage import (
    Cut,
    Edition,
    Part,
    Record,
    Round,
    Stage,
    Value,
    closing_byes,
    written,
)
from events.tournaments.standings.domain.standings import Ranking


@dataclass(frozen=True, slots=True)
class Line:
    """A round's part. ``result`` is ``None`` where the player was absent.

    ``score`` is what counts of the opponent (points, Buchholz or rating), ``None`` where nothing
    of the opponent does. ``amount`` goes into the value, unless the line is ``cut``.
    """

    round: int
    opponent: int | None
    result: Result | None
    score: Fraction | None
    points: Fraction | None
    amount: Fraction
    cut: bool
    remarks: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """``value`` is what the standings show. ``tied`` are the starting numbers among whom direct
    encounter decides, the player's own included; empty for other tie-breaks."""

    number: int
    tie_break: TieBreak
    value: Fraction | None
    lines: tuple[Line, ...]
    notes: tuple[Sentence, ...]
    tied: tuple[int, ...] = ()


def explain(tournament: Tournament, ranking: Ranking, *, number: int, code: str) -> Explanation:
    """The make-up of one player's value in the ranking of this tournament.

    Direct encounter is that of its first place in the list: who is tied depends on what comes
    before. Raises :class:`.Refused` for a number or a code that is not there.
    """
    at = ranking.stage
    tie_break = find(code)
    record = at.records.get(number)
    if record is None:
        raise Refused.because("There is no player %(number)s.", number=number)
    tied: tuple[int, ...] = ()
    place = next(
        (index for index, each in enumerate(ranking.tie_breaks) if each == tie_break), None
    )
    if place is not None:
        value = ranking.columns[place][number]
    elif tie_break.code in ENCOUNTERS:
        raise Refused.because("Direct encounter is not one of these standings’ tie-breaks.")
    else:
        # A tie-break that these standings do not use can be explained too.
        value = Values(at).of(tie_break, record)
    if place is not None and tie_break.code in ENCOUNTERS:
        (group,) = (group for group in ranking.tied[place] if record in group)
        tied = tuple(sorted(one.number for one in group))
    return Explanation(
        number=number,
        tie_break=tie_break,
        value=value.amount,
        lines=tuple(_lines(tournament, at, tie_break, record, value)),
        notes=tuple(notes(at, tie_break, record, value, tied)),
        tied=tied,
    )


def _lines(
    tournament: Tournament, at: Stage, tie_break: TieBreak, record: Record, value: Value
) -> Iterable[Line]:
    (entrant,) = (one for one in tournament.entrants if one.number == record.number)
    remarks_on = remarks(at, tie_break, record)
    for part in value.parts:
        results = entrant.results
        yield Line(
            round=part.round,
            opponent=part.opponent,
            result=results[part.round - 1] if part.round <= len(results) else None,
            score=part.score,
            points=part.points,
            amount=part.amount,
            cut=part.cut is not None,
            remarks=tuple(remarks_on(part)),
        )


UNPLAYED = {
    Code.PAIRING_BYE: gettext_noop("Pairing-allocated bye."),
    Code.FULL_BYE: gettext_noop("Full-point bye."),
    Code.HALF_BYE: gettext_noop("Half-point bye."),
    Code.ZERO_BYE: gettext_noop("Zero-point bye, or absent."),
    Code.FORFEIT_WIN: gettext_noop("Won by forfeit."),
    Code.FORFEIT_LOSS: gettext_noop("Lost by forfeit."),
}

CUTS = {
    Cut.LOWEST: gettext_noop("Left out as the lowest."),
    Cut.AWAY: gettext_noop("Left out as the lowest of the rounds in which the player was away."),
    Cut.HIGHEST: gettext_noop("Left out as the highest."),
    Cut.EARLY: gettext_noop("Left out as an early round."),
    Cut.BELOW_LIMIT: gettext_noop("Left out: the opponent has too few points."),
}


def remarks(
    stage: Stage, tie_break: TieBreak, record: Record
) -> Callable[[Part], Iterator[Sentence]]:
    """A function that gives the remarks on a part of the player's value."""
    if tie_break.code.startswith("FB"):
        # Fore Buchholz draws the last round: the remarks are on that stage, not on the real one.
        stage, record = stage.fore, stage.fore.records[record.number]
    adjusting = tie_break.code.split("/")[0] in ("BH", "FB", "SB")

    def remarks_on(part: Part) -> Iterator[Sentence]:
        round_ = record.rounds[part.round - 1]
        if tie_break.leads and round_.code is Code.ZERO_BYE and part.amount:
            yield sentence("Absent.")
        elif not round_.played and round_.code in UNPLAYED:
            yield Sentence(UNPLAYED[round_.code])
        if tie_break.code in ("SOS", "SOSOS") and stage.go:
            sums = tie_break.code == "SOSOS"
            yield from _of_sos(part, swiss=stage.go.event.settings.swiss, sums=sums)
        if part.dummy:
            yield _dummy(stage, record, round_, part)
        elif adjusting and part.opponent is not None:
            yield from _adjusted(stage, stage.records[part.opponent])
        if part.cut is not None:
            yield Sentence(CUTS[part.cut])

    return remarks_on


def notes(
    stage: Stage, tie_break: TieBreak, record: Record, value: Value, tied: tuple[int, ...]
) -> Iterator[Sentence]:
    """The remarks on the whole value."""
    if tie_break.swiss_only and stage.round_robin:
        yield sentence("This tie-break is not meant for round robins (C.07, 8).")
    if tie_break.rated and stage.unrated and not tie_break.unrated_as:
        yield sentence(
            "Ratings break no tie here, because not every player has one (C.07, 10). "
            "Players without a rating: %(count)s.",
            count=stage.unrated,
        )
    if tie_break.code in ENCOUNTERS:
        yield _encounter(value, tied)
    if tie_break.code.startswith("FB") and not stage.final:
        yield sentence("The last round is not included yet, so this equals Buchholz.")
    if tie_break.code.startswith("KS"):
        yield from _koya(stage, tie_break.halves)
    if tie_break.leads:
        yield from _of_leading(stage, record, value)
    if "TPR" in (tie_break.code, tie_break.of) and value.amount is not None:
        yield _performance(value.amount, value.parts)
    if any(part.dummy for part in value.parts) and stage.edition is Edition.BEFORE_2026:
        yield sentence(
            "The tournament began before 1 March 2026, so a dummy’s points have no limit."
        )
    if stage.provisional:
        yield sentence("Games are still to be played; the value may change.")


def _koya(stage: Stage, halves: int) -> Iterator[Sentence]:
    """From how many points on opponents count."""
    limit = OpponentScores(stage).koya_limit
    yield sentence(
        "Opponents count from %(points)s points on, half of all possible ones.",
        points=Number(written(limit)),
    )
    if halves:
        points = Number(written(limit + Fraction(halves, 2)))
        yield sentence("The limit is moved, to %(points)s points.", points=points)


_OWN_SUM = gettext_noop(
    "A round without a game counts the player’s own start score in every round."
)


def _of_leading(stage: Stage, record: Record, value: Value) -> Iterator[Sentence]:
    """What no round brought: the start score of go, the own value of a Keizer."""
    if stage.go:
        start = Fraction(stage.go.start[record.number], 2)
        yield sentence("The player began with %(start)s.", start=Number(written(start)))
        yield from _rounded(value, start)
    elif value.parts and value.amount is not None:
        own = value.amount - sum(part.amount for part in value.parts)
        yield sentence("The player’s own value is %(value)s.", value=Number(written(own)))


def _of_sos(part: Part, *, swiss: bool, sums: bool) -> Iterator[Sentence]:
    """The stones of a handicap, or why there is no opponent's score."""
    if part.score is None:
        own = gettext_noop("A round without a game counts the player’s own start score.")
        nothing = gettext_noop("A round without a game counts nothing.")
        own = _OWN_SUM if sums else own
        yield sentence(nothing if swiss else own)
    elif part.amount > part.score:
        stones = int(part.amount - part.score)
        yield sentence("Stones given, added: %(stones)s.", stones=stones)
    elif part.amount < part.score:
        stones = int(part.score - part.amount)
        yield sentence("Stones taken, subtracted: %(stones)s.", stones=stones)


def _rounded(value: Value, start: Fraction) -> Iterator[Sentence]:
    """What rounds without a game add to a McMahon score, where it was rounded down."""
    unplayed = sum(part.amount for part in value.parts if part.opponent is None)
    lost = start + sum(part.amount for part in value.parts)
    lost -= lost if value.amount is None else value.amount
    if lost:
        yield sentence(
            "Rounds without a game add up to %(sum)s, which is rounded down to %(rounded)s.",
            sum=Number(written(Fraction(unplayed))),
            rounded=Number(written(Fraction(unplayed - lost))),
        )


def _dummy(stage: Stage, record: Record, round_: Round, part: Part) -> Sentence:
    """Why the dummy has this score."""
    if part.score == record.points:
        return sentence("Counts as a game against an opponent with the player’s own points.")
    if round_.opponent is not None:
        return sentence(
            "Counts as a game against an opponent with the scheduled opponent’s points, "
            "because the player has more."
        )
    return sentence(
        "Counts as a game against an opponent who drew every round, because the player has "
        "more points than that."
    )


def _adjusted(stage: Stage, opponent: Record) -> Iterator[Sentence]:
    byes = [] if stage.round_robin else closing_byes(opponent)
    if any(round_.points != stage.system.draw for round_ in byes):
        yield sentence(
            "The opponent has %(points)s; being away at the end counts as draws. "
            "Rounds: %(rounds)s.",
            points=Number(written(opponent.points)),
            rounds=", ".join(str(round_.number) for round_ in byes),
        )


def _encounter(value: Value, tied: tuple[int, ...]) -> Sentence:
    if len(tied) == 1:
        return sentence("Nobody is tied with this player.")
    if value.amount is None:
        return sentence(
            "The games among those who are tied decide nothing: too few were played, or they "
            "are even."
        )
    return sentence(
        "Place among those who are tied, by the points of their games with each other. Equals "
        "are compared once more among themselves; where games are missing, only those are "
        "placed who stay ahead however these might end."
    )


def _performance(amount: Fraction, parts: Sequence[Part]) -> Sentence:
    percent = percentage(parts)
    rating_difference = difference(percent)
    return sentence(
        "Average rating %(average)s; %(percent)s %% of the points stand for %(difference)s.",
        average=Number(written(amount - rating_difference)),
        percent=percent,
        difference=f"{rating_difference:+d}".replace("-", "−"),
    )
