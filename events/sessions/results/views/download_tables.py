"""The results of a session as tables of texts and numbers, for spreadsheets and other programs.

Numbers are those that are printed: two decimals, halves up. They are the same results as on
the pages; names are those that the reader may see.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, cast

from django.utils.translation import gettext as _, pgettext

from clubscore.files.spreadsheets.writing import Cell, Row, Table
from clubscore.text.sentences import translate
from events.common.domain import two_decimals
from events.models import Session
from events.sessions.core.domain.adjustment import notation
from events.sessions.core.domain.contract import PassedOut, Played, Side
from events.sessions.core.domain.line_result import LineResult
from events.sessions.matches.figures.matches import ScoredMatches
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.lines import numbers
from events.sessions.pages.views.notes import deal_text, penalty_text
from events.sessions.pages.views.results import NO_BREAK, board_facts
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.figures.carry_over import CarriedOver
from events.sessions.scoring.figures.ranking import RankedLine, rank_session
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import ContestantRecord
from events.sessions.scoring.selectors.lines import LineRecord


@dataclass(frozen=True, slots=True)
class Results:
    """What the tables of a session are made from."""

    session: Session
    scored: ScoredSession
    contestants: Mapping[int, ContestantRecord]
    corrected: Corrected
    over: CarriedOver | None = None
    matches: ScoredMatches | None = None

    @property
    def result_heading(self) -> str:
        """What a contestant is ranked by."""
        headings = {Session.Method.MATCHPOINTS: _("%"), Session.Method.TOTAL: _("Points")}
        return headings.get(Session.Method(self.session.method), _("IMPs"))


class _Frequency(NamedTuple):
    """What is counted: the deal, the score that counts or the ruling, and the points."""

    deal: str
    score: int | None
    ruling: str
    ns_points: Fraction | None
    ew_points: Fraction | None

    @property
    def order(self) -> tuple[str, bool, int, str]:
        """Deal by deal, the best score for North-South first; rulings last."""
        return self.deal, self.score is None, -(self.score or 0), self.ruling


def ranking(results: Results) -> Table:
    """All lists, one below the other; the handicap list after the scratch list."""
    headings: tuple[str, ...] = (
        _("Section"),
        _("Direction"),
        _("List"),
        _("Place"),
        _("No."),
        _("Names"),
        _("Boards"),
        _("Points"),
        _("Of"),
        results.result_heading,
        _("Per board"),
        _("Handicap"),
        _("Carry-over"),
        _("Total"),
        _("Penalties"),
    )
    rows = []
    lists = rank_session(results.scored, results.contestants, results.over)
    strata = lists[0].strata if lists else ()
    if strata:
        within = (_("Place in %(letter)s") % {"letter": letter} for letter in strata)
        headings = (*headings, _("Stratum"), *within)
    for ranked_list in lists:
        direction = ranked_list.direction or ""
        for name, lines in (
            (_("Scratch"), ranked_list.scratch),
            (_("Handicap"), ranked_list.handicap),
        ):
            rows += [
                (ranked_list.section, direction, name, *_standing(line, results)) for line in lines
            ]
    return Table(_("Ranking"), headings, rows)


def travellers(results: Results) -> Table:
    """Every line that is in, by board, round and table; points are empty where none count."""
    headings = (
        _("Board"),
        _("Deal"),
        _("Dealer"),
        _("Vulnerable"),
        _("Section"),
        _("Round"),
        _("Table"),
        _("NS"),
        _("NS names"),
        _("EW"),
        _("EW names"),
        _("Contract"),
        _("By"),
        _("Lead"),
        _("Tricks"),
        _("Score NS"),
        _("Ruling"),
        _("NS points"),
        _("EW points"),
        _("Top"),
        _("Corrected"),
    )
    entered = [line for line in results.scored.lines if not line.is_empty]
    entered.sort(key=lambda line: (line.board, line.section, line.round or 0, line.table or 0))
    rows = [_traveller_row(line, results) for line in entered]
    return Table(_("Travellers"), headings, rows)


def frequencies(results: Results) -> Table:
    """Every board's different scores with how often they occur; adjusted scores are texts."""
    headings = (
        _("Board"),
        _("Section"),
        _("Deal"),
        _("Score NS"),
        _("Times"),
        _("NS points"),
        _("EW points"),
    )
    rows: list[Row] = []
    results_by_place = {
        (line.board, line.ns): line.result for line in results.scored.lines if not line.is_empty
    }
    for board in results.scored.field.boards:
        counted = Counter(
            _frequency(score, results_by_place[board.board, cast(tuple[int, ...], score.line.ns)])
            for score in board.lines
        )
        for each, times in sorted(counted.items(), key=lambda item: item[0].order):
            shown = each.ruling if each.score is None else each.score
            points = number(each.ns_points), number(each.ew_points)
            rows.append((board.board, board.section, deal_text(each.deal), shown, times, *points))
    return Table(_("Frequencies"), headings, rows)


def cards(results: Results) -> Table:
    """Every board of every contestant; score and points are the contestant's own."""
    headings = (
        _("Section"),
        _("No."),
        _("Names"),
        _("Board"),
        pgettext("direction", "Sat"),
        _("Partner"),
        _("Opponents"),
        _("Opponents’ names"),
        _("Contract"),
        _("By"),
        _("Lead"),
        _("Tricks"),
        _("Score"),
        _("Ruling"),
        _("Points"),
        _("Top"),
        "%",
        _("Corrected"),
    )
    played: dict[int, list[LineRecord]] = {pk: [] for pk in results.contestants}
    for line in sorted(results.scored.lines, key=lambda each: each.board):
        if not line.is_empty:
            for pk in line.ns + line.ew:
                played[pk].append(line)
    rows = [_card_row(line, pk, results) for pk, lines in played.items() for line in lines]
    return Table(_("Personal cards"), headings, rows)


def grid(results: Results) -> Table:
    """Contestants against boards, in the order of the ranking: the part of the top in per cent,
    or the points where there is no top.
    """
    boards = sorted({line.board for line in results.scored.lines})
    cells: dict[tuple[Hashable, int], Cell] = {}
    for board in results.scored.field.boards:
        for score in board.lines:
            for side in Side:
                for contestant in score.line.side(side):
                    cells[contestant, board.board] = _part(score, side)
    rows = []
    for ranked_list in rank_session(results.scored, results.contestants):
        for line in ranked_list.scratch:
            who = results.contestants[line.contestant]
            own = (cells.get((who.pk, board), "") for board in boards)
            rows.append((who.section, _label(who), who.players, *own, number(line.value)))
    headings = (_("Section"), _("No."), _("Names"), *map(str, boards), results.result_heading)
    return Table(_("Grid"), headings, rows)


def _standing(line: RankedLine, results: Results) -> Row:
    standing = line.standing
    who = results.contestants[line.contestant]
    by_percentage = results.session.method == Session.Method.MATCHPOINTS
    carried: Fraction | None = None
    if line.carried is not None:
        carried = line.carried.points
        if line.carried.of:
            carried = 100 * line.carried.points / line.carried.of
    penalties = [penalty for penalty in results.scored.penalties if penalty.contestant == who.pk]
    strata = (who.stratum or "A", *(place.number or "" for place in line.within))
    return (
        line.place.number or "",
        _label(who),
        who.players,
        standing.counted,
        number(standing.points),
        number(standing.of),
        number(standing.percentage if by_percentage else standing.points),
        number(None if by_percentage else standing.per_board),
        number(line.handicap or None),
        number(carried),
        number(line.value),
        ", ".join(map(penalty_text, penalties)).replace(NO_BREAK, " "),
        *(strata if line.within else ()),
    )


def _traveller_row(line: LineRecord, results: Results) -> Row:
    north_south = [results.contestants[pk] for pk in line.ns]
    east_west = [results.contestants[pk] for pk in line.ew]
    points = results.scored.points[line.pk]
    facts = board_facts(line.board)
    return (
        line.board,
        deal_text(line.deal),
        facts["dealer"],
        facts["vulnerability"],
        line.section,
        line.round or "",
        line.table or "",
        _who(north_south),
        _names(north_south),
        _who(east_west),
        _names(east_west),
        *_played(line.result),
        "" if (score := line.result.counting.score_ns) is None else score,
        _ruling(line.result),
        number(points.ns_points),
        number(points.ew_points),
        number(points.top),
        _corrected(line, results),
    )


def _card_row(line: LineRecord, pk: int, results: Results) -> Row:
    side = Side.NS if pk in line.ns else Side.EW
    own, other = (line.ns, line.ew) if side is Side.NS else (line.ew, line.ns)
    who = results.contestants[pk]
    opponents = [results.contestants[each] for each in other]
    partner = [results.contestants[each] for each in own if each != pk]
    scored = results.scored.points[line.pk]
    points = scored.ns_points if side is Side.NS else scored.ew_points
    score = line.result.counting.score_ns
    own_score: Cell = "" if score is None else score if side is Side.NS else -score
    share = 100 * points / scored.top if points is not None and scored.top else None
    return (
        who.section,
        _label(who),
        who.players,
        line.board,
        str(side),
        _names(partner),
        _who(opponents),
        _names(opponents),
        *_played(line.result),
        own_score,
        _ruling(line.result),
        number(points),
        number(scored.top),
        number(share),
        _corrected(line, results),
    )


def _played(result: LineResult) -> tuple[Cell, Cell, Cell, Cell]:
    """Contract, declarer, lead and tricks that count."""
    counting = result.counting
    match counting.played:
        case Played(contract, declarer, tricks):
            lead = counting.lead.symbols if counting.lead else ""
            return contract.symbols, str(declarer), lead, tricks
        case PassedOut():
            return _("Pass"), "", "", ""
    return "", "", "", ""


def _frequency(score: LineScore, result: LineResult) -> "_Frequency":
    counting = result.counting.score_ns
    ruling = "" if counting is not None else _ruling(result)
    return _Frequency(score.line.group, counting, ruling, score.ns_points, score.ew_points)


def _ruling(result: LineResult) -> str:
    return translate(notation(result.adjustment)) if result.adjustment else ""


def _corrected(line: LineRecord, results: Results) -> str:
    return results.corrected.note(line.pk).replace(NO_BREAK, " ")


def _part(score: LineScore, side: Side) -> Cell:
    points = score.ns_points if side is Side.NS else score.ew_points
    if points is None:
        return ""
    return number(100 * points / score.top if score.top else points)


def number(value: Fraction | None) -> Cell:
    return "" if value is None else Decimal(two_decimals(value))


def _label(who: ContestantRecord) -> Cell:
    # A number where possible, so that a spreadsheet sorts it as one.
    return who.number if who.label.isdecimal() else who.label


def _who(contestants: list[ContestantRecord]) -> Cell:
    text = numbers(contestants)
    return int(text) if text.isdecimal() else text


def _names(contestants: list[ContestantRecord]) -> str:
    return " – ".join(filter(None, (contestant.players for contestant in contestants)))


PAGES: dict[str, Callable[[Results], Table]] = {
    "ranking": ranking,
    "travellers": travellers,
    "frequencies": frequencies,
    "cards": cards,
    "grid": grid,
}
"""The tables of every session by the names of their pages."""
