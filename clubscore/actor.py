"""Who does something, for the logs."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest

from clubscore.browser_name import device_name


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, and from which device; a command has no user."""

    user: User | None = None
    device: str = ""


def actor(request: HttpRequest) -> Actor:
    """Who asks, and from which device."""
    device = device_name(request.headers.get("User-Agent", ""))
    return Actor(user=request.user, device=device)  # type: ignore[arg-type]
