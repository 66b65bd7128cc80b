"""The lines of the typing page, as the template and the page's script show them.

The address of a line's field on the typing page, made without a call of reverse() each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubscore.text.sentences import translate
from events.common.views import figures
from events.models import Session, TravellerLine
from events.sessions.core.domain.letters import Letters
from events.sessions.core.domain.line_result import LineResult, describe, write_result
from events.sessions.core.domain.seats import STAR, Seats
from events.sessions.lines.services.seats import played_by
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.results import ShownLine
from events.sessions.scoring.figures.scoring import MatchNote, ScoredBoard
from events.sessions.scoring.selectors.contestants import ContestantRecord
from events.sessions.scoring.selectors.lines import LineRecord
from events.sessions.scoring.selectors.progress import BoardProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class TypingRow(ShownLine):
    """One line with its place and its field; in words a ruling, if there is one. ``seats`` is who
    sits there as it may be typed."""

    version: int
    table: str
    round: str
    seats: str
    typed: str
    label: str
    clear_label: str
    swap_label: str
    ruling_label: str
    history_label: str
    ruling: str
    is_first_empty: bool
    ns_percentage: str
    match: str


def typing_rows(
    scored: ScoredBoard,
    contestants: Mapping[int, ContestantRecord],
    letters: Letters,
    *,
    only: int | None = None,
) -> list[TypingRow]:
    """The rows of a board's traveller, in the order of round and table; or ``only`` one of them."""
    points = points_values(scored)
    lines = [line for line in scored.lines if only in (None, line.pk)]
    first_empty = next((line.pk for line in lines if line.is_empty), None)
    rows = []
    for line in lines:
        north_south = [contestants[pk] for pk in line.ns]
        east_west = [contestants[pk] for pk in line.ew]
        ns, ew = numbers(north_south), numbers(east_west)
        values = {"ns": ns, "ew": ew}
        rows.append(
            TypingRow(
                pk=line.pk,
                version=line.version,
                table=place_of(line, contestants),
                round=str(line.round or ""),
                **side_values(line, contestants),
                typed=write_result(line.result, letters),
                label=_("Result of %(ns)s against %(ew)s") % values,
                clear_label=_("Clear the line of %(ns)s against %(ew)s") % values,
                swap_label=_("Swap: %(ew)s sat North–South, %(ns)s East–West") % values,
                ruling_label=_("Ruling on %(ns)s against %(ew)s") % values,
                history_label=_("History of %(ns)s against %(ew)s") % values,
                ruling=translate(describe(line.result)) if line.result.adjustment else "",
                is_first_empty=line.pk == first_empty,
                **result_cells.result_cells(line.result, in_short=True, letters=letters),
                ns_percentage=points.get(str(line.pk), {}).get("percentage", ""),
                ns_points=points.get(str(line.pk), {}).get("ns", ""),
                ew_points=points.get(str(line.pk), {}).get("ew", ""),
                match=points.get(str(line.pk), {}).get("match", ""),
            )
        )
    return rows


def side_values(line: LineRecord, contestants: Mapping[int, ContestantRecord]) -> dict[str, str]:
    """Who sits at a line, with names, as it may be typed, and who should."""
    ns, ew = ([contestants[pk] for pk in side] for side in (line.ns, line.ew))
    return {
        "ns": numbers(ns),
        "ns_names": short_names(ns),
        "ew": numbers(ew),
        "ew_names": short_names(ew),
        "seats": STAR.join(
            "+".join(f"{each.direction}{each.number}" for each in side) for side in (ns, ew)
        ),
        "scheduled": scheduled_text(line, contestants),
    }


def scheduled_text(line: LineRecord, contestants: Mapping[int, ContestantRecord]) -> str:
    """A note that others than scheduled played the line, and who was scheduled; else empty."""
    if line.is_as_scheduled:
        return ""
    ns = numbers([contestants[pk] for pk in line.scheduled_ns])
    ew = numbers([contestants[pk] for pk in line.scheduled_ew])
    return _("played by others than scheduled (%(ns)s against %(ew)s)") % {"ns": ns, "ew": ew}


def seat_values(
    scored: ScoredBoard, contestants: Mapping[int, ContestantRecord]
) -> list[dict[str, Any]]:
    """Who sits at the lines of a board, for the page's script."""
    return [
        {
            "id": line.pk,
            "version": line.version,
            "is_empty": line.is_empty,
            **side_values(line, contestants),
        }
        for line in scored.lines
    ]


def line_values(line: TravellerLine, session: Session) -> dict[str, Any]:
    """A stored line of the session for the page's script; the cells are HTML."""
    letters = session.typing_letters
    result = line.result
    return {
        "id": line.pk,
        "version": line.version,
        "typed": write_result(result, letters),
        "understood": "" if result.is_empty else translate(describe(result)),
        **{
            name: conditional_escape(value)
            for name, value in result_cells.result_cells(
                result, in_short=True, letters=letters
            ).items()
        },
    }


def progress_values(scored: ScoredBoard) -> dict[str, Any]:
    """How far a board is, and in each of its sections, for the page's script."""
    sections = {letter: _progress(part) for letter, part in scored.sections.items()}
    return {"number": scored.number, **_progress(scored.progress), "sections": sections}


def _progress(board: BoardProgress) -> dict[str, Any]:
    return {"entered": board.entered, "expected": board.expected, "state": board.state}


def points_values(scored: ScoredBoard) -> dict[str, dict[str, str]]:
    """The points of the lines of a board, by line, and North–South's as a percentage of the top
    where there is one.
    """
    values = {}
    for pk, line in scored.points.items():
        part = None
        if line.ns_points is not None and line.top:
            part = 100 * line.ns_points / line.top
        values[str(pk)] = {
            "ns": figures.points(line.ns_points),
            "ew": figures.points(line.ew_points),
            "percentage": figures.percentage(part),
        }
    # Also of lines without a result: the other room's may be in.
    for pk, note in scored.notes.items():
        nothing = {"ns": "", "ew": "", "percentage": ""}
        values.setdefault(str(pk), nothing)["match"] = match_text(note)
    return values


def match_text(note: MatchNote) -> str:
    """The other room of a match in words, and how the match stands, North–South's team first."""
    if note.other is None:
        return ""
    shown = _("other room: %(result)s") % {"result": translate(describe(note.other))}
    if note.won is None:
        return shown
    own, other = note.so_far
    values = {
        "other": shown,
        "won": won_text(note),
        "own": figures.points(own),
        "their": figures.points(other),
    }
    return _("%(other)s · %(won)s · match %(own)s–%(their)s") % values


def won_text(note: MatchNote) -> str:
    """What both sides of a line have of a board of a match: ``+10 IMPs to NS``; both sides where
    a ruling gives them unlike figures. Empty before both rooms are in."""
    if note.won is None:
        return ""
    ns, ew = note.won
    if note.by_points:
        values = {"ns": figures.points(ns), "ew": figures.points(ew)}
        return _("%(ns)s–%(ew)s points for NS and EW") % values
    if ns == -ew:
        return _("%(imps)s IMPs to NS") % {"imps": _signed(ns)}
    return _("%(ns)s IMPs to NS, %(ew)s to EW") % {"ns": _signed(ns), "ew": _signed(ew)}


def _signed(imps: Fraction) -> str:
    sign = "" if imps == 0 else "+" if imps > 0 else figures.MINUS
    return sign + figures.points(abs(imps))


def reading_values(result: LineResult, points: Mapping[str, str] | None) -> dict[str, str]:
    """What a text means while it is typed, and the points it would get."""
    understood = translate(describe(result))
    if points and points.get("match"):
        understood += " · " + points["match"]
    elif points and points["ns"]:
        understood += " · " + _("NS %(ns)s, EW %(ew)s") % points
    return {"understood": understood}


def seats_reading(seats: Seats, scheduled: Seats) -> dict[str, str]:
    """What a text about who sat there means while it is typed."""
    if seats == scheduled:
        return {"understood": _("%(who)s, as scheduled") % {"who": translate(played_by(seats))}}
    values = {"who": translate(played_by(seats)), "scheduled": translate(played_by(scheduled))}
    return {"understood": _("%(who)s, and not %(scheduled)s as scheduled") % values}


def numbers(side: list[ContestantRecord]) -> str:
    """The numbers of a side: one pair, or two partners."""
    return " + ".join(contestant.label for contestant in side)


def short_names(side: list[ContestantRecord]) -> str:
    """The family names of a side, as far as they are known, with its team."""
    return " – ".join(filter(None, (contestant.short_players_and_team for contestant in side)))


def place(section: str, table: int | None) -> str:
    """A table, with the letter of its section where there are several: ``A3``."""
    return f"{section}{table or ''}"


def place_of(line: LineRecord, contestants: Mapping[int, ContestantRecord]) -> str:
    """The table of a line among those of the session whose contestants these are."""
    several = any(contestants[pk].is_of_several_sections for pk in (*line.ns, *line.ew))
    return place(line.section if several else "", line.table)


class DirectorsLinks:
    """The links of one session's lines to what only directors do there, as HTML."""

    def __init__(self, session_id: int) -> None:
        # As below: the travellers have hundreds.
        self._start = reverse("events:line", args=[session_id, 0]).removesuffix("0/")
        self._texts = (_("Ruling"), _("History"))
        self._labels = (_("Ruling on %(ns)s against %(ew)s"), _("History of %(ns)s against %(ew)s"))

    def __call__(self, line_id: int, ns: str, ew: str) -> SafeString:
        ruling, history = (label % {"ns": ns, "ew": ew} for label in self._labels)
        start = f"{self._start}{line_id}"
        return format_html(
            '<a href="{}/ruling/" aria-label="{}">{}</a> <a class="ms-2" href="{}/history/"'
            ' data-history title="H" aria-label="{}">{}</a>',
            *(start, ruling, self._texts[0]),
            *(start, history, self._texts[1]),
        )


class LineLinks:
    """The addresses of one session's lines."""

    def __init__(self, session_id: int) -> None:
        # One reverse() for a whole page: a monitor has hundreds of links.
        self._start = reverse("events:board", args=[session_id, 0]).removesuffix("0/")

    def __call__(self, board: int, line_id: int) -> str:
        return f"{self._start}{board}/#line-{line_id}"
