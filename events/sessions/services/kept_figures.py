"""The figures of sessions, stored by the state of each: one row a session, as lines of JSON.

A row counts only while the session is in the state it was computed from; any change makes a new
state, and so does another release, which may compute otherwise.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubscore.transactions import in_transaction
from events.models import Session, SessionFigures
from players.domain.record import NO_BOARDS, Tally


@dataclass(frozen=True, slots=True)
class PersonalFigures:
    """``percentage`` is ``None`` by a method without tops. ``declaring`` are the boards on which
    the contestant's side played the contract, ``defending`` those of the opponents."""

    place: str
    points: Fraction
    percentage: Fraction | None
    declaring: Tally = NO_BOARDS
    defending: Tally = NO_BOARDS


Figures = Mapping[int, PersonalFigures]
"""By the contestant's id."""


class StoredFigures(Mapping[int, PersonalFigures]):
    """Figures as they are stored; only what is asked for becomes fractions."""

    def __init__(self, text: str) -> None:
        self._rows: dict[str, list[Any]] = json.loads(text)

    def __getitem__(self, contestant: int) -> PersonalFigures:
        return _read(self._rows[str(contestant)])

    def __iter__(self) -> Any:
        return map(int, self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def kept_figures(states: Mapping[int, str]) -> dict[int, Figures]:
    """Of sessions by id, what is stored for these states of them, in one query."""
    rows = SessionFigures.objects.filter(session__in=states).values_list(
        "session", "state", "figures"
    )
    return {pk: StoredFigures(text) for pk, state, text in rows if states[pk] == state}


@in_transaction
def keep_figures(*, figures: Mapping[int, Figures], states: Mapping[int, str]) -> None:
    """Store the figures of sessions, computed in these states. No log entry: nothing changes.

    A session that somebody else works on just now is left for the next time.
    """
    # Who only looks at a page keeps nobody waiting, and waits for nobody.
    free = Session.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    sessions = free.filter(pk__in=figures).order_by("pk").values_list("pk", flat=True)
    SessionFigures.objects.bulk_create(
        [
            SessionFigures(session_id=pk, state=states[pk], figures=_write(figures[pk]))
            for pk in sessions
        ],
        update_conflicts=True,
        unique_fields=["session"],
        update_fields=["state", "figures"],
    )


def _write(figures: Figures) -> str:
    rows = {
        contestant: [
            each.place,
            *_pair(each.points),
            *_pair(each.percentage),
            *_numbers(each.declaring),
            *_numbers(each.defending),
        ]
        for contestant, each in figures.items()
    }
    return json.dumps(rows, separators=(",", ":"))


def _read(row: list[Any]) -> PersonalFigures:
    place, points, points_by, percent, percent_by, *roles = row
    return PersonalFigures(
        place,
        Fraction(points, points_by),
        Fraction(percent, percent_by) if percent_by else None,
        _tally(*roles[:5]),
        _tally(*roles[5:]),
    )


def _pair(number: Fraction | None) -> tuple[int, int]:
    return (0, 0) if number is None else number.as_integer_ratio()


def _numbers(tally: Tally) -> tuple[int, ...]:
    return (tally.boards, tally.rated, *_pair(tally.percentages), tally.made)


def _tally(boards: int, rated: int, percentages: int, percentages_by: int, made: int) -> Tally:
    return Tally(boards, rated, Fraction(percentages, percentages_by), made)
