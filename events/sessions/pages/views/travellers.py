"""Travellers and frequencies as ready strings for their templates.

The mark "corrected": results that differ from what was first published, with a note on each.

Rulings, penalties and exchanged seats in words, for the foot of travellers and cards.

The log of a session in words: what an entry is about, and what it changed.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext, pgettext

from clubscore.text.sentences import translate
from events.common.views import figures
from events.common.views.log_text import changed
from events.models import LogEntry, Penalty, Session, TravellerLine
from events.models.line import result_of_state
from events.sessions.core.domain.adjustment import Adjustment, Weighted
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.letters import Letters
from events.sessions.core.domain.line_result import describe, write_result
from events.sessions.lines.domain import PAIRS, Correction, is_result
from events.sessions.lines.selectors import session_corrections
from events.sessions.lines.services.restoring import played_by_text
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.lines import (
    DirectorsLinks,
    numbers,
    place_of,
    scheduled_text,
    short_names,
)
from events.sessions.pages.views.results import (
    BoardTable,
    Hands,
    PointsLinks,
    ShownLine,
    board_table,
    diagram_of,
    double_dummy,
)
from events.sessions.scoring.domain.board_score import BoardScore, Line, counted_scores, frequencies
from events.sessions.scoring.domain.imps import datum
from events.sessions.scoring.domain.settings import Method
from events.sessions.scoring.figures.scoring import PENALTY_UNITS, ScoredSession, settings_of
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants
from events.sessions.scoring.selectors.lines import LineRecord, PenaltyRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerRow(ShownLine):
    """One line with its place; ``heading`` names the section that begins with it, where sections
    are scored apart; ``deal`` is named where it was not the original, ``double_dummy``
    are its tricks above or below that, and ``links`` those of directors."""

    place: str
    heading: str
    deal: str
    double_dummy: str
    is_corrected: bool
    links: SafeString


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """A score, or an adjusted one, how often it occurs, and its points."""

    score: str
    count: int
    ns_points: str
    ew_points: str
    deal: str


MAX_NAMED = 12
"""More corrections than these are counted in a summary; the travellers show which."""


class Corrected:
    """The corrections of a session, or of one contestant: which lines were corrected, and a note
    on each."""

    def __init__(
        self,
        session_id: int,
        scored: ScoredSession,
        contestants: Contestants,
        *,
        only: int | None = None,
    ) -> None:
        lines = None
        if only is not None:
            lines = [line.pk for line in scored.lines if only in line.ns or only in line.ew]
        corrections = session_corrections(session_id, lines)
        self._contestants = contestants
        self._found = [
            (line, corrections[line.pk])
            for line in scored.lines
            if line.pk in corrections and line.board not in scored.hidden
        ]
        self._corrections = {line.pk: correction for line, correction in self._found}
        self._players = {pk for line, _correction in self._found for pk in (*line.ns, *line.ew)}

    def __contains__(self, line_id: int) -> bool:
        return line_id in self._corrections

    def note(self, line_id: int) -> str:
        """The note on a line; empty where it is as first published."""
        correction = self._corrections.get(line_id)
        return _note(correction) if correction else ""

    def concerns(self, contestant_id: int) -> bool:
        """Whether a result of this contestant was corrected."""
        return contestant_id in self._players

    @property
    def boards(self) -> set[int]:
        return {line.board for line, _correction in self._found}

    def of_board(self, board: int, section: str = "") -> list[str]:
        """A note for every corrected line of a board, or of a section of it."""
        return [
            f"{opponents_of(line, self._contestants)}: {_note(correction)}"
            for line, correction in self._found
            if line.board == board and section in ("", line.section)
        ]

    def of_contestant(self, contestant_id: int) -> list[str]:
        """A note for every corrected line of a contestant, for its card."""
        return [
            _("Board %(board)s: %(note)s") % {"board": line.board, "note": _note(correction)}
            for line, correction in sorted(self._found, key=_by_board)
            if contestant_id in (*line.ns, *line.ew)
        ]

    @property
    def summary(self) -> str:
        """All of them in one sentence, for pages without single lines; else empty."""
        if not self._found:
            return ""
        time = _time(max(correction.at for _line, correction in self._found))
        if len(self._found) > MAX_NAMED:
            text = _(
                "%(count)s results were corrected since they were published, last on %(time)s."
            )
            return text % {"count": len(self._found), "time": time}
        text = _("Results corrected since they were published: %(lines)s. Last on %(time)s.")
        return text % {"lines": "; ".join(self._places()), "time": time}

    def _places(self) -> Iterator[str]:
        place = _("board %(board)s, %(who)s")
        for line, _correction in sorted(self._found, key=_by_board):
            yield place % {"board": line.board, "who": opponents_of(line, self._contestants)}


def _by_board(found: tuple[LineRecord, Correction]) -> int:
    return found[0].board


def _note(correction: Correction) -> str:
    """When it was corrected, and what the public first saw."""
    text = _("corrected on %(time)s, was %(result)s")
    if not is_result(correction.now):
        text = _("cleared on %(time)s, was %(result)s")
    return text % {"time": _time(correction.at), "result": state_text(correction.was)}


def _time(at: datetime.datetime) -> str:
    return date_format(timezone.localtime(at), "j F Y, H:i")


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


def state_text(state: Mapping[str, Any]) -> str:
    """A logged state in words, with the table's result under a ruling, and who played it if the
    state holds that.
    """
    result = result_of_state(state)
    text = with_reason(translate(describe(result)), str(state.get("law", "")), "")
    if result.adjustment and result.score_ns is not None:
        at_the_table = _("%(ruling)s; at the table %(result)s")
        text = at_the_table % {"ruling": text, "result": translate(describe(result.at_the_table))}
    if PAIRS in state:
        pairs = seats_text(state)
        return _("%(pairs)s: %(result)s") % {"pairs": pairs, "result": text}
    return text


def seats_text(state: Mapping[str, Any]) -> str:
    """Who sat there by a logged state."""
    return translate(played_by_text(state[PAIRS]))


def lines_by_board(scored: ScoredSession, corrected: Corrected) -> dict[int, list[LineRecord]]:
    """The lines with a result by board, in the order of boards; a board whose results were all
    cleared still has its notes."""
    by_board: dict[int, list[LineRecord]] = {board: [] for board in corrected.boards}
    for line in scored.lines:
        if not line.is_empty:
            by_board.setdefault(line.board, []).append(line)
    return dict(sorted(by_board.items()))


def traveller_table(
    session: Session,
    board: int,
    lines: list[LineRecord],
    scored: ScoredSession,
    contestants: Contestants,
    corrected: Corrected,
    hands: Hands,
    datum: str,
) -> BoardTable[TravellerRow]:
    """A board with its results, the best for North-South first, and notes on its rulings and
    corrections."""
    link, links = PointsLinks(session.pk), DirectorsLinks(session.pk)
    ordered, headings = by_section(lines, contestants, apart=not session.one_field)
    return board_table(
        board,
        [
            _traveller_row(
                line,
                scored,
                contestants,
                link,
                links,
                hands,
                headings.get(line.pk, ""),
                is_corrected=line.pk in corrected,
            )
            for line in ordered
        ],
        notes=board_notes(board, lines, contestants, corrected),
        datum=datum,
        diagram=diagram_of(hands, board),
    )


def board_notes(
    board: int, lines: list[LineRecord], contestants: Contestants, corrected: Corrected
) -> list[str]:
    """Notes on the seats, rulings and corrections of a board."""
    return [
        *seat_notes(lines, contestants),
        *ruling_notes(lines, contestants),
        *corrected.of_board(board),
    ]


def printed_data(session: Session, scored: ScoredSession) -> dict[int, str]:
    """The datum of every board of a Butler session: one for each section that is scored by itself
    and each deal of a fouled board."""
    if session.method != Session.Method.BUTLER:
        return {}
    settings = settings_of(session)
    found: dict[int, list[str]] = {}
    for board in scored.field.boards:
        for group in board.groups:
            counts, unit = counted_scores(group.lines)
            if counts:
                given = settings.given_datum(board.board, is_fouled=len(board.groups) > 1)
                value = datum(counts, unit, settings.datum_rule) if given is None else given
                printed = figures.signed(value)
                text = " ".join(filter(None, (board.section, printed)))
                found.setdefault(board.board, []).append(text)
    return {number: ", ".join(texts) for number, texts in found.items()}


def frequency_tables(scored: ScoredSession, corrected: Corrected) -> list[BoardTable[FrequencyRow]]:
    """Every board with its different scores, the best for North-South first."""
    return [
        board_table(
            board.board,
            list(frequency_rows(board)),
            section=board.section,
            notes=corrected.of_board(board.board, board.section),
        )
        for board in scored.field.boards
    ]


def frequency_rows(board: BoardScore) -> Iterator[FrequencyRow]:
    """The scores of a board deal by deal, after those of each deal its adjusted scores."""
    plain = frequencies(board)
    adjusted = Counter(
        (score.line.group, ruling, score.ns_points, score.ew_points)
        for score in board.lines
        if (ruling := _listed_adjustment(score.line)) is not None
    )
    for deal in sorted({frequency.group for frequency in plain} | {key[0] for key in adjusted}):
        for frequency in plain:
            if frequency.group == deal:
                yield FrequencyRow(
                    score=figures.signed(frequency.score),
                    count=frequency.count,
                    ns_points=figures.points(frequency.ns_points),
                    ew_points=figures.points(frequency.ew_points),
                    deal=deal_text(deal),
                )
        for (group, ruling, ns_points, ew_points), count in adjusted.items():
            if group == deal:
                yield FrequencyRow(
                    # In a narrow column it may break anywhere.
                    score=result_cells.adjustment(ruling).replace(result_cells.NO_BREAK, " "),
                    count=count,
                    ns_points=figures.points(ns_points),
                    ew_points=figures.points(ew_points),
                    deal=deal_text(deal),
                )


def _listed_adjustment(line: Line) -> Adjustment | None:
    """A line's adjusted score, unless it counts as a plain one, as an assigned score does."""
    adjustment = line.adjustment
    return None if isinstance(adjustment, Weighted) and adjustment.assigned else adjustment


def by_section(
    lines: Iterable[LineRecord], contestants: Contestants, *, apart: bool
) -> tuple[list[LineRecord], dict[int, str]]:
    """The lines of a board in their order, and the headings of sections that are scored ``apart``,
    each by its first line."""
    ordered = in_order(lines)
    several = any(
        contestants[pk].is_of_several_sections for line in ordered for pk in (*line.ns, *line.ew)
    )
    if not (apart and several):
        return ordered, {}
    ordered.sort(key=lambda line: (len(line.section), line.section))
    first = {line.section: line.pk for line in reversed(ordered)}
    text = _("Section %(letter)s")
    return ordered, {pk: text % {"letter": letter} for letter, pk in first.items()}


def in_order(lines: Iterable[LineRecord]) -> list[LineRecord]:
    """Deal by deal, the best score for North-South first; lines without a score last."""

    def order(line: LineRecord) -> tuple[str, bool, int]:
        score = line.result.counting.score_ns
        return line.deal, score is None, -(score or 0)

    return sorted(lines, key=order)


def _traveller_row(
    line: LineRecord,
    scored: ScoredSession,
    contestants: Contestants,
    link: PointsLinks,
    links: DirectorsLinks,
    hands: Hands,
    heading: str,
    *,
    is_corrected: bool,
) -> TravellerRow:
    north_south = [contestants[pk] for pk in line.ns]
    east_west = [contestants[pk] for pk in line.ew]
    points = scored.points.get(line.pk)
    ns, ew = numbers(north_south), numbers(east_west)
    return TravellerRow(
        pk=line.pk,
        place=place_of(line, contestants),
        heading=heading,
        ns=ns,
        ns_names=short_names(north_south),
        ew=ew,
        ew_names=short_names(east_west),
        **result_cells.result_cells(line.result),
        ns_points=link(line.pk, Side.NS, points.ns_points if points else None),
        ew_points=link(line.pk, Side.EW, points.ew_points if points else None),
        deal=deal_text(line.deal),
        double_dummy=double_dummy(hands, line),
        is_corrected=is_corrected,
        links=links(line.pk, ns, ew),
        scheduled=scheduled_text(line, contestants),
    )


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


_PLAIN: Collection[str] = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)
"""Actions that are not named: the new result says it."""


def place_text(
    entry: LogEntry, line: LineRecord | None, contestants: Mapping[int, ContestantRecord]
) -> str:
    if line is not None:
        values = {"board": line.board, "who": opponents_of(line, contestants)}
        return _("Board %(board)s, %(who)s") % values
    logged = entry.after or entry.before
    if "board" in logged:
        return _("Board %(board)s") % {"board": logged["board"]}
    if "penalty" in logged:
        return _("Contestant %(number)s") % {"number": logged["name"]}
    return str(logged.get("name", ""))


def change_text(entry: LogEntry, letters: Letters, others: int) -> str:
    """What was done: for a result its old and new text; else in words. ``others`` is the number of
    other lines changed with it.
    """
    if PAIRS in entry.after:
        return seats_text(entry.after) + _more(others)
    if not entry.line_id:
        done, penalty = str(entry.get_action_display()), entry.after or entry.before
        return f"{done}: {logged_penalty_text(penalty)}" if "penalty" in penalty else done
    was, now = (_written(state, letters) for state in (entry.before, entry.after))
    text = now if was == now else changed(was, now or _("nothing"))
    if entry.action not in _PLAIN:
        text = f"{entry.get_action_display()}: {text}"
    return text + _more(others)


def _more(others: int) -> str:
    """How many other lines were changed with a line."""
    if not others:
        return ""
    more = ngettext("and %(others)s other line", "and %(others)s other lines", others)
    return f" {more % {'others': others}}"


def _written(state: Mapping[str, Any], letters: Letters) -> str:
    """A result as travellers show it, without its score; a score alone as one types it."""
    result = result_of_state(state)
    if result.adjustment:
        return result_cells.adjustment(result.adjustment)
    if result.declared is None:
        return write_result(result, letters)
    lead = f" {letters.show_card(result.lead)}" if result.lead else ""
    return letters.show_played(result.declared) + lead


def logged_deal_text(values: Mapping[str, Any], line: TravellerLine) -> str:
    deal = values.get("deals", {}).get(str(line.pk), "")
    return deal_text(deal) or str(TravellerLine.Deal.ORIGINAL.label)
