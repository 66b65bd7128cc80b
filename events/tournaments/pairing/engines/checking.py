"""The rounds of a file judged: each is paired anew from those before it, as the file has them.

A round that no engine here can judge says why: its system is another one, the round before has no
games, or the rules know no pairing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence, verbatim
from events.tournaments.core.domain.breaches import BY_HAND, IMPORT, pairs_of
from events.tournaments.core.domain.tournament import (
    BY_TABLE,
    DOUBLE_ROUND_ROBIN,
    ROUND_ROBIN,
    Tournament,
    kind_of,
)
from events.tournaments.pairing.domain.known_then import (
    LateResult,
    as_known,
    late_results,
    states_of,
)
from events.tournaments.pairing.domain.orders import (
    Game,
    Order,
    differing_byes,
    differing_games,
    order_of,
)
from events.tournaments.pairing.domain.proposal import Proposal, System, Task, is_paired
from events.tournaments.pairing.engines.systems import pair

RULES_OF = date(2026, 2, 1)
"""Since when the rules of the Dutch system are those that rounds are judged by."""

_OTHER_SWISS = ("DUBOV", "BURSTEIN", "LIM", "DOUBLESWISS", "2017")
"""Words of a type that is no Dutch system of today."""

_OTHER_SYSTEM = gettext_noop(
    "Its rounds are not judged: “%(system)s” is none of the systems that are known here."
)
_EARLIER_RULES = gettext_noop(
    "The tournament began on %(day)s; its rounds are judged by the rules of 1 February 2026."
)
_NOT_PAIRED = gettext_noop("Round %(round)s has no games.")
_FAILED = gettext_noop("Round %(round)s is not judged: it cannot be paired anew.")
_NOT_JUDGED = gettext_noop("Round %(round)s is not judged. %(why)s")
_EXCHANGED = gettext_noop(
    "Round %(round)s: the last two rounds of the first cycle are not exchanged, which is allowed."
)
_RULES = gettext_noop("The rules pair %(ours)s; the file has %(theirs)s.")
_EXPLAINED = gettext_noop("Round %(round)s: explained by the line “%(line)s”.")
_BYE = gettext_noop("bye %(number)s")
_NOTHING = gettext_noop("nothing")
_AND = gettext_noop("%(some)s, %(more)s")

MOST_NAMED = 12
"""Pairs that a sentence names."""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """``ok`` is ``None`` where the round is not judged. ``differs`` are pairs, White first, and
    byes with 0, that either the file or the rules have alone; ``why`` says it in a sentence."""

    number: int
    ok: bool | None
    differs: tuple[Game, ...] = ()
    why: Sentence | None = None


@dataclass(frozen=True, slots=True)
class RoundsCheck:
    """``system`` is the word of the system; ``notes`` say what was not judged, and why."""

    system: str
    rounds: tuple[RoundCheck, ...]
    notes: tuple[Sentence, ...] = ()


def check_rounds(tournament: Tournament, *, type_code: str = "") -> RoundsCheck:
    """Every round up to the last one with games; ``type_code`` is that of a record 192."""
    numbers = range(1, last_paired(tournament) + 1)
    if other := _other_system(tournament, type_code):
        note = sentence(_OTHER_SYSTEM, system=other)
        skipped = tuple(RoundCheck(number, None, (), note) for number in numbers)
        return RoundsCheck(other, skipped, (note,))
    system = _system(tournament)
    notes = []
    if system is System.DUTCH and tournament.start and tournament.start < RULES_OF:
        notes.append(sentence(_EARLIER_RULES, day=tournament.start.isoformat()))
    rounds = []
    late = late_results(tournament)
    known = (0,) * len(late)
    for number in numbers:
        found, known = _check_as_known(tournament, number, late, known)
        rounds.append(found)
        if found.why and found.ok is None:
            notes.append(sentence(_NOT_JUDGED, round=number, why=found.why))
        elif found.why and found.ok:
            notes.append(found.why)
    return RoundsCheck(system.value, tuple(rounds), tuple(notes))


def _check_as_known(
    tournament: Tournament, number: int, late: tuple[LateResult, ...], known: tuple[int, ...]
) -> tuple[RoundCheck, tuple[int, ...]]:
    """A round against the rules, with the results of the rounds before it as they may have been
    known, and how much of them is ``known`` from there on; what its own line names is right."""
    before = tuple(each for each in late if each.round < number)
    least = tuple(some for each, some in zip(late, known, strict=True) if each.round < number)
    found = None
    for state in states_of(before, least):
        tried = check_round(as_known(tournament, before, state), number)
        explaining = _line_of(tournament, tried)
        if tried.ok is False and explaining:
            tried = RoundCheck(
                number, ok=True, why=sentence(_EXPLAINED, round=number, line=explaining)
            )
        if (
            found is None
            or tried.ok
            or (found.ok is False and len(tried.differs) <= len(found.differs))
        ):
            found = tried
        if tried.ok:
            lines = [
                each.lines[some]
                for each, some in zip(before, state, strict=True)
                if some < len(each.before)
            ]
            if lines and not tried.why:
                text = " ".join(lines)
                found = replace(found, why=sentence(_EXPLAINED, round=number, line=text))
            by_line = dict(zip(before, state, strict=True))
            return found, tuple(
                by_line.get(each, some) for each, some in zip(late, known, strict=True)
            )
        if tried.ok is None:
            break
    return found or check_round(tournament, number), known


def _line_of(tournament: Tournament, found: RoundCheck) -> str:
    """The lines of a round that name exactly what differs; empty where none do."""
    told = [
        each
        for each in tournament.breaches
        if each.round == found.number and each.kind in (BY_HAND, IMPORT)
    ]
    differs = frozenset(found.differs)
    for each in told:
        if pairs_of(each) == differs:
            return each.line
    every: frozenset[Game] = frozenset()
    for each in told:
        every ^= pairs_of(each)
    return " ".join(each.line for each in told) if told and every == differs else ""


def check_round(tournament: Tournament, number: int) -> RoundCheck:
    """A round against the rules."""
    if not is_paired(tournament, number):
        return RoundCheck(number, None, (), sentence(_NOT_PAIRED, round=number))
    try:
        order = order_of(tournament, number)
        proposal = pair(order.task)
    except Refused as refusal:
        return RoundCheck(number, None, (), refusal.problems[0].message)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - a library's own mistake is no mistake of the file
        return RoundCheck(number, None, (), sentence(_FAILED, round=number))
    differs = _differs(order, proposal)
    if differs and order.system is System.DOUBLE_ROUND_ROBIN and _is_unexchanged(order):
        return RoundCheck(number, ok=True, why=sentence(_EXCHANGED, round=number))
    if not differs:
        return RoundCheck(number, ok=True)
    ours = {(each.white, each.black) for each in proposal.pairs}
    ours |= {(bye, 0) for bye in (*proposal.byes, *order.byes)}
    values = {
        "ours": _named(each for each in differs if each in ours),
        "theirs": _named(each for each in differs if each not in ours),
    }
    return RoundCheck(number, ok=False, differs=differs, why=sentence(_RULES, **values))


def last_paired(tournament: Tournament) -> int:
    """The last round with games."""
    most = max((len(entrant.results) for entrant in tournament.entrants), default=0)
    return next((each for each in range(most, 0, -1) if is_paired(tournament, each)), 0)


def _differs(order: Order, proposal: Proposal) -> tuple[Game, ...]:
    byes = [(number, 0) for number in differing_byes(order, proposal)]
    return tuple(sorted([*differing_games(order, proposal), *byes]))


def _is_unexchanged(order: Order) -> bool:
    """Whether a round of a double round robin is right where the last two of the first cycle are
    played in the order of the table, which C.05 leaves to the organiser."""
    task = order.task
    if not isinstance(task, Task):
        return False
    cycle = len(task.tournament.entrants) - 1 + len(task.tournament.entrants) % 2
    if task.round not in (cycle - 1, cycle):
        return False
    other = pair(replace(task, round=2 * cycle - 1 - task.round))
    return not _differs(order, other)


def _system(tournament: Tournament) -> System:
    """The system that the rounds are paired by."""
    return order_of(tournament, 1).system


def _other_system(tournament: Tournament, type_code: str) -> str:
    """The word of a system that is not judged; empty for those that are."""
    words = type_code.upper() or tournament.kind.upper()
    for each in _OTHER_SWISS:
        if each in words.replace("-", " ").replace("_", " ").split() or f"({each})" in words:
            return (type_code or tournament.kind).strip()
    kind = kind_of(tournament.kind)
    judged = kind not in BY_TABLE or kind in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
    return "" if judged and tournament.go is None else tournament.kind


def _named(games: Iterable[Game]) -> Sentence:
    """``1–4, 2–5, bye 7``."""
    texts = list(_texts(games))
    if not texts:
        return Sentence(_NOTHING)
    shown = texts[:MOST_NAMED]
    if len(texts) > len(shown):
        shown.append(verbatim("…"))
    found = shown[0]
    for text in shown[1:]:
        found = sentence(_AND, some=found, more=text)
    return found


def _texts(games: Iterable[Game]) -> Iterator[Sentence]:
    for white, black in games:
        yield verbatim(f"{white}–{black}") if black else sentence(_BYE, number=white)
