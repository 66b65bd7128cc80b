import pytest

from players.domain.members.member import (
    Known,
    Member,
    are_two_people,
    births_agree,
    births_differ,
    changed_facts,
    identity_key,
    is_initials,
    is_less_exact,
    is_only_typed_worse,
    is_same,
)
from players.domain.names import read_name


@pytest.mark.parametrize(
    ("field", "stored", "value", "same"),
    [
        ("grade", "3d", "3d", True),
        ("grade", "3d", "2d", False),
        ("grade", "", "2d", False),
        ("email", "Ann@example.org", "ann@Example.org", True),
        ("club", "Mill", "MILL", True),
        ("club", "Mill", "Mill 2", False),
        ("note", "a", "A", False),
        ("national_number", "00123", "123", True),
        ("national_number", "12-3", "123", True),
        ("national_number", "123", "1230", False),
        ("born", "1958-03-21", "1958", True),
        ("born", "1958", "1958-03-21", False),
        ("born", "1958-03-21", "1958-03-22", False),
        ("telephone", "06-12345678", "0612345678", True),
        ("telephone", "06-12345678", "612345678", True),
        ("telephone", "+31 6 12345678", "0612345678", True),
        ("telephone", "612345678", "+31 612345678", False),
        ("telephone", "06-12345678", "+31 6 12345678", True),
        ("telephone", "(06) 12345678", "0031612345678", True),
        ("telephone", "06-12345678", "06-12345679", False),
        ("telephone", "030 1234567", "1234567", True),
        ("telephone", "030 1234567", "567", False),
    ],
)
def test_same_value(field: str, stored: str, value: str, same: bool):
    assert is_same(field, stored, value) is same


def test_an_empty_value_erases_nothing():
    known = Known(1, read_name("Ann Lee"), {"grade": "3d", "note": "here"})
    member = Member(2, read_name("Ann Lee"), {"grade": "2d", "born": "1958", "note": ""})
    assert changed_facts(known, member) == {"grade": ("3d", "2d"), "born": ("", "1958")}


def test_births():
    assert births_agree("1958", "1958-03-21")
    assert births_agree("1958-03-21", "1958")
    assert not births_agree("", "1958")
    assert births_differ("1958", "1959")
    assert births_differ("1958-03-21", "1958-03-22")
    assert not births_differ("", "1958")


@pytest.mark.parametrize(
    ("one", "other", "two"),
    [
        ({}, {}, False),
        ({"born": "1958"}, {"born": "1959"}, True),
        ({"national_number": "1"}, {"national_number": "2"}, True),
        ({"national_number": "1"}, {"national_number": "01"}, False),
        ({"national_number": "1"}, {"fide_number": "2"}, False),
        ({"club_number": "1"}, {"club_number": "2"}, False),
    ],
)
def test_two_people(one: dict[str, str], other: dict[str, str], two: bool):
    assert are_two_people(one, other) is two


def test_identity_key():
    assert identity_key("0012-a.3 ") == "12A3"


@pytest.mark.parametrize(
    ("given", "are"),
    [
        *((initials, True) for initials in ("J.", "J", "J. P.", "JP", "J.-P.", "Mw.")),
        *((name, False) for name in ("Jo", "Joop", "")),
    ],
)
def test_initials(given: str, are: bool):
    assert is_initials(given) is are


@pytest.mark.parametrize(
    ("name", "than", "less"),
    [
        ("J. Smith", "John Smith", True),
        ("J. van der Berg", "Jan van der Berg", True),
        ("K. Smith", "John Smith", False),
        ("J. Smith", "J. Smith", False),
        ("John Smith", "J. Smith", False),
        ("J. Smit", "John Smith", False),
        ("Smith", "John Smith", False),
    ],
)
def test_less_exact(name: str, than: str, less: bool):
    assert is_less_exact(read_name(name), read_name(than)) is less


@pytest.mark.parametrize(
    ("name", "than", "worse"),
    [
        ("ANN LEE", "Ann Lee", True),
        ("ann lee", "Ann Lee", True),
        ("Jose Diaz", "José Díaz", True),
        ("José Díaz", "Jose Diaz", False),
        ("Ann Lee", "ANN LEE", False),
        ("Ann LEE", "Ann Lee", False),
    ],
)
def test_typed_worse(name: str, than: str, worse: bool):
    assert is_only_typed_worse(read_name(name), read_name(than)) is worse
