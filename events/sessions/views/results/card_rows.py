"""Personal cards as ready strings for their template."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.sentences import language
from events.common.views import figures
from events.models import Session
from events.sessions.domain.contract import Side
from events.sessions.domain.typing.letters import letters_of
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.match_scoring import ScoredMatches
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.matches.card_matches import OwnBoard, OwnMatches, own_matches
from events.sessions.views.results import result_cells
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.points_links import PointsLinks
from events.sessions.views.results.ranking_rows import RankingRow, ranking_row
from events.sessions.views.results.result_rows import Contestants
from events.sessions.views.typing.line_rows import numbers, scheduled_text, short_names
from events.sessions.views.typing.ruling_notes import deal_text, penalty_note, ruling_with_reason


@dataclass(frozen=True, slots=True)
class CardRow:
    """A board as one contestant played it; score and points are the contestant's own."""

    board: int
    direction: str
    opponents: str
    opponents_names: str
    partner: str
    contract: str
    declarer: str
    lead: str
    tricks: str
    score: str
    points: str
    share: str
    deal: str
    is_corrected: bool
    scheduled: str
    played: str
    """Contract, declarer and result in one."""
    gain: Fraction | None
    """What the board brought: per cent of the top, or points; ``None`` where it does not count."""
    match: OwnBoard | None = None
    """The same board in the match, where a session is played in matches."""


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
    standings = {each.contestant: each for each in scored.field.standings}
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
                )
                for line in lines
            ],
            ranking_row(standings[pk], contestants, session) if pk in standings else None,
            [
                *_seat_notes(lines, contestants),
                *_ruling_notes(lines),
                *_penalty_notes(session, scored, pk),
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


def _card_row(
    line: LineRecord,
    pk: int,
    scored: ScoredSession,
    contestants: Contestants,
    link: PointsLinks,
    *,
    is_corrected: bool,
    matches: OwnMatches | None,
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
        contract=cells["contract"],
        declarer=cells["declarer"],
        lead=cells["lead"],
        tricks=cells["tricks"],
        score="" if score is None else figures.signed(score),
        points=link(line.pk, Side.NS if is_ns else Side.EW, points),
        share=figures.share_cell(points, top),
        deal=deal_text(line.deal),
        is_corrected=is_corrected,
        scheduled=scheduled_text(line, contestants),
        played=result_cells.played(line.result, in_short=True),
        gain=gain,
        match=matches.boards.get(line.pk) if matches else None,
    )
