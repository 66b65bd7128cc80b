"""Claims on published cards, for which no phone need have been bound: who may make them, and until
when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from events.models import ContestantPlayer, Session, TableEntrySettings
from events.sessions.scoring.selectors.lines import LineRecord, lines_as_read, session_lines
from events.tables.selectors.readable import may_claim_after
from players.models.club import current_settings
from players.selectors.register import player_of_token

MINUTES: Final = 30
"""The period where neither the session nor the club has another (Law 79C1)."""


@dataclass(frozen=True, slots=True)
class CardClaims:
    """Whether whoever reads a card may claim, and why not: the period is over, or it takes the
    private link of a player of the card."""

    is_open: bool
    is_player: bool

    @property
    def may_claim(self) -> bool:
        return self.is_open and self.is_player


def card_claims(session: Session, contestant: int, *, token: str = "") -> CardClaims:
    """What holds for the card of a contestant, for a reader with the ``token`` of a link."""
    by_everybody = current_settings().claim_minutes > 0
    return CardClaims(_is_open(session), by_everybody or _is_of(contestant, token))


def offers_claims(session: Session) -> bool:
    """Whether everybody is offered to claim on the cards of a session."""
    return current_settings().claim_minutes > 0 and _is_open(session)


def _is_open(session: Session) -> bool:
    if session.published_at is None or not session.is_finished:
        return session.is_published
    return session.pk in open_to_links({session.pk: session.published_at})


def open_to_links(published: dict[int, datetime]) -> Collection[int]:
    """The sessions, of those with the moments of their publication, of which players claim with
    their private links."""
    stored = TableEntrySettings.objects.filter(session__in=published)
    minutes = dict(stored.values_list("session", "correction_minutes"))
    usual = current_settings().claim_minutes or MINUTES
    return {pk for pk, at in published.items() if may_claim_after(at, minutes.get(pk, usual))}


def lines_to_claim(session: Session, contestant: int) -> list[LineRecord]:
    """The lines of a contestant that have a result, as everybody reads them, by board."""
    lines = lines_as_read(session, session_lines(session.pk))
    played = [line for line in lines if contestant in (*line.ns, *line.ew) and not line.is_empty]
    return sorted(played, key=lambda line: line.board)


def _is_of(contestant: int, token: str) -> bool:
    player = player_of_token(token) if token else None
    seats = ContestantPlayer.objects.filter(contestant=contestant)
    return player is not None and seats.filter(player=player.pk).exists()
