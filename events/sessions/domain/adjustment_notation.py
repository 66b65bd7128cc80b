"""Adjusted scores in the notation that players know: ``A60/40``, ``60 % 4♠N= +420, 40 % …``."""

from dataclasses import dataclass

from clubscore.problems import Localized, Sentence, gettext_noop, sentence, with_decimals
from events.common.domain.rounding import at_most_two_decimals
from events.sessions.domain.adjustments import (
    Adjustment,
    Artificial,
    Average,
    Award,
    Component,
    Split,
    Weighted,
)
from events.sessions.domain.card import Card
from events.sessions.domain.contract import Contract
from events.sessions.domain.played_contract import Played
from events.sessions.domain.scoring.contract_score import signed
from events.sessions.domain.typing.letters import letters_of


@dataclass(frozen=True, slots=True)
class Notation(Localized):
    """What is written with letters or decimals, in those of each language."""

    value: Artificial | Weighted | Contract | Played | Card

    def in_language(self, language: str) -> str:
        letters = letters_of(language)
        match self.value:
            case Artificial(ns, ew):
                return _artificial(ns, ew, language)
            case Weighted():
                return _weighted(self.value, language)
            case Contract():
                return letters.show_contract(self.value)
            case Played():
                return letters.show_played(self.value)
        return letters.show_card(self.value)


def notation(adjustment: Adjustment) -> Sentence:
    """The usual notation; a word only where there is none."""
    match adjustment:
        case Artificial() | Weighted():
            return sentence("%(text)s", text=Notation(adjustment))
        case Split(ns, ew):
            both = gettext_noop("NS %(ns)s; EW %(ew)s")
            return sentence(both, ns=Notation(ns), ew=Notation(ew))
    return sentence(gettext_noop("not played"))


def _artificial(ns: Award, ew: Award, language: str) -> str:
    """``A60/40``, ``A+/A−``, ``A+/A40``; ``A=`` for average to both."""
    if ns is Average.EQUAL and ew is Average.EQUAL:
        return "A="
    if isinstance(ns, Average) or isinstance(ew, Average):
        return f"A{_award(ns, language)}/A{_award(ew, language)}"
    return f"A{_award(ns, language)}/{_award(ew, language)}"


def _weighted(weighted: Weighted, language: str) -> str:
    """``4♠N= +420`` for an assigned score, ``60 % 4♠N= +420, 40 % −50`` for a weighted one."""
    if weighted.assigned:
        return _component(weighted.assigned, language)
    return ", ".join(
        f"{with_decimals(at_most_two_decimals(part.weight * 100), language)} %"
        f" {_component(part, language)}"
        for part in weighted.components
    )


def _component(component: Component, language: str) -> str:
    """The score, after its contract where that is known."""
    score = signed(component.score_ns)
    if isinstance(component.played, Played):
        return f"{letters_of(language).show_played(component.played)} {score}"
    return score


def _award(award: Award, language: str) -> str:
    if isinstance(award, Average):
        return award.value.replace("-", "−")
    return with_decimals(at_most_two_decimals(award), language)
