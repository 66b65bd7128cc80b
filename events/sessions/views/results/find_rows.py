"""Everybody who plays in a session, by name, with place and result: for whoever looks for their own
results."""

from django.urls import reverse
from django.utils.translation import gettext as _

from events.common.views import figures
from events.common.views.find import Found, in_order
from events.models import Session
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.results.result_rows import Contestants


def players(session: Session, scored: ScoredSession, contestants: Contestants) -> list[Found]:
    """The players of a session by name; those without one are not there."""
    # A contestant ranked in two lists is shown with its place in the first.
    standings = {each.contestant: each for each in reversed(scored.field.standings)}
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
        key=contestant.pk,
        number=f"{contestant.section if contestant.section != 'A' else ''}{contestant.label}",
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
