import pytest

from players.domain.members.member import Known, Member
from players.domain.members.register import MAX_CANDIDATES, Register, without_addition
from players.domain.names import read_name


def known(number: int, name: str, **facts: str) -> Known:
    return Known(number, read_name(name), facts)


def test_players_are_found_by_numbers_in_their_order():
    one, other = known(1, "A B", fide_number="77"), known(2, "C D", national_number="0012")
    register = Register([one, other])
    member = Member(2, read_name("X"), {"fide_number": "77", "national_number": "12"})
    assert list(register.by_numbers(member).items()) == [
        ("national_number", other),
        ("fide_number", one),
    ]


@pytest.mark.parametrize("name", ["jan jansen", "Ján Jansen", "Jan-Jansen", "Jan Jansen (1961)"])
def test_players_are_found_by_name(name: str):
    found = Register([known(1, name), known(2, "Jan Janssen")]).by_name(read_name("Jan Jansen"))
    assert [each.number for each in found] == [1]


def test_no_more_are_compared_than_a_person_can_look_at():
    players = [known(n, f"Jan Jansen ({n})") for n in range(2 * MAX_CANDIDATES)]
    assert len(Register(players).by_name(read_name("Jan Jansen"))) == MAX_CANDIDATES


@pytest.mark.parametrize(
    ("stored", "name", "found"),
    [
        ("John Smith", "J. Smith", True),
        ("J. Smith", "John Smith", True),
        ("J.P. Smith", "J. Smith", True),
        ("John Paul Smith", "J.P. Smith", True),
        ("John Peter Smith", "JP Smith", True),
        ("John Smith", "J.P. Smith", True),
        ("Jan van der Berg", "J. van der Berg", True),
        ("Jan van der Berg", "J. Berg", False),
        ("Karl Smith", "J. Smith", False),
        ("John Smith", "Jack Smith", False),
        ("J.P. Smith", "J.K. Smith", False),
        ("John Smithers", "J. Smith", False),
    ],
)
def test_players_are_found_by_initials(stored: str, name: str, found: bool):
    register = Register([known(1, stored)])
    assert [each.number for each in register.by_initials(read_name(name))] == [1] * found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Jan Jansen (1961)", "Jan Jansen"),
        ("Jan (Joop) Jansen", "Jan (Joop) Jansen"),
        ("Jan Jansen", "Jan Jansen"),
        (" (1961)", " (1961)"),
        ("(1961)", "(1961)"),
    ],
)
def test_addition(text: str, name: str):
    assert without_addition(text) == name
