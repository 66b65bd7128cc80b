"""Travellers and frequencies as ready strings for their templates."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from events.common.views import figures
from events.models import Session
from events.sessions.core.domain.adjustment import Adjustment, Weighted
from events.sessions.core.domain.contract import Side
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.lines import (
    DirectorsLinks,
    numbers,
    place_of,
    scheduled_text,
    short_names,
)
from events.sessions.pages.views.notes import deal_text, ruling_notes, seat_notes
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
from events.sessions.scoring.figures.scoring import ScoredSession, settings_of
from events.sessions.scoring.selectors.contestants import Contestants
from events.sessions.scoring.selectors.lines import LineRecord


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
