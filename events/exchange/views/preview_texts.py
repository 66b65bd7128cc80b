"""A session that could be imported in sentences: what it is, and how its scores agree with ours."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.exchange.domain.session_plan import Comparison, SessionPlan
from events.exchange.services.opening import Kind
from events.models import ImportedFile, Session
from events.sessions.domain.scoring.settings import Method, Settings

KINDS: Final[dict[Kind, Promise]] = {
    Kind.USEBIO: gettext_lazy("a session in USEBIO"),
    Kind.PBN: gettext_lazy("a session in PBN"),
    Kind.BWS: gettext_lazy("the database of Bridgemates (BWS)"),
    Kind.CSV: gettext_lazy("traveller lines (CSV)"),
    Kind.XLSX: gettext_lazy("traveller lines (a spreadsheet)"),
}


def facts(plan: SessionPlan, settings: Settings) -> list[tuple[str, str]]:
    """What would be stored, in numbers."""
    sections = sorted({each.key[0] for each in plan.contestants})
    matches = plan.matches
    played = (
        [
            (_("Teams or pairs"), str(len(matches.teams))),
            (_("Matches"), str(sum(each.away is not None for each in matches.matches))),
            (_("Rounds"), str(matches.rounds)),
        ]
        if matches
        else []
    )
    return [
        *([(_("Kind"), str(Session.Matches(matches.kind).label))] if matches else []),
        *played,
        (_("Method"), str(Session.Method(settings.method).label)),
        (_("Ranking"), str(Session.Winners(plan.winners).label)),
        (_("Sections"), ", ".join(sections)),
        (_("Contestants"), str(len(plan.contestants))),
        (_("Boards"), str(len({each.board for each in plan.lines}))),
        (_("Results"), str(len(plan.lines))),
        (_("Hands"), str(len(plan.hands)) if plan.hands else _("none")),
    ]


def explained(comparison: Comparison, *, is_matches: bool = False) -> list[str]:
    """How the published scores agree with ours, and the settings that explain it."""
    count, agreeing = comparison.published, comparison.agreeing
    if not count:
        return [_("The file publishes no scores, so there is nothing to compare.")]
    if agreeing == count:
        text = ngettext(
            "The published score agrees with ours.",
            "All %(count)s published scores agree with ours.",
            count,
        )
        return [text % {"count": count}, *_in_words(comparison.settings)]
    text = ngettext(
        "%(agreeing)s of %(count)s published score agrees with ours.",
        "%(agreeing)s of %(count)s published scores agree with ours.",
        count,
    )
    return [
        text % {"agreeing": agreeing, "count": count},
        *_in_words(comparison.settings),
        *([] if is_matches else [_untried(comparison.settings.method)]),
    ]


def _untried(method: Method) -> str:
    tried = {
        Method.MATCHPOINTS: _("Neuberg’s formula, small groups, rounding, 2 or 1 for a win"),
        Method.BUTLER: _("the results dropped of the datum"),
        Method.CROSS_IMPS: _("the sum or the mean of the comparisons"),
    }.get(method)
    if tried is None:
        return _("Total points have no settings that could explain the differences.")
    return _("No setting explains the other differences; these were tried: %(tried)s.") % {
        "tried": tried
    }


def _in_words(settings: Settings) -> list[str]:
    """The settings that are not the usual ones, in a sentence."""
    usual = Settings(method=settings.method, winners=settings.winners)
    words = []
    if settings.neuberg != usual.neuberg:
        words.append(_("boards with fewer results without Neuberg’s formula"))
    elif settings.small_groups != usual.small_groups:
        words.append(_("Neuberg’s formula also for small groups"))
    if settings.rounding != usual.rounding:
        words.append(str(Session.Rounding(settings.rounding).label))
    if settings.scale != usual.scale:
        words.append(str(Session.Scale(settings.scale).label))
    if settings.butler_drop != usual.butler_drop:
        dropped = Session.Dropped(settings.butler_drop).label
        words.append(_("dropped from the datum: %(dropped)s") % {"dropped": dropped})
    if settings.cross_imps_mean != usual.cross_imps_mean:
        words.append(_("the sum of the comparisons, not their mean"))
    if not words:
        return []
    return [_("This setting explains it: %(settings)s.") % {"settings": "; ".join(words)}]


def stored_text(stored: ImportedFile) -> str:
    """What the page says after an import."""
    said = _("The session is stored, finished and not published.")
    if not stored.published:
        return said
    agree = _("%(agreeing)s of %(published)s published scores agree with ours.")
    return f"{said} {agree % {'agreeing': stored.agreeing, 'published': stored.published}}"
