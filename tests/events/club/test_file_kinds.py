from pathlib import Path

import pytest
from django.conf import settings

from events.club.file_kinds import RefusedAs, inspect_file

ROOT = Path(settings.BASE_DIR)


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        ("tests/data/asc/*.asc", "asc"),
        ("movements/examples/*.asc", "asc"),
        ("tests/data/krause/*.tab", "krause"),
        ("tests/data/opengotha/*.xml", "opengotha"),
        ("tests/data/scoring/*/lines.csv", "csv"),
        ("tests/data/exchange/*.xml", "usebio"),
        ("tests/data/exchange/*.pbn", "pbn"),
        ("tests/data/exchange/*.lin", "lin"),
    ],
)
def test_kind_by_content(pattern, kind):
    files = sorted(ROOT.glob(pattern))
    assert files
    assert {inspect_file(path.read_bytes()).kind for path in files} == {kind}


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n", "bridgescore"),
        (b"FAMILY\tGIVEN\tGRADE\tCLUB\tCOUNTRY\nMarlowe\tAgnes\t7k\tOxford\tFrance\n", "register"),
    ],
)
def test_small_files(data, kind):
    assert inspect_file(data).kind == kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"14 7 6 6 0\nrubbish", "asc"), (b"PK\x03\x04rubbish", "xlsx"), (b"[Document]\n", "dlm")],
)
def test_kind_of_a_refused_file(data, kind):
    with pytest.raises(RefusedAs) as refused:
        inspect_file(data)
    assert refused.value.kind == kind
