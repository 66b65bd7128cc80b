"""The log of a tournament in words."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, pgettext

from clubscore.text.sentences import translate
from clubscore.web.visitors import show_device
from events.common.views.log_text import changed, done_by
from events.models import (
    Entry,
    HallSettings,
    LineUpSeat,
    LogEntry,
    TeamBye,
    TeamForfeit,
    TeamsApart,
    Tournament,
)
from events.tournaments.core.domain.breaches import Breach
from events.tournaments.core.domain.pairings import write_komi
from events.tournaments.core.domain.results import (
    OPEN,
    Code,
    Colour,
    Outcome,
    describe_bye,
    show_outcome,
)
from events.tournaments.teams.views import Places, place_of

_RESULTS: Final = re.compile(r"(?<!\S)[*01½+−](?:[–:][01½+−])? → [*01½+−](?:[–:][01½+−])?(?!\S)")
"""A result and what it became; a browser would break the line at each dash."""


@dataclass(frozen=True, slots=True)
class LogRow:
    at: datetime.datetime
    user: str
    action: str
    what: SafeString
    reason: str


def log_rows(changes: Iterable[LogEntry], places: Places) -> list[LogRow]:
    return [
        LogRow(
            at=change.at,
            user=done_by(change) or shown_device(change.device),
            action=_action(change),
            what=_unbroken(described(change, places)),
            # All that was accepted is kept beside the reason, which has an end.
            reason=" ".join(change.after.get("accepted", ())) or change.reason,
        )
        for change in changes
    ]


_AGREED: Final = re.compile(
    r"Board (?P<board>\d+), (?P<first>.+?), agreed by (?P<second>.+?)(?P<same>, same device)?"
)

_DEVICE: Final = re.compile(r"(?:(?P<side>White|Black), )?device (?P<pk>\d+)(?: \((?P<name>.*)\))?")


def shown_device(text: str) -> str:
    """What the log has of phones, in the reader's language: ``Board 7, White, device 3 (Safari on
    iPhone), agreed by Black, device 9``."""
    agreed = _AGREED.fullmatch(text)
    if agreed is None:
        return _shown_phone(text)
    shown = _("Board %(board)s, %(first)s, agreed by %(second)s") % {
        "board": agreed["board"],
        "first": _shown_phone(agreed["first"]),
        "second": _shown_phone(agreed["second"]),
    }
    return f"{shown}, {_('same device')}" if agreed["same"] else shown


def _shown_phone(text: str) -> str:
    sides = {"White": pgettext("colour", "White"), "Black": pgettext("colour", "Black")}
    found = _DEVICE.fullmatch(text)
    if found is None:
        return sides.get(text, text)
    side = sides.get(found["side"] or "", "")
    phone = _("device %(number)s") % {"number": found["pk"]}
    name = f" ({show_device(found['name'])})" if found["name"] else ""
    return f"{side}, {phone}{name}" if side else f"{phone}{name}"


def _unbroken(text: str) -> SafeString:
    shown = _RESULTS.sub(r'<span class="text-nowrap">\g<0></span>', escape(text))
    return mark_safe(shown)  # noqa: S308 - escaped, and the mark is our own


def _action(change: LogEntry) -> str:
    was = change.before.get("outcome", Outcome.PENDING)
    if change.action == LogEntry.Action.ENTERED and was not in OPEN:
        return _("result corrected")
    return str(change.get_action_display())


def described(change: LogEntry, places: Places) -> str:
    """What was done, in words, from ``before`` and ``after``."""
    before, after = change.before, change.after
    if "board" in after:
        after = after | {"board": place_of(places, after["round"], after["board"])}
    if change.action == LogEntry.Action.BREACH:
        return Breach(after["round"], after["kind"], after["what"]).line
    if "lot" in after:
        white = after["lot"] == Colour.WHITE
        return (
            _("Drawn by lot: number 1 begins with White.")
            if white
            else _("Drawn by lot: number 1 begins with Black.")
        )
    if "goes_on" in after:
        return str(_("Round %(round)s, board %(board)s: %(goes_on)s goes on") % after)
    if "outcome" in after:
        return _game(before, after)
    if "bye" in after:
        return _("Round %(round)s, %(entry)s: %(before)s → %(after)s") % {
            **after,
            "before": _bye(before["bye"]),
            "after": _bye(after["bye"]),
        }
    if "games" in after:
        games = ", ".join(_pairings(after))
        byes = "".join(f", {number} {code}" for number, code in after["byes"].items())
        return _("Round %(round)s: %(pairings)s") % {
            "round": after["round"],
            "pairings": games + byes,
        }
    return _changes(before, after)


def _pairings(after: Mapping[str, Any]) -> Iterator[str]:
    """``2–10 h3``, ``6–4 k5.5``: the games with the stones and the komi that they were given."""
    stones, komis = after.get("handicaps", ()), after.get("komi", ())
    for (first, second), handicap, komi in zip_longest(after["games"], stones, komis):
        parts = [f"{first}–{second}", f"h{handicap}" if handicap else ""]
        parts.append(write_komi(Fraction(komi)) if komi else "")
        yield " ".join(filter(None, parts))


def _game(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    values = {**after, "before": _shown(before["outcome"]), "after": _shown(after["outcome"])}
    if before["white"] != after["white"]:
        return _("Round %(round)s, board %(board)s: colours changed, %(white)s has White") % values
    return (
        _("Round %(round)s, board %(board)s, %(white)s – %(black)s: %(before)s → %(after)s")
        % values
    )


def _shown(outcome: str) -> str:
    return show_outcome(Outcome(outcome)) or "*"


def _bye(code: str) -> str:
    return translate(describe_bye(Code(code)))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """``field: was → is`` for every field that differs, after whom it is about.

    In alphabetical order, for PostgreSQL does not preserve the order of a JSON object.
    """
    parts = [str(after.get("entry") or before.get("entry") or "")]
    if "round" in after:
        parts = [_("Round %(number)s") % {"number": after["round"]}]
    for field in sorted({*before, *after}, key=_label):
        was, now = _value(field, before.get(field)), _value(field, after.get(field))
        # Which numbers changed is kept for the lines of the tournament's file.
        is_named = field in ("entry", "numbers") or (field == "round" and "round" in after)
        if was != now and not is_named:
            parts.append(f"{_label(field)}: {changed(was, now)}")
    return ", ".join(part for part in parts if part)


_OF_TEAMS = (TeamBye, TeamForfeit, LineUpSeat, TeamsApart)
"""Models whose rows are logged whole, under the name of the model."""


def _label(field: str) -> str:
    """What the pages call a field of a tournament or an entry."""
    for model in (Tournament, Entry, HallSettings):
        with suppress(FieldDoesNotExist):
            found: Any = model._meta.get_field(field)
            # A reverse relation, such as its rounds, has no name to show.
            if found.concrete:
                return str(found.verbose_name)
    return {
        "added": _("added"),
        "removed": _("removed"),
        "numbered": _("numbered"),
        "players": _("players"),
        "phones": _("players’ phones"),
        "rounds": _("rounds"),
        "team_matches": _("matches between teams"),
        **{str(team._meta.model_name): str(team._meta.verbose_name) for team in _OF_TEAMS},
    }.get(field, field)


def _value(field: str, value: Any) -> str:
    """A value in words: switches of phones are on or off, their preset has a name."""
    text = _text(value)
    if field == "preset":
        return str(dict(HallSettings.Preset.choices).get(text, text))
    if field == "decision":
        return str(dict(HallSettings.Decision.choices).get(text, text))
    if field in _SWITCHES:
        return {"True": pgettext("switch", "on"), "False": pgettext("switch", "off")}.get(
            text, text
        )
    return text


_SWITCHES: Final = {
    "phones",
    *(
        field.name
        for field in HallSettings._meta.get_fields()
        if isinstance(field, models.BooleanField)
    ),
}


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return "" if value is None or value == "None" else str(value)
