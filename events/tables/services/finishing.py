"""Finishing a session whose tables enter results: what both sides did not agree on is settled
first (Law 8C: all scores entered without objection)."""

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_session
from events.models import Session
from events.sessions.services import sessions
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.watch import unsettled
from events.tables.services.revision import raise_revision


class NotSettled(Refused):
    """Results are not agreed, or not confirmed: the director has to look at them first."""


@in_transaction
def finish_session(*, session: Session, by: Actor, acknowledged: bool = False) -> None:
    """End play. ``acknowledged``: the director knows of the results that nobody confirmed.

    Raises :class:`NotSettled` where a result is objected to, or unconfirmed and not acknowledged.
    """
    lock_session(session.pk)
    state = current_snapshot(session.pk)
    objected, unconfirmed = unsettled(state) if state else ([], [])
    if objected:
        text = gettext_noop("Settle the results first that the two sides do not agree on.")
        raise NotSettled(sentence(text))
    if unconfirmed and not acknowledged:
        text = gettext_noop("Some results were not confirmed by the opponents.")
        raise NotSettled(sentence(text))
    sessions.finish(session=session, by=by)
    raise_revision(session.pk)
