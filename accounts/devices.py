"""Devices that knew an account's password: a signed cookie for each account remembers them.

It lets nobody in. It only says that wrong passwords from this device are counted for itself, so
that a stranger who guesses at the account keeps nobody out who uses it.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.selectors import account_key

_SALT: Final = "accounts.devices"
_KNOWN_FOR: Final = timedelta(days=400)


def known_device(request: HttpRequest, name: str) -> str:
    """The device's own word, when it logged in under the name before; else nothing."""
    key = account_key(name)
    kept = request.get_signed_cookie(_cookie(key), default="", salt=_SALT, max_age=_KNOWN_FOR)
    return kept if kept and kept.startswith(f"{key}.") else ""


def remember_device(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Let the device be known when it logs in again."""
    if known_device(request, name):
        return
    key = account_key(name)
    response.set_signed_cookie(
        _cookie(key),
        f"{key}.{secrets.token_hex(16)}",
        salt=_SALT,
        max_age=_KNOWN_FOR,
        path=reverse("login"),
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _cookie(key: str) -> str:
    return f"device-{key[:16]}"
