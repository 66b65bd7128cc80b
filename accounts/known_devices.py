"""Devices that knew an account's password: a signed cookie for each account remembers them.

It lets nobody in. Wrong passwords from this device are only counted separately, so that a
stranger who guesses at the account does not lock out those who use it.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.selectors import account_key

_SALT: Final = "accounts.known_devices"
_KNOWN_FOR: Final = timedelta(days=400)


def known_device(request: HttpRequest, name: str) -> str:
    """The device's own token, when it logged in under the name before; else empty."""
    key = account_key(name)
    token = request.get_signed_cookie(_cookie(key), default="", salt=_SALT, max_age=_KNOWN_FOR)
    # The cookie's name has only a part of the key.
    return token if token and token.startswith(f"{key}.") else ""


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
