"""Whatever is opened is read or refused by the process of the readers, with a sentence, and the
next file is read."""

import pytest

from clubscore.files.reader_process import read_apart
from clubscore.text.problems import Refused
from events.club.file_kinds import kind_of_file
from tests.events.exchange.files import data_of
from tests.hostile_files import HOSTILE_FILES, whole

USUAL = {
    "USEBIO: attributes by default": "The file declares entities of its own",
    "USEBIO: hands beside 20,000 events": "The file has 20000 events",
    "USEBIO: Latin-1 that says UTF-8": "The file has 37,500 results",
    "USEBIO: a namespace of 1 MB": "The XML is nested too deeply, or has too many elements.",
    "OpenGotha: attributes by default": "The file declares entities of its own",
    "traveller lines: sections of their own": "",
    "movement: again and again": "This board group is a number",
}
"""What is said of some."""
QUICK = {
    "USEBIO: attributes by default",
    "OpenGotha: attributes by default",
    "movement: again and again",
}
"""What is tried in every run; the others take long."""


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=() if kind in QUICK else pytest.mark.large)
        for kind in HOSTILE_FILES
    ],
)
def test_hostile_file_is_read_or_refused(kind: str):
    said = ""
    try:
        assert whole(HOSTILE_FILES[kind]())
    except Refused as refusal:
        said = str(refusal)
        assert said

    assert kind not in USUAL or (said.startswith(USUAL[kind]) and bool(said) == bool(USUAL[kind]))
    assert read_apart(kind_of_file, data_of("hands.pbn")) == "pbn"
