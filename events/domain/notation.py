"""Adjusted scores in the notation that players know: ``A60/40``, ``60 % 4♠N= +420, 40 % …``."""

from clubscore.problems import Sentence, gettext_noop, sentence
from events.domain.adjustments import (
    Adjustment,
    Artificial,
    Average,
    Award,
    Component,
    Split,
    Weighted,
)
from events.domain.played import Played
from events.domain.rounding import at_most_two_decimals
from events.domain.score import signed


def notation(adjustment: Adjustment) -> Sentence:
    """The usual notation; a word only where there is none."""
    match adjustment:
        case Artificial(ns, ew):
            return _as_it_is(artificial_notation(ns, ew))
        case Weighted():
            return _as_it_is(weighted_notation(adjustment))
        case Split(ns, ew):
            both = gettext_noop("NS %(ns)s; EW %(ew)s")
            return sentence(both, ns=weighted_notation(ns), ew=weighted_notation(ew))
    return sentence(gettext_noop("not played"))


def artificial_notation(ns: Award, ew: Award) -> str:
    """``A60/40``, ``A+/A−``, ``A+/A40``; ``A=`` for average to both."""
    if ns is Average.EQUAL and ew is Average.EQUAL:
        return "A="
    if isinstance(ns, Average) or isinstance(ew, Average):
        return f"A{_award(ns)}/A{_award(ew)}"
    return f"A{_award(ns)}/{_award(ew)}"


def weighted_notation(weighted: Weighted) -> str:
    """``4♠N= +420`` for an assigned score, ``60 % 4♠N= +420, 40 % −50`` for a weighted one."""
    if weighted.assigned:
        return component_notation(weighted.assigned)
    return ", ".join(
        f"{at_most_two_decimals(part.weight * 100)} % {component_notation(part)}"
        for part in weighted.components
    )


def component_notation(component: Component) -> str:
    """The score, after its contract where that is known."""
    score = signed(component.score_ns)
    if isinstance(component.played, Played):
        return f"{component.played.symbols} {score}"
    return score


def _award(award: Award) -> str:
    if isinstance(award, Average):
        return award.value.replace("-", "−")
    return at_most_two_decimals(award)


def _as_it_is(text: str) -> Sentence:
    return sentence("%(text)s", text=text)
