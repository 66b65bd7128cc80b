"""Doubts that a line raises without the others of its board: against itself, and against the hands.

The *leader* is the player to the declarer's left. *Double dummy* are the tricks that a declarer
takes when everybody sees all cards; at the table it is mostly within two of them.
"""

from typing import Final

from clubscore.problems import Sentence, gettext_noop, sentence
from events.sessions.domain.adjustment_notation import Notation
from events.sessions.domain.contract import Seat
from events.sessions.domain.doubts.values import (
    BoardLine,
    Hands,
    Rule,
    Verdict,
    declared_by,
    turned,
)
from events.sessions.domain.line_result import (
    SEAT_NAMES,
    LineResult,
    contradiction,
    result_on_board,
)

FAR_TRICKS: Final = 3
"""So many tricks from double dummy are doubted."""
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
        sealed = gettext_noop("%(leader)s did not have the %(card)s.")
        return Verdict(Rule.LEAD, sentence(sealed, leader=_name(leader), card=Notation(lead)))
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
        "%(contract)s by %(seat)s: %(tricks)s tricks, double dummy %(makeable)s — declarer"
        " %(declarer)s?"
    )
    plain = gettext_noop("%(contract)s by %(seat)s: %(tricks)s tricks, double dummy %(makeable)s.")
    message = sentence(
        proposal if fits else plain,
        contract=Notation(played.contract),
        seat=_name(played.declarer),
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
