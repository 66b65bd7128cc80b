"""Tournaments of invented players, paired round by round by gacrux's own generator from its own
files: with forfeits, absences, byes that were asked for, acceleration and either lot."""

import lzma
from pathlib import Path

from events.tournaments.files.formats.krause.reader import read

STORED = Path(__file__).parents[4] / "data" / "pairing" / "dutch.trf.xz"


def stored(step=1):
    """The tournaments of the file, one in so many."""
    texts = lzma.decompress(STORED.read_bytes()).decode().split("\n\n")
    return [read(text).tournament for text in texts[::step]]
