"""Finding the player of a private link."""

import hashlib

from players.models import Player, PrivateLink


def hash_of(token: str) -> str:
    """What is stored of a token. It is long and random, so that one round of hashing is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of_token(token: str) -> Player | None:
    """The player whose link has this token; ``None`` for any other text."""
    links = PrivateLink.objects.select_related("player__club")
    link = links.filter(token_hash=hash_of(token)).first()
    return link.player if link else None


def private_link_of(player: Player) -> PrivateLink | None:
    """The link that leads to a player's page."""
    return player.private_links.select_related("created_by").first()
