"""Everybody who plays in a session, by name, with place and result: for whoever looks for their own
results."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from events.common.views import figures
from events.models import Session
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.results.result_rows import Contestants
from players.domain.folding import search_key


@dataclass(frozen=True, slots=True)
class Found:
    """A player: the contestant that they play in, its card, place and result; empty before any."""

    name: str
    contestant: int
    number: str
    partners: str
    card: str
    place: str
    result: str


def players(session: Session, scored: ScoredSession, contestants: Contestants) -> list[Found]:
    """The players of a session by name; those without one are not there."""
    # A contestant ranked in two lists is shown with its place in the first.
    standings = {each.contestant: each for each in reversed(scored.field.standings)}
    # Of what is added up over several sessions, only the ranking has the places.
    is_whole = not hasattr(session, "carry_over")
    rows = [
        _found(session, contestant, place, standings.get(pk), with_place=is_whole)
        for pk, contestant in contestants.items()
        for place in range(len(contestant.names))
    ]
    return sorted(rows, key=lambda row: (search_key(row.name), row.contestant))


def matching(rows: Iterable[Found], typed: str) -> list[Found]:
    """Those whose name has every typed word in it."""
    words = search_key(typed).split()
    return [row for row in rows if all(word in search_key(row.name) for word in words)]


def _found(
    session: Session,
    contestant: ContestantRecord,
    place: int,
    standing: Standing | None,
    *,
    with_place: bool,
) -> Found:
    others = (str(name) for n, name in enumerate(contestant.names) if n != place)
    return Found(
        name=str(contestant.names[place]),
        contestant=contestant.pk,
        number=f"{contestant.section if contestant.section != 'A' else ''}{contestant.label}",
        partners=" – ".join(others),
        card=reverse("events:card", args=[session.pk, contestant.pk]),
        place=standing.place if standing and with_place else "",
        result=_result(session, standing) if standing else "",
    )


def _result(session: Session, standing: Standing) -> str:
    if session.method == Session.Method.MATCHPOINTS:
        return f"{figures.percentage(standing.percentage)} %"
    return figures.points(standing.points)
