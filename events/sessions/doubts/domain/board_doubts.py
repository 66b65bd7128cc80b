"""Doubts that a board's results raise among themselves: who declared, whose sign, how far off.

*Others* are the other lines of the deal with a score from play.

Doubts that a line raises without the others of its board: against itself, and against the hands.

The *leader* is the player to the declarer's left. *Double dummy* are the tricks that a declarer
takes when everybody sees all cards; at the table it is mostly within two of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.sessions.core.domain.adjustment import Notation
from events.sessions.core.domain.contract import (
    Contract,
    Played,
    Seat,
    Side,
    Strain,
    is_redoubled_only,
    signed,
)
from events.sessions.core.domain.line_result import (
    SEAT_NAMES,
    LineResult,
    contradiction,
    result_on_board,
    write_result,
)
from events.sessions.doubts.domain.values import (
    BoardLine,
    DealResults,
    Doubt,
    Rule,
    Verdict,
    declared_by,
    turned,
)
from events.sessions.hands.domain import Hands
from events.sessions.scoring.domain.imps import imps

_MIN_OTHERS = 4
"""The number of others that must disagree before a single line is doubted."""

_FAR_IMPS = 12

_CLEARLY_IMPS = 5
"""The distance that decides which of two results is the less likely."""

_SEEN_TWICE = 2

_ALL_TRICKS = {Strain.NO_TRUMP: 18}

_ALL_TRICKS_IN_A_SUIT = 16


def doubts_of_deal(deal: DealResults, hands: Hands | None = None) -> Iterator[Doubt]:
    """The doubts of one deal, one at most for a line; ``hands`` are its cards, where known."""
    # Equal results get one verdict together: a field of thousands has about a hundred.
    declared = _Declared.of(deal)
    far = _far_from_all(deal.scores)
    for line, *others in deal.by_result.values():
        verdict = (
            contradiction_of(line)
            or _lead_or_side(line, declared, deal, hands)
            or (unlikely_tricks(line, hands) if hands else None)
            or _redoubled(line, deal)
            or (_outlier(line, deal.total - 1) if line.score in far else None)
        )
        if verdict:
            yield from map(verdict.about, (line, *others))
    # Only where no line is missing here: the doubt names all of them.
    if deal.total == len(deal.lines) >= _SEEN_TWICE and not any(deal.scores):
        board = deal.lines[0].board
        message = sentence(
            "Board %(board)s is passed out at all %(tables)s tables.",
            board=board,
            tables=len(deal.lines),
        )
        yield Doubt(Rule.PASSED_OUT, board, tuple(line.key for line in deal.lines), message)


def _lead_or_side(
    line: BoardLine, declared: "_Declared", deal: DealResults, hands: Hands | None
) -> Verdict | None:
    """A lead that is impossible, or else a side that the other results contradict.

    Of sealed hands the lead proposes nothing: what the other results propose goes before it. They
    tell nothing of the hands.
    """
    lead = impossible_lead(line, hands) if hands else None
    if lead and not (hands and hands.is_sealed):
        return lead
    side = _wrong_side(line, declared, deal) or _lone_declarer(line, declared)
    side = side or _mirrored(line, deal)
    return side if side and (side.fixed or not lead) else lead


@dataclass(frozen=True, slots=True)
class _Declared:
    """Who declared what on a board: counts, and the best tricks, by strain and side.

    ``evidence`` counts with the lines that declared a strain the bare scores equal to theirs.
    """

    sides: Counter[Side] = field(default_factory=Counter)
    strains: Counter[tuple[Strain, Side]] = field(default_factory=Counter)
    evidence: Counter[tuple[Strain, Side]] = field(default_factory=Counter)
    seats: Counter[tuple[Strain, Seat]] = field(default_factory=Counter)
    contracts: Counter[tuple[Strain, Side, Contract]] = field(default_factory=Counter)
    max_tricks: Counter[tuple[Strain, Side]] = field(default_factory=Counter)

    @classmethod
    def of(cls, deal: DealResults) -> "_Declared":
        declared = cls()
        scored: defaultdict[int | None, set[tuple[Strain, Side]]] = defaultdict(set)
        for result, count in deal.results.items():
            played = result.declared
            if played is None:
                continue
            contract, seat = played.contract, played.declarer
            key = (contract.strain, seat.side)
            declared.sides[seat.side] += count
            declared.strains[key] += count
            declared.seats[contract.strain, seat] += count
            declared.contracts[(*key, contract)] += count
            declared.max_tricks[key] = max(declared.max_tricks[key], played.tricks)
            scored[result.score_ns].add(key)
        declared.evidence.update(declared.strains)
        for result, count in deal.results.items():
            if result.declared is None:
                declared.evidence.update(dict.fromkeys(scored[result.score_ns], count))
        return declared

    def usual_seat(self, strain: Strain, side: Side) -> Seat | None:
        """The seat of a side that declared a strain most often."""
        seats = [seat for seat in Seat if seat.side is side and self.seats[strain, seat]]
        return max(seats, key=lambda seat: self.seats[strain, seat], default=None)

    def usual_contract(self, strain: Strain, side: Side) -> Contract:
        """The contract in which a side declared a strain most often; among equals the first by
        its text, whatever the order of the lines.
        """
        counts = {key[2]: n for key, n in self.contracts.items() if key[:2] == (strain, side)}
        return min(counts, key=lambda contract: (-counts[contract], str(contract)))


def _wrong_side(line: BoardLine, declared: _Declared, deal: DealResults) -> Verdict | None:
    played = line.result.declared
    if played is None:
        return None
    contract, seat = played.contract, played.declarer
    own, other = (contract.strain, seat.side), (contract.strain, seat.side.opponents)
    if not declared.strains[other]:
        return None
    # Both sides may declare a strain, but hardly with so many tricks between them.
    maximum = _ALL_TRICKS.get(contract.strain, _ALL_TRICKS_IN_A_SUIT)
    if declared.max_tricks[own] + declared.max_tricks[other] <= maximum:
        return None
    # The side with more evidence is taken to be right.
    if declared.evidence[other] < declared.evidence[own]:
        return None
    if declared.evidence[other] == declared.evidence[own]:
        usual = declared.usual_seat(*other) or seat
        if declared.evidence[own] > 1 or _fits_better_than(line, usual, deal):
            return None
    return _as_usual(Rule.WRONG_SIDE, line, played, declared)


def _fits_better_than(line: BoardLine, declarer: Seat, deal: DealResults) -> bool:
    """Whether the score is clearly nearer to the others than another declarer’s would be."""
    if deal.total <= _SEEN_TWICE:
        return False
    other = declared_by(line.result, declarer, line.board).score_ns or 0
    now = deal.distance(line.score, without=line.score)
    return now + 5 <= deal.distance(other, without=line.score)


def _lone_declarer(line: BoardLine, declared: _Declared) -> Verdict | None:
    played = line.result.declared
    if played is None:
        return None
    contract, seat = played.contract, played.declarer
    if declared.sides[seat.side] != 1:
        return None
    if declared.sides[seat.side.opponents] < _MIN_OTHERS:
        return None
    if declared.usual_seat(contract.strain, seat.side.opponents):
        return _as_usual(Rule.LONE_DECLARER, line, played, declared)
    message = sentence(
        "%(count)s of %(all)s times %(side)s declared: only here did %(seat)s.",
        count=declared.sides[seat.side.opponents],
        all=declared.sides.total(),
        side=_side_name(seat.side.opponents),
        seat=Sentence(SEAT_NAMES[seat.value]),
    )
    return Verdict(Rule.LONE_DECLARER, message)


def _as_usual(rule: Rule, line: BoardLine, played: Played, declared: _Declared) -> Verdict:
    """The verdict that names the usual declarer of this strain, and corrects the declarer."""
    strain, side = played.contract.strain, played.declarer.side.opponents
    usual = declared.usual_seat(strain, side) or played.declarer
    message = sentence(
        "%(count)s of %(all)s played %(contract)s by %(side)s — declarer %(seat)s?",
        count=declared.strains[strain, side],
        all=declared.sides.total(),
        contract=Notation(declared.usual_contract(strain, side)),
        side=_side_name(side),
        seat=Sentence(SEAT_NAMES[usual.value]),
    )
    return Verdict(rule, message, declared_by(line.result, usual, line.board))


def _mirrored(line: BoardLine, deal: DealResults) -> Verdict | None:
    opposite = deal.scores[-line.score]
    # The opposite of 0 is 0.
    if line.score == 0 or deal.scores[line.score] != 1 or opposite < _SEEN_TWICE:
        return None
    message = sentence(
        "%(opposite)s was scored %(count)s times, %(score)s nowhere else — the other side’s?",
        opposite=signed(-line.score),
        count=opposite,
        score=signed(line.score),
    )
    return Verdict(Rule.MIRRORED, message, _usual_result(-line.score, line.result, deal))


def _usual_result(score: int, now: LineResult, deal: DealResults) -> LineResult:
    """A bare score stays bare; a contract becomes the one that others have with this score: the
    commonest, among equals the first by its text, whatever the order of the lines.
    """
    if now.played is None:
        return LineResult(score_ns=score)
    counts: Counter[LineResult] = Counter()
    for result, count in deal.results.items():
        if result.score_ns == score:
            counts[replace(result, lead=None)] += count
    return min(counts, key=lambda result: (-counts[result], write_result(result)))


def _redoubled(line: BoardLine, deal: DealResults) -> Verdict | None:
    """A bare score that needs a redouble, which is rare; nobody else has it."""
    if line.result.played is not None or deal.scores[line.score] != 1:
        return None
    if not is_redoubled_only(line.score, line.board):
        return None
    message = sentence(
        "Only a redoubled contract gives %(score)s on board %(board)s.",
        score=signed(line.score),
        board=line.board,
    )
    return Verdict(Rule.REDOUBLED, message)


def _far_from_all(scores: Counter[int]) -> frozenset[int]:
    """Scores that occur once and are far from each of enough others."""
    if scores.total() <= _MIN_OTHERS:
        return frozenset()
    return frozenset(
        score
        for score, count in scores.items()
        if count == 1
        and all(abs(imps(score - other)) > _FAR_IMPS for other in scores if other != score)
    )


def _outlier(line: BoardLine, others: int) -> Verdict:
    message = sentence(
        "%(score)s is more than %(imps)s IMPs from each of the %(others)s other results.",
        score=signed(line.score),
        imps=_FAR_IMPS,
        others=others,
    )
    return Verdict(Rule.OUTLIER, message)


_SIDES = {Side.NS: gettext_noop("NS"), Side.EW: gettext_noop("EW")}


def _side_name(side: Side) -> Sentence:
    return Sentence(_SIDES[side])


FAR_TRICKS: Final = 3
"""A result this many tricks from double dummy is doubted."""

_NEAR_TRICKS: Final = 1
"""The other side's declarer is proposed where its tricks are as near as this."""

_LEFT: Final = dict(zip("NESW", "ESWN", strict=True))

_RIGHT: Final = {left: seat for seat, left in _LEFT.items()}


def contradiction_of(line: BoardLine) -> Verdict | None:
    """The score is not what the contract gives, as some programs' files have it."""
    played = line.result.played
    if played is None:
        return None
    given = result_on_board(played, line.board)
    wrong = contradiction(line.score, given, line.board)
    return Verdict(Rule.CONTRADICTION, wrong) if wrong else None


def impossible_lead(line: BoardLine, hands: Hands) -> Verdict | None:
    """The leader does not have the card; whoever has it would lead to the player on the right."""
    played, lead = line.result.declared, line.result.lead
    if played is None or lead is None:
        return None
    leader, holder = Seat(_LEFT[played.declarer]), hands.holder(lead)
    if holder is leader:
        return None
    if hands.is_sealed:
        return Verdict(
            Rule.LEAD,
            sentence(
                "%(leader)s did not have the %(card)s.", leader=_name(leader), card=Notation(lead)
            ),
        )
    declarer = Seat(_RIGHT[holder])
    # A card that was misread says nothing of the declarer: only one who fits is proposed.
    fits = _distance(line.result, declarer, hands) <= _distance(line.result, played.declarer, hands)
    proposal = gettext_noop(
        "%(leader)s did not have the %(card)s, %(holder)s had it — declarer %(declarer)s?"
    )
    plain = gettext_noop("%(leader)s did not have the %(card)s, %(holder)s had it.")
    message = sentence(
        proposal if fits else plain,
        leader=_name(leader),
        card=Notation(lead),
        holder=_name(holder),
        **({"declarer": _name(declarer)} if fits else {}),
    )
    fixed = declared_by(line.result, declarer, line.board) if fits else None
    return Verdict(Rule.LEAD, message, fixed)


def unlikely_tricks(line: BoardLine, hands: Hands) -> Verdict | None:
    """Three tricks or more from double dummy; the other side where that fits."""
    played = line.result.declared
    if played is None or (played.declarer, played.contract.strain) not in hands.tricks:
        return None
    if _distance(line.result, played.declarer, hands) < FAR_TRICKS:
        return None
    other = turned(line.result, line.board)
    declarer = other.declared.declarer if other.declared else played.declarer
    fits = _distance(other, declarer, hands) <= _NEAR_TRICKS
    proposal = gettext_noop(
        "%(played)s: %(tricks)s tricks, double dummy %(makeable)s — declarer %(declarer)s?"
    )
    plain = gettext_noop("%(played)s: %(tricks)s tricks, double dummy %(makeable)s.")
    message = sentence(
        proposal if fits else plain,
        played=Notation(played),
        tricks=played.tricks,
        makeable=hands.tricks[played.declarer, played.contract.strain],
        **({"declarer": _name(declarer)} if fits else {}),
    )
    return Verdict(Rule.TRICKS, message, other if fits else None)


def _distance(result: LineResult, declarer: Seat, hands: Hands) -> int:
    """How many tricks from double dummy, if this seat had declared; 0 where nobody knows."""
    played = result.declared
    if played is None:
        return 0
    makeable = hands.tricks.get((declarer, played.contract.strain), played.tricks)
    return abs(played.tricks - makeable)


def _name(seat: Seat) -> Sentence:
    return Sentence(SEAT_NAMES[seat.value])
