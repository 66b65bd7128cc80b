"""Texts that are stored so that only this installation reads them: passwords of other sites.

Encrypted by Fernet of ``cryptography`` with a key made of the installation's secret. A backup that
is restored beside another secret has them, and nobody can read them there.
"""

import hashlib
from base64 import urlsafe_b64encode
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

_PURPOSE: Final = b"clubscore.sealed_text"


class UnreadableTextError(ValueError):
    """What is stored was encrypted by another installation, or is damaged."""


def seal(text: str) -> str:
    """A text that only :func:`unseal` of this installation opens."""
    return _cipher().encrypt(text.encode()).decode("ascii")


def unseal(sealed: str) -> str:
    """The text. Raises :class:`UnreadableTextError`."""
    try:
        return _cipher().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise UnreadableTextError from error


def _cipher() -> Fernet:
    key = hashlib.sha256(_PURPOSE + settings.SECRET_KEY.encode()).digest()
    return Fernet(urlsafe_b64encode(key))
