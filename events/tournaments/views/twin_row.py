"""The stored tournament that a file is of, and what the file would change in it, in words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Tournament as StoredTournament
from events.tournaments.domain.reading_again import Change, Differences
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.selectors.reading_again import differences_of, state_of
from events.tournaments.selectors.tournaments import twin
from events.tournaments.views.krause_rows import name_of, result_text

MAX_NAMES = 8
"""How many players or results are named; of the rest only their number."""


@dataclass(frozen=True, slots=True)
class TwinRow:
    """``seen`` goes through the form, so that nothing is stored over a newer state."""

    name: str
    url: str
    slug: str
    seen: str
    changes: tuple[str, ...]


def twin_row(value: Tournament) -> TwinRow | None:
    """The tournament that has the name and the first day of this file; ``None`` without one."""
    found = twin(value)
    if found is None:
        return None
    return TwinRow(
        name=found.name,
        url=found.get_absolute_url(),
        slug=found.slug,
        seen=state_of(found),
        changes=tuple(_changes(differences_of(found, value))),
    )


def _changes(found: Differences) -> list[str]:
    lines = []
    if found.new:
        new = ngettext("%(count)s new result", "%(count)s new results", found.new)
        lines.append(new % {"count": found.new})
    if found.changed:
        lines.append(_("results that differ: %(list)s") % {"list": _listed(found.changed)})
    for entrants, text in (
        (found.added, _("new players: %(list)s")),
        (found.removed, _("players who are not in the file, and are removed: %(list)s")),
        (found.corrected, _("players whose data differ: %(list)s")),
    ):
        if entrants:
            lines.append(text % {"list": _listed(entrants)})
    if found.renumbered:
        lines.append(_("starting numbers that change: %(count)s") % {"count": found.renumbered})
    if found.facts:
        labels = ", ".join(map(_label, found.facts))
        lines.append(_("facts of the tournament: %(list)s") % {"list": labels})
    return lines


def _listed(what: tuple[Entrant, ...] | tuple[Change, ...]) -> str:
    texts = [_shown(each) for each in what[:MAX_NAMES]]
    if more := len(what) - len(texts):
        texts.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    return "; ".join(texts)


def _shown(each: Entrant | Change) -> str:
    if isinstance(each, Entrant):
        return name_of(each)
    return _("%(name)s in round %(round)s: %(before)s → %(after)s") % {
        "name": name_of(each.entrant),
        "round": each.round,
        "before": result_text(each.before) or "–",
        "after": result_text(each.after) or "–",
    }


def _label(fact: str) -> str:
    """What the pages call a fact of a tournament."""
    other = {
        "system": _("points"),
        "teams": _("teams"),
        "rounds": _("rounds"),
        "round_dates": _("days of the rounds"),
    }
    if fact in other:
        return other[fact]
    field: Any = StoredTournament._meta.get_field(fact)
    return str(field.verbose_name)
