"""The parts of a spreadsheet's archive, unpacked piece by piece, and counted meanwhile.

The sizes that the archive states are not looked at: a directory may say what it likes.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from clubscore.problems import gettext_noop
from clubscore.spreadsheets.limits import MAX_PARTS, MAX_UNPACKED, damaged, too_large, too_many

_ENTRY: Final = b"PK\x01\x02"
"""Begins every entry of an archive's directory."""
_PIECE: Final = 2**16
_USUAL: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How the parts of spreadsheets are packed. The other ways cannot be unpacked piece by piece."""
_DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(OSError, ValueError, OverflowError, KeyError),
)


class Archive:
    """A packed spreadsheet; all that is read from it is at most :data:`MAX_UNPACKED`."""

    def __init__(self, data: bytes) -> None:
        # Before the directory is read: each entry becomes an object of its own.
        parts = data.count(_ENTRY)
        if parts > MAX_PARTS:
            raise too_many(gettext_noop("parts"), parts, MAX_PARTS)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGED as error:
            raise damaged() from error
        self._names = frozenset(self._zip.namelist())
        self._left = MAX_UNPACKED

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str) -> bytearray:
        """A part. Raises :class:`Refused` for one that is too large, damaged or missing."""
        part = bytearray()
        for piece in self._pieces(name):
            self._left -= len(piece)
            if self._left < 0:
                raise too_large(MAX_UNPACKED)
            part += piece
        return part

    def _pieces(self, name: str) -> Iterator[bytes]:
        try:
            info = self._zip.getinfo(name)
            if info.compress_type not in _USUAL:
                raise NotImplementedError(info.compress_type)
            with self._zip.open(info) as stream:
                while piece := stream.read(_PIECE):
                    yield piece
        except _DAMAGED as error:
            raise damaged() from error
