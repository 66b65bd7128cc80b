"""The pairings of a round that two directors change at the same time.

A row is known by its first player, wherever it stands: who pairs the next board, or moves a bye,
moves other rows. What is compared is who sits opposite.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from clubscore.editing.comparison import Comparison, compare
from clubscore.editing.forms import SHOWN, overwrites, shown_field
from events.tournaments.domain.pairings import FIRST, SECOND, split_handicap, split_komi
from events.tournaments.views.pairing_rows import PairingRow, numbered_rows, typed_rows

SHOWN_ROWS: Final = f"{SHOWN}-rows"
_NUMBER: Final = re.compile(r"\s*(\d+)(?!\S)", re.ASCII)

Opposite = dict[str, str | None]
"""Who sits opposite, by the first player; ``None`` where there is no such row."""


def shown_rows(stored: Iterable[PairingRow]) -> SafeString:
    """The hidden field with the pairings that the page shows."""
    pairs = [pair for one, other in _filled(stored) for pair in ((FIRST, one), (SECOND, other))]
    return shown_field(SHOWN_ROWS, urlencode(pairs))


def compared_rows(
    *, shown: str | None, stored: Sequence[PairingRow], sent: Sequence[PairingRow]
) -> list[PairingRow]:
    """The rows to go on with; what both changed has a question beside it. Without ``shown`` they
    are those that were sent, and so they are where a player is named twice."""
    by_player = {_key(row.first): row for row in sent if row.first}
    if shown is None or len(by_player) < sum(bool(row.first) for row in sent):
        return list(sent)
    page = QueryDict(shown)
    before = typed_rows(page.getlist(FIRST), page.getlist(SECOND))
    if _filled(before) == _filled(stored):
        # Nobody else changed anything: every row stays where it was typed.
        return list(sent)
    comparison = compare(
        shown=_opposite(before, stored, sent),
        stored=_opposite(stored, before, sent),
        sent=_opposite(sent, before, stored),
        same=lambda _player, one, other: _same(one, other),
    )
    # Who left the order of the boards as it was follows another who changed it.
    is_moved = _order(sent, before) != _order(before, sent)
    rows = [*sent, *stored] if is_moved else [*stored, *sent]
    return numbered_rows(_merged(rows, comparison, by_player), headless=sent)


def _filled(rows: Iterable[PairingRow]) -> list[tuple[str, str]]:
    return [(row.first, row.second) for row in rows if row.first or row.second]


def _merged(
    rows: Iterable[PairingRow], comparison: Comparison[str | None], sent: dict[str, PairingRow]
) -> Iterable[PairingRow]:
    done = set()
    for row in rows:
        key = _key(row.first)
        if not key or key in done:
            continue
        done.add(key)
        second = comparison.values[key]
        question = ""
        if key in comparison.conflicts:
            now = comparison.conflicts[key]
            question = overwrites(now or "" if second is not None else f"{row.first} – {now}")
        if second is not None:
            first = sent[key].first if key in sent else row.first
            yield PairingRow(0, first, second, second_problem=question)
        elif question:
            yield PairingRow(0, second_problem=question)


def _opposite(rows: Iterable[PairingRow], *others: Iterable[PairingRow]) -> Opposite:
    found: Opposite = {_key(row.first): None for each in others for row in each if row.first}
    return found | {_key(row.first): row.second for row in rows if row.first}


def _order(rows: Iterable[PairingRow], others: Iterable[PairingRow]) -> list[str]:
    """The players of rows that are among the others too, in the order of the rows."""
    there = {_key(row.first) for row in others}
    return [key for row in rows if row.first and (key := _key(row.first)) in there]


def _same(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    komis = split_komi(one)[1], split_komi(other)[1]
    (one, stones), (other, stones_of_other) = split_handicap(one), split_handicap(other)
    return (_key(one), stones, komis[0]) == (_key(other), stones_of_other, komis[1])


def _key(text: str) -> str:
    """What a text names: ``12`` for ``12 Finch, Clara``."""
    number = _NUMBER.match(text)
    return str(int(number[1][:9])) if number else text.strip().casefold()
