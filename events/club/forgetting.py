"""Forgetting a player in what the events store beside the register.

Results refer to players by number and stay. But tournament entries have names and facts of their
own, lines of a file are stored as they were, and the log has names as they were typed. See
:mod:`players.services.erasure`.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, cast

from django.contrib.admin.models import LogEntry as AdminEntry
from django.db.models import Field, Model, Q, QuerySet

from events.common.services import lock_tournament
from events.models import (
    BatchFile,
    BridgeMatch,
    BridgeTeam,
    BridgeWebsEvent,
    ClubSite,
    Deletion,
    Entry,
    HallCall,
    HallClock,
    HallRequest,
    HallSettings,
    HallSubmission,
    ImportedFile,
    LineClaim,
    LinePlay,
    LogEntry,
    Penalty,
    RoundClock,
    Series,
    Session,
    Submission,
    TableCall,
    TableProposal,
    Team,
    Tournament,
    TravellerLine,
)
from events.sessions.cardplay.domain.auction import fitted
from events.tournaments.core.services import tell_apart
from players.domain.names import Name
from players.history import Erasure

PRIVATE = ("born",)
"""The private facts of an entry."""

PERSONAL = (
    "family", "given", "sex", "title", "federation", "identity", "egd_pin", "born", "club",
)  # fmt: skip
"""The personal facts of an entry; rating and grade belong to the results."""

_RESULTS = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)
"""Log actions whose entries name nobody, but in a reason."""

WRITTEN: Final[Mapping[type[Model], Sequence[str]]] = {
    AdminEntry: ("object_repr", "change_message"),
    BatchFile: ("remarks",),
    BridgeMatch: ("reason",),
    BridgeTeam: ("name", "reason"),
    BridgeWebsEvent: ("answer",),
    ClubSite: ("contact", "reason"),
    Deletion: ("title",),
    HallCall: ("note",),
    HallClock: ("message", "before", "text"),
    HallRequest: ("note", "reason"),
    HallSettings: ("announcements",),
    HallSubmission: ("sent", "answer"),
    ImportedFile: ("name", "differing"),
    LineClaim: ("note", "reason"),
    LinePlay: ("auction",),
    Penalty: ("reason",),
    RoundClock: ("message", "before"),
    Series: ("name",),
    Session: ("title",),
    Submission: ("sent", "answer"),
    TableCall: ("note",),
    TableProposal: ("proposal",),
    Team: ("name", "name_key"),
    Tournament: ("name", "kind", "chief_arbiter", "deputies"),
    TravellerLine: ("reason",),
}
"""Where somebody writes what they want, and may write a name: at a desk or at a table."""


def forget_in_sessions(erasure: Erasure) -> None:
    """Replace the old names by the new one wherever names were entered in a session."""
    if erasure.name is None:
        return
    replacement = _NameReplacement(erasure.names, erasure.name)
    _rewrite(_log().filter(session__isnull=False), replacement, fields=())
    for stored, columns in WRITTEN.items():
        fields = [cast("Field[Any, Any]", stored._meta.get_field(column)) for column in columns]
        empty = Q(**{field.name: field.get_default() for field in fields})
        rows = stored._base_manager.exclude(empty).order_by("pk")
        for row in rows.iterator(chunk_size=2000):
            _rewrite_columns(row, columns, replacement)


def forget_in_tournaments(erasure: Erasure) -> None:
    """Remove the player's facts from the entries, the stored lines of files and the log."""
    own_entries = Entry.objects.filter(player=erasure.number)
    for pk in sorted(set(own_entries.values_list("tournament", flat=True))):
        # Whoever is logging the old name at this moment is waited for.
        lock_tournament(pk, alone=True, with_bin=True)
    entries = list(own_entries.select_related("tournament").order_by("pk"))
    replacement = _NameReplacement(erasure.names, erasure.name)
    for entry in entries:
        _add_names_of(entry, replacement)
    fields = PRIVATE if erasure.name is None else PERSONAL
    _rewrite(_log().filter(tournament__isnull=False), replacement, fields)
    for entry in entries:
        if erasure.name is not None:
            _drop_file_lines(entry)
        for field in fields:
            setattr(entry, field, "")
        if erasure.name is not None:
            entry.family = erasure.name.surname
        entry.save(update_fields=fields)
        tell_apart(entry.tournament_id)


class _NameReplacement:
    """The texts that name a player, and the name that replaces them (``None``: they stay)."""

    def __init__(self, names: Collection[Name], new_name: Name | None) -> None:
        self.texts: set[str] = set()
        self.new_name = new_name
        for name in names:
            # Entries of old have the particle behind the given name.
            forenames = f"{name.given} {name.particle}".strip()
            self.texts |= {
                name.key,
                _family_first(name.surname, name.forenames),
                _family_first(name.family or name.given, forenames),
            }

    def add(self, family: str, given: str) -> None:
        """Add a name as an entry has it, which may differ from the register's."""
        self.texts |= {_family_first(family, given), f"{given} {family}".strip().casefold()}

    def names(self, text: str) -> bool:
        """Whether the text names the player: alone, or after a starting number."""
        number, _space, name = text.partition(" ")
        # The log writes entries as “12 Finch, Clara”, or “– Finch, Clara” without a number.
        has_number = not number.isalpha() and name.casefold() in self.texts
        return has_number or text.casefold() in self.texts

    def replaced(self, text: str) -> str:
        """The text with the new name wherever it has the whole of an old one."""
        if self.new_name is None:
            return text
        if text.casefold() in self.texts:
            return str(self.new_name)
        if self.names(text):
            return f"{text.partition(' ')[0]} {self.new_name}"
        # A forename alone, or a family name, is anybody's.
        whole = sorted((each for each in self.texts if " " in each), key=len, reverse=True)
        if not whole:
            return text
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, whole))})(?!\w)"
        return re.sub(pattern, lambda _found: str(self.new_name), text, flags=re.IGNORECASE)


def _add_names_of(entry: Entry, replacement: _NameReplacement) -> None:
    """Add the name of the entry, and its earlier names, read backwards from the log."""
    name = {"family": entry.family, "given": entry.given}
    replacement.add(**name)
    # Backwards: each change leads to the name that the entry had before it.
    for change in _log().filter(tournament=entry.tournament_id).order_by("-pk"):
        if replacement.names(str(change.after.get("entry", ""))):
            name |= {part: change.before[part] for part in name if change.before.get(part)}
            replacement.add(**name)


def _family_first(family: str, given: str) -> str:
    return (f"{family}, {given}" if given else family).casefold()


def _log() -> QuerySet[LogEntry]:
    # A plain query set: the append-only one of the log refuses update().
    log: QuerySet[LogEntry] = QuerySet(LogEntry)
    says_why = Q(before__has_key="reason") | Q(after__has_key="reason") | ~Q(reason="")
    return log.filter(~Q(action__in=_RESULTS) | says_why)


def _rewrite(
    log: QuerySet[LogEntry], replacement: _NameReplacement, fields: Collection[str]
) -> None:
    for entry in log.order_by("pk").iterator(chunk_size=2000):
        was = entry.before, entry.after, entry.reason
        before, after, reason = (_rewritten(values, replacement, fields) for values in was)
        if (before, after, reason) != was:
            changed = {"before": before, "after": after, "reason": reason}
            QuerySet(LogEntry).filter(pk=entry.pk).update(**changed)


def _rewrite_columns(row: Model, columns: Sequence[str], replacement: _NameReplacement) -> None:
    changed = {
        column: values
        for column in columns
        if (values := _rewritten(getattr(row, column), replacement, ())) != getattr(row, column)
    }
    if changed:
        if isinstance(row, LinePlay):
            changed["auction"] = fitted(changed["auction"])
        # A plain query set: the append-only ones of logs refuse update().
        QuerySet(type(row)).filter(pk=row.pk).update(**changed)


def _rewritten(values: Any, replacement: _NameReplacement, fields: Collection[str]) -> Any:
    """Logged values without the player: names replaced, and the facts of the player's own entry
    set to ``None``."""
    if isinstance(values, str):
        return replacement.replaced(values)
    if isinstance(values, list):
        return [_rewritten(value, replacement, fields) for value in values]
    if not isinstance(values, dict):
        return values
    is_own = replacement.names(str(values.get("entry", "")))
    return {
        key: None if is_own and key in fields else _rewritten(value, replacement, fields)
        for key, value in values.items()
    }


def _drop_file_lines(entry: Entry) -> None:
    """Drop the lines of the tournament's file that have the player's name or number in them."""
    tournament = Tournament.everything.get(pk=entry.tournament_id)
    remaining = [line for line in tournament.kept_records if not _is_about(entry, line["text"])]
    if remaining != tournament.kept_records:
        tournament.kept_records = remaining
        tournament.save(update_fields=["kept_records"])


def _is_about(entry: Entry, text: str) -> bool:
    name = [part for part in (entry.family, entry.given) if part]
    numbers = [number for number in (entry.identity, entry.egd_pin) if number]
    return all(_has_word(text, part) for part in name) or any(
        _has_word(text, number) for number in numbers
    )


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
