"""Forgetting a player in what the events keep beside the register.

Results name players by number and stay. But entries of tournaments carry names and facts of their
own, lines of a file are kept as they were, and the log has names as they were typed. See
:mod:`players.services.erasure`.
"""

import re
from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from events.models import Entry, LogEntry, Tournament
from players.domain.names import Name
from players.history import Erasure

PRIVATE = ("born",)
"""What an entry has of the private facts."""

PERSONAL = ("family", "given", "sex", "title", "federation", "identity", "born", "club")
"""What an entry says of the person; rating and grade belong to the results."""

_RESULTS = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)
"""Entries of the log that name nobody."""


def forget_in_sessions(erasure: Erasure) -> None:
    """Put the new name for the old ones wherever names were entered in a session."""
    if erasure.name is None:
        return
    spoken = _Spoken(erasure.names, erasure.name)
    _rewrite(_log().filter(session__isnull=False), spoken, fields=())


def forget_in_tournaments(erasure: Erasure) -> None:
    """Take the player's facts out of the entries, the kept lines and the log."""
    entries = list(
        Entry.objects.filter(player=erasure.number).select_related("tournament").order_by("pk")
    )
    spoken = _Spoken(erasure.names, erasure.name)
    for entry in entries:
        _add_names_of(entry, spoken)
    fields = PRIVATE if erasure.name is None else PERSONAL
    _rewrite(_log().filter(tournament__isnull=False), spoken, fields)
    for entry in entries:
        if erasure.name is not None:
            _drop_kept_lines(entry)
        for field in fields:
            setattr(entry, field, "")
        if erasure.name is not None:
            entry.family = erasure.name.family
        entry.save(update_fields=fields)


class _Spoken:
    """The texts that name a player, and what is said instead (``None``: they stay)."""

    def __init__(self, names: Collection[Name], instead: Name | None) -> None:
        self.texts: set[str] = set()
        self.instead = instead
        for name in names:
            given = " ".join(part for part in (name.given, name.middle) if part)
            self.texts |= {name.key, _family_first(name.family, given)}

    def add(self, family: str, given: str) -> None:
        """A name as an entry has it, which may be another than the register's."""
        self.texts |= {
            _family_first(family, given),
            f"{given} {family}".strip().casefold(),
        }

    def names(self, text: str) -> bool:
        """Whether the text names the player: alone, or after a starting number."""
        number, _space, name = text.partition(" ")
        has_number = not number.isalpha() and name.casefold() in self.texts
        return has_number or text.casefold() in self.texts

    def said(self, text: str) -> str:
        """The text with the name that stands instead."""
        if self.instead is None or not self.names(text):
            return text
        if text.casefold() in self.texts:
            return str(self.instead)
        return f"{text.partition(' ')[0]} {self.instead}"


def _add_names_of(entry: Entry, spoken: _Spoken) -> None:
    """The name that the entry has, and those that it had before, as the log tells backwards."""
    name = {"family": entry.family, "given": entry.given}
    spoken.add(**name)
    for change in _log().filter(tournament=entry.tournament_id).order_by("-pk"):
        if spoken.names(str(change.after.get("entry", ""))):
            name |= {part: change.before[part] for part in name if change.before.get(part)}
            spoken.add(**name)


def _family_first(family: str, given: str) -> str:
    return (f"{family}, {given}" if given else family).casefold()


def _log() -> QuerySet[LogEntry]:
    # The plain query set, for the log's own refuses.
    log: QuerySet[LogEntry] = QuerySet(LogEntry)
    return log.exclude(action__in=_RESULTS)


def _rewrite(log: QuerySet[LogEntry], spoken: _Spoken, fields: Collection[str]) -> None:
    for entry in log.order_by("pk").iterator(chunk_size=2000):
        before, after = (_told(values, spoken, fields) for values in (entry.before, entry.after))
        if (before, after) != (entry.before, entry.after):
            QuerySet(LogEntry).filter(pk=entry.pk).update(before=before, after=after)


def _told(values: Any, spoken: _Spoken, fields: Collection[str]) -> Any:
    """Values of the log without the player: names replaced, and the facts of the player's own
    entry made ``None``."""
    if isinstance(values, str):
        return spoken.said(values)
    if isinstance(values, list):
        return [_told(value, spoken, fields) for value in values]
    if not isinstance(values, dict):
        return values
    is_own = spoken.names(str(values.get("entry", "")))
    return {
        key: None if is_own and key in fields else _told(value, spoken, fields)
        for key, value in values.items()
    }


def _drop_kept_lines(entry: Entry) -> None:
    """Drop the lines of the tournament's file that have the player's name or number in them."""
    tournament = Tournament.objects.select_for_update().get(pk=entry.tournament_id)
    kept = [line for line in tournament.kept_records if not _is_about(entry, line["text"])]
    if kept != tournament.kept_records:
        tournament.kept_records = kept
        tournament.save(update_fields=["kept_records"])


def _is_about(entry: Entry, text: str) -> bool:
    name = [part for part in (entry.family, entry.given) if part]
    return all(_has_word(text, part) for part in name) or (
        bool(entry.identity) and _has_word(text, entry.identity)
    )


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
