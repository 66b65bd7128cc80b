"""Personal cards as ready strings for their template.

A contestant's evening at one look: the chart board by board, the best boards and the worst.

Find my name in a session. Public once published; cached as the other results are.

Everybody who plays in a session, by name, with place and result: for whoever looks for their own
results.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import require_GET

from clubscore.charts import bars
from clubscore.text.sentences import language
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from events.common.selectors import session_stamp
from events.common.views import figures
from events.common.views.figures import Found, find_page, in_order
from events.models import Session
from events.sessions.cardplay.figures import LinePlayed
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.letters import letters_of
from events.sessions.core.permissions import session_for_reader
from events.sessions.matches.figures.matches import ScoredMatches
from events.sessions.matches.views.rows import OwnBoard, OwnMatches, own_matches
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.lines import numbers, scheduled_text, short_names
from events.sessions.pages.views.notes import deal_text, penalty_note, ruling_with_reason
from events.sessions.pages.views.results import PointsLinks, read_scored
from events.sessions.results.views.cardplay_rows import in_short
from events.sessions.results.views.ranking import RankingRow, ranking_row
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    Contestants,
    session_contestants,
)
from events.sessions.scoring.selectors.lines import LineRecord
from players.selectors.clubs import club_settings


@dataclass(frozen=True, slots=True)
class CardRow:
    """A board as one contestant played it; score and points are the contestant's own."""

    board: int
    direction: str
    opponents: str
    opponents_names: str
    partner: str
    played: str
    lead: str
    score: str
    points: str
    share: str
    deal: str
    is_corrected: bool
    scheduled: str
    in_short: str
    """What was played, or the kind of a long ruling."""
    gain: Fraction | None
    """What the board brought: per cent of the top, or points; ``None`` where it does not count."""
    match: OwnBoard | None = None
    """The same board in the match, where a session is played in matches."""
    line: int = 0
    told: str | None = None
    """Lead, tricks and bidding against double dummy in short; ``None`` where nobody may know."""


@dataclass(frozen=True, slots=True)
class Card:
    """A personal card: who, the boards, the standing at the foot (``None`` before any), notes on
    rulings, penalties and corrections, and the matches of a session that is played in matches.
    """

    contestant: ContestantRecord
    rows: list[CardRow]
    standing: RankingRow | None
    notes: list[str]
    matches: OwnMatches | None = None

    @property
    def has_leads(self) -> bool:
        """Whether a lead is known on any board."""
        return any(row.lead for row in self.rows)

    @property
    def has_other_rooms(self) -> bool:
        """Whether a board is compared with the other room of a match of teams."""
        return any(row.match for row in self.rows)

    @property
    def counting(self) -> list[CardRow]:
        """The boards that count, in their order."""
        return [row for row in self.rows if row.gain is not None]


def cards(
    session: Session,
    scored: ScoredSession,
    contestants: Contestants,
    corrected: Corrected,
    only: int | None = None,
    section: str = "",
    matches: ScoredMatches | None = None,
    told: Mapping[int, LinePlayed] = MappingProxyType({}),
) -> list[Card]:
    """The personal cards of all contestants, of a ``section``, or of ``only`` one, by number."""
    played: dict[int, list[LineRecord]] = {
        pk: []
        for pk, contestant in contestants.items()
        if only in (None, pk) and section in ("", contestant.section)
    }
    for line in sorted(scored.lines, key=lambda each: each.board):
        if line.is_empty:
            continue
        for pk in line.ns + line.ew:
            if pk in played:
                played[pk].append(line)
    link = PointsLinks(session.pk)
    standings = {standing.contestant: standing for standing in scored.field.standings}
    own = {pk: own_matches(session, matches, contestants, pk) if matches else None for pk in played}
    return [
        Card(
            contestants[pk],
            [
                _card_row(
                    line,
                    pk,
                    scored,
                    contestants,
                    link,
                    is_corrected=line.pk in corrected,
                    matches=own[pk],
                    told=told.get(line.pk),
                )
                for line in lines
            ],
            ranking_row(standings[pk], contestants, session) if pk in standings else None,
            [
                *_seat_notes(lines, contestants),
                *_ruling_notes(lines),
                *_penalty_notes(session, scored, pk),
                *_sit_out_notes(session, standings.get(pk)),
                *_unopposed_notes(session, standings.get(pk)),
                *corrected.of_contestant(pk),
            ],
            own[pk],
        )
        for pk, lines in played.items()
    ]


def _seat_notes(lines: list[LineRecord], contestants: Contestants) -> list[str]:
    return [
        _("Board %(board)s: %(what)s")
        % {"board": line.board, "what": scheduled_text(line, contestants)}
        for line in lines
        if not line.is_as_scheduled
    ]


def _ruling_notes(lines: list[LineRecord]) -> list[str]:
    return [
        _("Board %(board)s: %(ruling)s") % {"board": line.board, "ruling": ruling_with_reason(line)}
        for line in lines
        if line.law or line.reason
    ]


def _penalty_notes(session: Session, scored: ScoredSession, pk: int) -> list[str]:
    return [
        penalty_note(penalty, session) for penalty in scored.penalties if penalty.contestant == pk
    ]


def _sit_out_notes(session: Session, standing: Standing | None) -> list[str]:
    if standing is None or standing.sat_out is None:
        return []
    out = standing.sat_out
    text = ngettext(
        "%(boards)s board sat out, with %(percent)s %% of the top %(top)s: %(points)s of %(of)s.",
        "%(boards)s boards sat out, with %(percent)s %% of the top %(top)s each: %(points)s of"
        " %(of)s.",
        out.boards,
    )
    values = {"boards": out.boards, "percent": session.sit_out, "top": out.top}
    return [text % {**values, "points": figures.points(out.points), "of": out.boards * out.top}]


def _unopposed_notes(session: Session, standing: Standing | None) -> list[str]:
    if standing is None or standing.unopposed is None:
        return []
    given = standing.unopposed
    text = ngettext(
        "%(boards)s board whose opponents were away, with %(award)s: %(points)s.",
        "%(boards)s boards whose opponents were away, with %(award)s: %(points)s.",
        given.boards,
    )
    is_plus = session.unopposed == Session.Unopposed.PLUS
    points = figures.points(given.points)
    if given.top:
        points = _("%(points)s of %(of)s") % {"points": points, "of": given.boards * given.top}
    values = {
        "boards": given.boards,
        "award": _("an average plus") if is_plus else _("an average"),
        "points": points,
    }
    return [text % values]


def _card_row(
    line: LineRecord,
    pk: int,
    scored: ScoredSession,
    contestants: Contestants,
    link: PointsLinks,
    *,
    is_corrected: bool,
    matches: OwnMatches | None,
    told: LinePlayed | None,
) -> CardRow:
    is_ns = pk in line.ns
    own, other = (line.ns, line.ew) if is_ns else (line.ew, line.ns)
    opponents = [contestants[each] for each in other]
    partner = [contestants[each] for each in own if each != pk]
    counting = line.result.counting
    score = points = top = None
    if counting.score_ns is not None:
        score = counting.score_ns if is_ns else -counting.score_ns
    line_score = scored.points.get(line.pk)
    if line_score:
        points = line_score.ns_points if is_ns else line_score.ew_points
        top = line_score.top
    gain = 100 * points / top if points is not None and top else points
    cells = result_cells.result_cells(line.result)
    return CardRow(
        board=line.board,
        direction=letters_of(language()).direction("NS" if is_ns else "EW"),
        opponents=numbers(opponents),
        opponents_names=short_names(opponents),
        partner=" ".join(filter(None, [numbers(partner), short_names(partner)])),
        played=cells["played"],
        lead=cells["lead"],
        score="" if score is None else figures.signed(score),
        points=link(line.pk, Side.NS if is_ns else Side.EW, points),
        share=figures.share_cell(points, top),
        deal=deal_text(line.deal),
        is_corrected=is_corrected,
        scheduled=scheduled_text(line, contestants),
        in_short=result_cells.played_text(line.result, in_short=True),
        gain=gain,
        match=matches.boards.get(line.pk) if matches else None,
        line=line.pk,
        told=in_short(told, Side.NS if is_ns else Side.EW) if told else None,
    )


SHOWN = 3
"""How many of the best boards are named, and of the worst."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A board that went well or badly; ``gain`` is what it brought, with its unit."""

    board: int
    played: str
    opponents: str
    gain: str


@dataclass(frozen=True, slots=True)
class OwnResult:
    """``chart`` is ``None`` with fewer than two boards that count; ``best`` and ``worst`` never
    name the same board."""

    chart: bars.BarChart | None
    best: list[Highlight]
    worst: list[Highlight]


def own_result(session: Session, card: Card) -> OwnResult:
    """What stands above the list of boards on a card."""
    counting = card.counting
    if len(counting) < 2:
        return OwnResult(None, [], [])
    in_percent = session.method == Session.Method.MATCHPOINTS
    draw = bars.draw_percentages if in_percent else bars.draw_points
    chart = draw([_bar(row, in_percent=in_percent) for row in counting])
    falling = sorted(counting, key=lambda row: (-_gain(row), row.board))
    some = min(SHOWN, len(falling) // 2)
    best, worst = falling[:some], falling[::-1][:some]
    return OwnResult(
        chart,
        [_highlight(row, in_percent=in_percent) for row in best],
        [_highlight(row, in_percent=in_percent) for row in worst],
    )


def _gain(row: CardRow) -> Fraction:
    if row.gain is None:
        raise ValueError(f"board {row.board} does not count")
    return row.gain


def _bar(row: CardRow, *, in_percent: bool) -> bars.Value:
    label = _("Board %(board)s: %(gain)s")
    gain = gain_text(_gain(row), in_percent=in_percent)
    values = {"board": row.board, "gain": gain}
    return bars.Value(str(row.board), _gain(row), label % values)


def _highlight(row: CardRow, *, in_percent: bool) -> Highlight:
    gain = gain_text(_gain(row), in_percent=in_percent)
    return Highlight(
        row.board, row.in_short, f"{row.opponents} {row.opponents_names}".strip(), gain
    )


def gain_text(gain: Fraction, *, in_percent: bool) -> str:
    """``57 %``, or points with their sign: ``+3.5``."""
    if in_percent:
        return f"{figures.share(gain, Fraction(100))} %"
    return f"+{figures.points(gain)}" if gain > 0 else figures.points(gain)


@for_visitors
@require_GET
def find(request: HttpRequest, session_id: int) -> HttpResponse:
    """The players of a session, or those whose names have what was typed."""
    session = session_for_reader(request, session_id)
    rows = _players(session, full_names=is_director(request))
    context = {"session": session, "tab": "ranking"}
    return find_page(request, rows, "events/sessions/results/find.html", context)


def _players(session: Session, *, full_names: bool) -> list[Found]:
    def make() -> list[Found]:
        scored = read_scored(session)
        contestants = session_contestants(session.pk, full_names=full_names)
        return players(session, scored, contestants)

    return kept(
        ("find", session.pk, full_names, get_language()),
        state=partial(session_stamp, session.pk),
        make=make,
    )


def players(session: Session, scored: ScoredSession, contestants: Contestants) -> list[Found]:
    """The players of a session by name; those without one are not there."""
    # A contestant ranked in two lists is shown with its place in the first.
    standings = {standing.contestant: standing for standing in reversed(scored.field.standings)}
    # Of what is added up over several sessions, only the ranking has the places.
    is_whole = not hasattr(session, "carry_over")
    return in_order(
        _found(session, contestant, place, _headline(session, standings.get(pk), is_whole))
        for pk, contestant in contestants.items()
        for place in range(len(contestant.names))
    )


def _found(session: Session, contestant: ContestantRecord, place: int, headline: str) -> Found:
    others = (str(name) for n, name in enumerate(contestant.names) if n != place)
    return Found(
        name=str(contestant.names[place]),
        order=contestant.names[place].sort_key(club_settings().sorts_by_particle),
        key=contestant.pk,
        number=contestant.label,
        beside=" – ".join(others),
        page=reverse("events:card", args=[session.pk, contestant.pk]),
        headline=headline,
    )


def _headline(session: Session, standing: Standing | None, is_whole: bool) -> str:
    """``Place 3 · 58.33 %``; empty before any result."""
    if standing is None:
        return ""
    if session.method == Session.Method.MATCHPOINTS:
        result = f"{figures.percentage(standing.percentage)} %"
    else:
        result = figures.points(standing.points)
    if not (is_whole and standing.place):
        return result
    return _("Place %(place)s · %(result)s") % {"place": standing.place, "result": result}
