"""In words how the points of a list came about."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.common.views import figures
from events.models import PointsRule
from events.sessions.domain.teams.club_points import (
    EBU_STEPS,
    FieldKind,
    Rule,
    abf_a_table,
)
from events.sessions.services.club_points import Field, tables_of


def points_text(hundredths: int) -> str:
    """Club points as they are printed, with two decimals."""
    return figures.percentage(Fraction(hundredths, 100))


def explained(rule: PointsRule, field: Field) -> str:
    """What was compared, who gets points and how many; a weight is said where it is not the
    usual one."""
    sentences = [_compared(rule, field), _awards(rule, field)]
    if not rule.is_own and rule.weight is not None:
        sentences.append(_("Weight: %(weight)s.") % {"weight": rule.weight})
    return " ".join(sentences)


def _compared(rule: PointsRule, field: Field) -> str:
    number = field.size
    match field.kind:
        case FieldKind.TEAMS:
            text = ngettext("%(number)s team.", "%(number)s teams.", number)
            return text % {"number": number}
        case FieldKind.INDIVIDUAL:
            text = ngettext("%(number)s player compared", "%(number)s players compared", number)
        case _:
            text = ngettext("%(number)s pair compared", "%(number)s pairs compared", number)
    compared = text % {"number": number}
    if rule.is_own:
        return f"{compared}."
    tables = tables_of(Rule(rule.preset), field)
    at = ngettext("%(tables)s table that counts", "%(tables)s tables that count", tables)
    return f"{compared}, {at % {'tables': tables}}."


def _awards(rule: PointsRule, field: Field) -> str:
    match rule.preset:
        case PointsRule.Preset.EBU:
            step, least = EBU_STEPS[field.kind]
            text = _(
                "A third of a field of full tables gets points: the last %(least)s, everybody "
                "before %(step)s more. Shared places have the mean."
            )
            if field.kind is FieldKind.INDIVIDUAL:
                text = _(
                    "A third of a field of full tables gets points, in steps of %(step)s, at "
                    "least %(least)s. Shared places have the mean."
                )
            return text % {"step": points_text(step), "least": points_text(least)}
        case PointsRule.Preset.ABF:
            values = {"number": points_text(abf_a_table(field.kind))}
            if field.kind is FieldKind.TEAMS:
                text = _(
                    "A third of the field gets points: the first %(number)s a team times the "
                    "weight (usually 1.5), the second 70 per cent of that, the others its half, "
                    "third, quarter and so on. Shared places have the mean."
                )
            else:
                text = _(
                    "Half of the field gets points: the first %(number)s a table times the "
                    "weight (usually 1.5), the second 70 per cent of that, the others its half, "
                    "third, quarter and so on. Shared places have the mean."
                )
            return text % values
        case PointsRule.Preset.ACBL:
            return _(
                "Two fifths of the field get points: the first 0.10 for each compared, at most "
                "1.50, the next 70, 50 and 35 per cent, the others a fifth, a sixth and so on. "
                "Shared places have the mean."
            )
    return _own(rule)


def _own(rule: PointsRule) -> str:
    text = _("%(part)s per cent of the field gets points, in steps of %(step)s.")
    sentences = [text % {"part": rule.part, "step": rule.step}]
    if rule.least is not None:
        sentences.append(_("At least %(points)s.") % {"points": rule.least})
    if rule.most is not None:
        sentences.append(_("At most %(points)s.") % {"points": rule.most})
    sentences.append(
        _("Shared places have the points of the best of them.")
        if rule.ties == PointsRule.Ties.BEST
        else _("Shared places have the mean.")
    )
    return " ".join(sentences)
