"""The bytes of a file between its preview and storing: the page carries them.

So a preview stores nothing.
"""

import base64
import binascii
import zlib
from dataclasses import dataclass

from clubscore.problems import Refused, gettext_noop, sentence


@dataclass(frozen=True, slots=True)
class Received:
    """What was sent: the bytes, the name of the file, and the encoding that a director chose.

    The last two are empty where there is none.
    """

    data: bytes
    name: str = ""
    encoding: str = ""


def packed(data: bytes) -> str:
    """The bytes as a page carries them."""
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
    # There is more than the limit, or the end is missing.
    if not packer.eof:
        raise _not_whole()
    return data


def _not_whole() -> Refused:
    changed = gettext_noop("The file did not come back unchanged. Choose it again.")
    return Refused(sentence(changed))
