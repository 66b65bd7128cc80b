"""The bytes of a file between its preview and what is kept: they go along in the page.

So nothing is stored by looking at a file.
"""

import base64
import binascii
import zlib
from dataclasses import dataclass

from clubscore.problems import Refused, gettext_noop, sentence


@dataclass(frozen=True, slots=True)
class Received:
    """What came in: the bytes, the name of the file, and the encoding that a director chose.

    The last two are empty where there is none.
    """

    data: bytes
    name: str = ""
    encoding: str = ""


def packed(data: bytes) -> str:
    """The bytes as they go along in a page."""
    return base64.b64encode(zlib.compress(data, level=1)).decode()


def unpacked(text: str, *, limit: int) -> bytes:
    """The bytes that were :func:`packed`, ``limit`` of them at most.

    Raises :class:`Refused` for anything else that comes from a page.
    """
    try:
        packer = zlib.decompressobj()
        data = packer.decompress(base64.b64decode(text, validate=True), limit)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise _not_whole() from error
    if not packer.eof:
        raise _not_whole()
    return data


def _not_whole() -> Refused:
    changed = gettext_noop("The file did not come back unchanged. Choose it again.")
    return Refused(sentence(changed))
