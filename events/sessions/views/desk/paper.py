"""Paper for a session's tables: guide cards, slips with names, blank travellers, and the papers of
:mod:`events.sessions.views.desk.table_papers`.
"""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import director_required
from clubscore.sentences import NothingHereError
from events.models import Session
from events.sessions.domain.played_movement import boards_played, movement_of_lines
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.play import section_plays
from events.sessions.selectors.seatings import seatings_by_section
from events.sessions.views.desk.table_papers import TABLE_TITLES, TableKind, table_papers
from events.sessions.views.results.board_words import board_facts
from movements.views import paper as papers

ALL_TITLES: Mapping[str, Promise] = {
    kind.value: title for kind, title in (*papers.TITLES.items(), *TABLE_TITLES.items())
}
"""What there is to print, by kind."""


@require_GET
@director_required
def paper(request: HttpRequest, session_id: int, kind: str) -> HttpResponse:
    """Every card of a kind, of all sections."""
    session = get_object_or_404(Session, pk=session_id)
    cards = _cards(session, kind)
    if not cards:
        raise NothingHereError(_("There is no such paper, or the session has no movement."))
    context = {
        "session": session,
        "kind": kind,
        "title": ALL_TITLES[kind],
        "titles": ALL_TITLES,
        "is_of_tables": kind in list(TableKind),
        "papers": cards,
    }
    return render(request, "events/sessions/desk/paper.html", context)


def _cards(session: Session, kind: str) -> Sequence[object]:
    """Every card of a kind; none for an unknown kind, or without a movement."""
    if kind in list(papers.Kind):
        return papers.papers(papers.Kind(kind), _plays(session))
    return table_papers(session, TableKind(kind)) if kind in list(TableKind) else ()


def _plays(session: Session) -> list[papers.Play]:
    plays = section_plays(session.pk)
    lines = seatings_by_section(session.pk)
    contestants = session_contestants(session.pk, full_names=True).values()
    return [
        papers.Play(
            movement=movement_of_lines(
                play.movement,
                lines.get(play.section.pk, ()),
                play.section.boards_per_round,
                play.section.first_board,
            ),
            played=boards_played(lines.get(play.section.pk, ())),
            boards=play.section.boards_per_round,
            first=play.section.first_board,
            section=play.section.letter if len(plays) > 1 else "",
            names={
                contestant.number: contestant.players_and_team
                for contestant in contestants
                if contestant.section_id == play.section.pk
            },
            teams={
                contestant.number: contestant.short_team
                for contestant in contestants
                if contestant.section_id == play.section.pk
            },
            deal=_deal,
        )
        for play in plays
    ]


def _deal(board: int) -> str:
    return _("dealer %(dealer)s, vulnerable: %(vulnerability)s") % board_facts(board)
