import io
import zipfile
import zlib

import pytest

from clubscore.text.problems import Refused
from events.exchange.formats import zip_files
from events.exchange.formats.zip_files import files_of_zip


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return stream.getvalue()


def files_of(data: bytes, *, limit: int) -> list[tuple[str, bytes]]:
    return [(name, zlib.decompress(each)) for name, each in files_of_zip(data, limit=limit)]


def test_files_in_their_order_without_folders_and_what_macos_adds():
    data = zipped(
        ("2016/", b""), ("2016/b.xml", b"b"), ("a.xml", b"a"),
        ("__MACOSX/a.xml", b"?"), ("2016/.DS_Store", b"?"),
    )  # fmt: skip
    assert files_of(data, limit=10) == [("2016/b.xml", b"b"), ("a.xml", b"a")]


def test_a_large_file_ends_after_the_limit():
    data = zipped(("bomb.xml", b"0" * 10_000_000))
    assert files_of(data, limit=10) == [("bomb.xml", b"0" * 11)]


def test_all_files_together_have_a_limit(monkeypatch):
    monkeypatch.setattr(zip_files, "MAX_UNPACKED", 2**20)
    data = zipped(*((f"{number}.xml", b"0" * 2**19) for number in range(3)))
    with pytest.raises(Refused, match="larger than 1 MiB"):
        files_of(data, limit=2**20)


def test_so_many_files_and_no_more(monkeypatch):
    monkeypatch.setattr(zip_files, "MAX_FILES", 2)
    for count in (3, 5):
        data = zipped(*((f"{number}.xml", b"0") for number in range(count)))
        with pytest.raises(Refused, match="more than 2 files"):
            files_of(data, limit=10)


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 nothing",
        zipped(("a.xml", b"a" * 1000))[:60],
        zipped(("a.xml", b"a"), method=zipfile.ZIP_BZIP2),
    ],
    ids=["no archive", "cut off", "packed otherwise"],
)
def test_damaged(data):
    with pytest.raises(Refused, match="damaged"):
        files_of(data, limit=10)


def test_empty():
    with pytest.raises(Refused, match="no file"):
        files_of(zipped(("folder/", b"")), limit=10)
