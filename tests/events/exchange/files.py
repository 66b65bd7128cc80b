"""The files of the folder tests/data/exchange."""

import lzma
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "data" / "exchange"


def data_of(name: str) -> bytes:
    """The bytes of a file; ``.xz`` is unpacked."""
    data = (FOLDER / name).read_bytes()
    return lzma.decompress(data) if name.endswith(".xz") else data


def text_of(name: str) -> str:
    return data_of(name).decode("latin-1").replace("\r\n", "\n")
