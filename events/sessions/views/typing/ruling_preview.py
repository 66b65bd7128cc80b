"""What both sides would get by a ruling: points of the field, or in a match of teams its IMPs."""

from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.sentences import translate
from events.common.views import figures
from events.models import MatchPlay, Session
from events.sessions.domain.adjustments import NOT_PLAYED, Adjustment, is_generous
from events.sessions.domain.line_result import LineResult, describe
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.match_notes import MatchNote, match_notes
from events.sessions.services.scoring import ScoredSession, score_session
from events.sessions.views.results.explanation_rows import number
from events.sessions.views.typing.line_rows import won_text

BOARD = Fraction(1)
"""What a board has where each board won is a point."""


@dataclass(frozen=True, slots=True)
class Share:
    """A side's points, printed and exact, with their unit where the field's is not meant; all
    empty where the board does not count."""

    points: str
    exact: str
    percentage: str
    percentage_exact: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would mean: in words, for both sides, and whether it exceeds the top; in a
    match of teams it may have to wait for the other room, or the line may be in no match."""

    meaning: str
    ns: Share
    ew: Share
    top: str
    is_generous: bool
    waits: bool = False
    is_in_no_match: bool = False


def preview_of(
    session: Session,
    line: LineRecord,
    adjustment: Adjustment,
    scored: ScoredSession | None = None,
) -> Preview:
    """What both sides would get by an adjustment; ``scored`` spares scoring what it is already."""
    result = replace(line.result, adjustment=adjustment)
    if session.is_of_teams:
        return _preview_of_match(_note(session, line, result), result)
    if scored is None or result != line.result:
        scored = score_session(session, supposing={line.pk: result})
    score = scored.points.get(line.pk)
    ns, ew, top = (score.ns_points, score.ew_points, score.top) if score else (None, None, None)
    return Preview(
        meaning=translate(describe(result)),
        ns=_share(ns, top),
        ew=_share(ew, top),
        top=figures.points(top),
        is_generous=is_generous(adjustment, ns, ew, top),
    )


def points_at_the_table(session: Session, scored: ScoredSession, line: LineRecord) -> str:
    """The points of the table's own result; empty where there is none."""
    if line.result.score_ns is None:
        return ""
    at_the_table = line.result.at_the_table
    if session.is_of_teams:
        note = _note(session, line, at_the_table)
        return won_text(note) if note else ""
    if line.result.adjustment:
        scored = score_session(session, supposing={line.pk: at_the_table})
    score = scored.points[line.pk]
    values = {"ns": figures.points(score.ns_points), "ew": figures.points(score.ew_points)}
    return _("NS %(ns)s, EW %(ew)s") % values


def other_room(session: Session, line: LineRecord) -> str:
    """What the other table of the match has, in words; empty outside matches of teams."""
    note = _note(session, line, line.result)
    if note is None:
        return ""
    return translate(describe(note.other)) if note.other else _("not in yet")


def is_in_imps(session: Session) -> bool:
    """Whether what a board is worth is IMPs, so that averages are too."""
    if session.is_of_teams:
        return session.match_play.scored_by != MatchPlay.ScoredBy.POINT_A_BOARD
    return session.method in (Session.Method.BUTLER, Session.Method.CROSS_IMPS)


def _note(session: Session, line: LineRecord, result: LineResult) -> MatchNote | None:
    return match_notes(session, line.board, supposing={line.pk: result}).get(line.pk)


def _preview_of_match(note: MatchNote | None, result: LineResult) -> Preview:
    won = note and note.won
    ns, ew = won or (None, None)
    top = BOARD if note and note.by_points else None
    unit = "" if top else pgettext("unit", "IMPs")
    return Preview(
        meaning=translate(describe(result)),
        ns=replace(_share(ns, top), unit=unit),
        ew=replace(_share(ew, top), unit=unit),
        top=figures.points(top),
        is_generous=is_generous(result.adjustment, ns, ew, top),
        waits=won is None and note is not None and result.adjustment is not NOT_PLAYED,
        is_in_no_match=note is None,
    )


def _share(points: Fraction | None, top: Fraction | None) -> Share:
    if points is None:
        return Share("", "", "", "")
    percentage = 100 * points / top if top else None
    return Share(
        figures.points(points),
        number(points),
        figures.percentage(percentage),
        figures.exact(percentage, " %"),
    )
