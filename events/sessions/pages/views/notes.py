"""Rulings, penalties and exchanged seats in words, for the foot of travellers and cards."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _, pgettext

from events.common.views import figures
from events.models import Penalty, Session, TravellerLine
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.lines import numbers, scheduled_text
from events.sessions.scoring.domain.settings import Method
from events.sessions.scoring.figures.scoring import PENALTY_UNITS
from events.sessions.scoring.selectors.contestants import Contestants
from events.sessions.scoring.selectors.lines import LineRecord, PenaltyRecord


def opponents_of(line: LineRecord, contestants: Contestants) -> str:
    """Who met at a line: ``3 against 8``."""
    ns = numbers([contestants[pk] for pk in line.ns])
    ew = numbers([contestants[pk] for pk in line.ew])
    return _("%(ns)s against %(ew)s") % {"ns": ns, "ew": ew}


def with_reason(text: str, law: str, reason: str) -> str:
    """``A60/40 (Law 12C2) – No play was possible.``"""
    if law:
        text = f"{text} ({law_text(law)})"
    return f"{text} – {reason}" if reason else text


def law_text(law: str) -> str:
    """``Law 12C2`` for a number; another text as it was typed."""
    return _("Law %(law)s") % {"law": law} if law[:1].isdecimal() else law


def ruling_notes(lines: Iterable[LineRecord], contestants: Contestants) -> list[str]:
    """A note for every line whose ruling has a law or a reason; its row has the notation."""
    return [
        f"{opponents_of(line, contestants)}: {ruling_with_reason(line)}"
        for line in lines
        if line.law or line.reason
    ]


def seat_notes(lines: Iterable[LineRecord], contestants: Contestants) -> list[str]:
    """A note for every line that was played by others than scheduled."""
    return [
        f"{opponents_of(line, contestants)}: {scheduled_text(line, contestants)}"
        for line in lines
        if not line.is_as_scheduled
    ]


def ruling_text(line: LineRecord) -> str:
    """The ruling on a line in the usual notation; empty without one."""
    return result_cells.adjustment(line.result.adjustment) if line.result.adjustment else ""


def ruling_with_reason(line: LineRecord) -> str:
    """The ruling on a line with its law and reason."""
    return with_reason(ruling_text(line), line.law, line.reason)


def deal_text(deal: str) -> str:
    """Which deal of a fouled board was played; empty for the original."""
    if not deal:
        return ""
    return {
        TravellerLine.Deal.CHANGED.value: _("changed deal"),
        TravellerLine.Deal.CHANGED_AGAIN.value: _("deal changed again"),
    }.get(deal, "")


def penalty_text(penalty: PenaltyRecord) -> str:
    """A penalty in the usual notation: ``PP −10 %``."""
    return _penalty(penalty.kind, penalty.amount)


def logged_penalty_text(logged: Mapping[str, Any]) -> str:
    """The same of a penalty as the log has it."""
    return _penalty(logged["kind"], Decimal(logged["amount"]))


def _penalty(kind: str, amount: Decimal) -> str:
    templates = {
        Penalty.Kind.PERCENT.value: pgettext("penalty", "PP −%(amount)s %%"),
        Penalty.Kind.MATCHPOINTS.value: pgettext("penalty", "PP −%(amount)s MP"),
        Penalty.Kind.IMPS.value: pgettext("penalty", "PP −%(amount)s IMP"),
        Penalty.Kind.POINTS.value: pgettext("penalty", "PP −%(amount)s"),
        Penalty.Kind.WARNING.value: pgettext("penalty", "PP 0, a warning"),
    }
    shown = figures.points(Fraction(amount))
    return (templates[kind] % {"amount": shown}).replace(" ", result_cells.NO_BREAK)


def penalty_note(penalty: PenaltyRecord, session: Session) -> str:
    """The penalty with its law and reason, and whether its unit counts in the method of scoring."""
    note = with_reason(penalty_text(penalty), penalty.law, penalty.reason)
    units = PENALTY_UNITS[Method(session.method)]
    if penalty.kind in (*units, Penalty.Kind.WARNING):
        return note
    uncounted = _("does not count: the session is scored by %(method)s")
    return f"{note} ({uncounted % {'method': session.get_method_display()}})"


def penalty_notes(
    penalties: Iterable[PenaltyRecord], contestants: Contestants, session: Session
) -> list[str]:
    """A note for every penalty, with whose it is."""
    return [
        " ".join(
            filter(
                None,
                (
                    contestants[penalty.contestant].label,
                    contestants[penalty.contestant].players_and_team,
                ),
            )
        )
        + f": {penalty_note(penalty, session)}"
        for penalty in penalties
    ]
