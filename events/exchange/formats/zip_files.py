"""The files in a zip archive, unpacked piece by piece and counted meanwhile.

The sizes that the archive states are not looked at: a directory may say what it likes.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from clubscore.text.problems import Refused, gettext_noop, sentence

MAX_FILES: Final = 2_000
MAX_UNPACKED: Final = 256 * 2**20
"""Bytes of all files together."""
_ENTRY: Final = b"PK\x01\x02"
"""Begins every entry of an archive's directory."""
_USUAL: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
    ValueError, OverflowError, KeyError,
)  # fmt: skip
_MANY = gettext_noop("The zip archive has more than %(most)s files.")
_LARGE = gettext_noop("Unpacked, the files of the zip archive are larger than %(most)s MiB.")


def is_spreadsheet(data: bytes) -> bool:
    """Whether a zip archive is a spreadsheet or a document of an office program."""
    return b"[Content_Types].xml" in data


def files_of_zip(data: bytes, *, limit: int) -> Iterator[tuple[str, bytes]]:
    """The names of the files, and their bytes as :func:`compressed` makes them; of a file that is
    larger than ``limit``, a byte more than that. Raises :class:`Refused` for an archive that is
    damaged or too large."""
    # Before the directory is read: each entry becomes an object of its own.
    if data.count(_ENTRY) > 2 * MAX_FILES:
        raise Refused(sentence(_MANY, most=MAX_FILES))
    is_empty = True
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name, content in _files(archive, limit):
                is_empty = False
                yield name, compressed(content)
    except _DAMAGED as error:
        if isinstance(error, Refused):
            raise
        raise Refused.because("The zip archive is damaged, or has a password.") from error
    if is_empty:
        raise Refused.because("There is no file in the zip archive.")


def compressed(data: bytes) -> bytes:
    """The bytes of a file as they wait for their import."""
    return zlib.compress(data, level=1)


def _files(archive: zipfile.ZipFile, limit: int) -> Iterator[tuple[str, bytes]]:
    wanted = [each for each in archive.infolist() if _is_wanted(each)]
    if len(wanted) > MAX_FILES:
        raise Refused(sentence(_MANY, most=MAX_FILES))
    left = MAX_UNPACKED
    for each in wanted:
        if each.compress_type not in _USUAL:
            raise zipfile.BadZipFile
        with archive.open(each) as stream:
            data = stream.read(min(limit, left) + 1)
        left -= len(data)
        if left < 0:
            raise Refused(sentence(_LARGE, most=MAX_UNPACKED // 2**20))
        yield each.filename, data


def _is_wanted(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry is a file, and none that macOS added."""
    name = entry.filename.rpartition("/")[2]
    return bool(name) and not name.startswith(".") and not entry.filename.startswith("__MACOSX/")
