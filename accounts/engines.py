"""Answers to forms as they are stored: encrypted, so that only the form's key opens them again.

By ``cryptography``, the package of the Python Cryptographic Authority: a recipe of its own
(Fernet) that leaves nothing to choose.
"""

import hashlib
import json
from base64 import urlsafe_b64encode
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from accounts.domain import Answer, StoredMessage

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

_ENCRYPTION: Final = b"encryption"


class WrongKeyError(ValueError):
    """What is stored was encrypted with another key, or is damaged."""


def encrypt(answer: Answer, key: str) -> bytes:
    """An answer that can be read with the key alone."""
    return _cipher(key).encrypt(json.dumps(asdict(answer)).encode())


def decrypt(encrypted: bytes, key: str) -> Answer:
    """The answer that was encrypted with the key. Raises :class:`WrongKeyError`."""
    from cryptography.fernet import InvalidToken

    try:
        values = json.loads(_cipher(key).decrypt(encrypted))
    except InvalidToken as error:
        raise WrongKeyError from error
    values["messages"] = tuple(StoredMessage(**message) for message in values["messages"])
    return Answer(**values)


def _cipher(key: str) -> "Fernet":
    # Not at the top: it takes 7 MB, and is needed when a form is sent twice.
    from cryptography.fernet import Fernet

    # Another hash than the digest, which is stored beside what is encrypted.
    return Fernet(urlsafe_b64encode(hashlib.sha256(_ENCRYPTION + key.encode()).digest()))
