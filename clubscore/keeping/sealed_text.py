"""Texts that are stored so that only this installation reads them: passwords of other sites.

Encrypted by Fernet of ``cryptography`` with a key made of the installation's secret. A backup that
is restored beside another secret has them, and nobody can read them there.
"""

import hashlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

_PURPOSE: Final = b"clubscore.sealed_text"


class UnreadableTextError(ValueError):
    """What is stored was encrypted by another installation, or is damaged."""


def seal(text: str) -> str:
    """A text that only :func:`unseal` of this installation opens."""
    return _cipher().encrypt(text.encode()).decode("ascii")


def unseal(sealed: str) -> str:
    """The text. Raises :class:`UnreadableTextError`."""
    from cryptography.fernet import InvalidToken

    try:
        return _cipher().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise UnreadableTextError from error


def _cipher() -> "Fernet":
    # Not at the top: it takes 7 MB, and few clubs have sealed anything.
    from cryptography.fernet import Fernet

    key = hashlib.sha256(_PURPOSE + settings.SECRET_KEY.encode()).digest()
    return Fernet(urlsafe_b64encode(key))
