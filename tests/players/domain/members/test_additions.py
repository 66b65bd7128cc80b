from players.domain.members.additions import Names
from players.domain.members.member import Known, Member
from players.domain.names import MAX_LENGTH, read_name

JAN = Known(7, read_name("Jan Jansen"))
PIET = Known(8, read_name("Piet Smit"))


def names() -> Names:
    return Names({known.name.key: known for known in (JAN, PIET)})


def member(name: str, **facts: str) -> Member:
    return Member(2, read_name(name), facts)


def test_a_name_that_nobody_has_stays():
    assert names().new(member("Ann Lee", born="1958")).text == "Ann Lee"


def test_a_taken_name_gets_the_year_of_birth():
    name = names().new(member("jan jansen", born="1961-03-21", national_number="12"))
    assert name.text == "jan jansen (1961)"
    assert (name.given, name.family) == ("jan", "jansen")


def test_without_a_birth_it_gets_a_number():
    assert names().new(member("Jan Jansen", club_number="12")).text == "Jan Jansen (12)"


def test_then_it_is_counted():
    taken = names()
    new = [taken.new(member("Jan Jansen", born="1961", egd_pin="5")).text for _ in range(4)]
    assert new == ["Jan Jansen (1961)", "Jan Jansen (5)", "Jan Jansen (2)", "Jan Jansen (3)"]


def test_a_name_of_this_list_is_taken():
    taken = names()
    taken.new(member("Ann Lee"))
    assert taken.new(member("Ann Lee", born="1958")).text == "Ann Lee (1958)"


def test_a_long_name_is_cut():
    taken = names()
    long = "x" * MAX_LENGTH
    taken.new(member(long))
    assert taken.new(member(long)).text == "x" * (MAX_LENGTH - 4) + " (2)"


def test_renaming():
    taken = names()
    assert taken.renamed(JAN, read_name("Jan Janssen")) is None
    assert taken.renamed(JAN, read_name("JAN JANSEN")) is None
    assert taken.renamed(JAN, read_name("Piet Smit")) == PIET
    taken.new(member("Ann Lee"))
    assert taken.renamed(JAN, read_name("Ann Lee")) == JAN
