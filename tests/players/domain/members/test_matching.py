import pytest
from hypothesis import given, strategies as st

from players.domain.members.matching import MAX_CANDIDATES, Action, Match, Names, Register, match
from players.domain.members.member import IDENTITIES, Known, Member
from players.domain.names import MAX_LENGTH, Name, read_name, without_mark


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
    assert [initial.number for initial in register.by_initials(read_name(name))] == [1] * found


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
    assert without_mark(text) == name


JAN = Known(7, read_name("Jan Jansen"), {"club": "Hollybrook"})

PIET = Known(8, read_name("Piet Smit"))


def names() -> Names:
    return Names({known.name.key: known for known in (JAN, PIET)})


def member(name: str, **facts: str) -> Member:
    return Member(2, read_name(name), facts)


def test_a_name_that_nobody_has_stays():
    assert names().new(member("Ann Lee", born="1958")).text == "Ann Lee"


@pytest.mark.parametrize(
    ("facts", "mark"),
    [
        ({"club": "Oxford", "fide_number": "12"}, "Oxford"),
        ({"club": "Hollybrook", "fide_number": "12"}, "12"),
        ({"egd_pin": "13"}, "13"),
        ({"born": "1961-03-21", "national_number": "12", "club_number": "9"}, "2"),
    ],
)
def test_a_taken_name_is_told_apart_by_what_everybody_may_read(facts: dict[str, str], mark: str):
    name = names().new(member("jan jansen", **facts))
    assert name.text == f"jan jansen ({mark})"
    assert (name.given, name.family) == ("jan", "jansen")


def test_then_it_is_counted():
    taken = names()
    new = [taken.new(member("Jan Jansen", club="Oxford", egd_pin="5")).text for _ in range(4)]
    assert new == ["Jan Jansen (Oxford)", "Jan Jansen (5)", "Jan Jansen (2)", "Jan Jansen (3)"]


def test_a_name_of_this_list_is_taken():
    taken = names()
    taken.new(member("Ann Lee"))
    assert taken.new(member("Ann Lee", club="Oxford")).text == "Ann Lee (Oxford)"


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


def known(number: int, name: str, **facts: str) -> Known:
    return Known(number, read_name(name), facts)


def matching_member(name: str, line: int = 2, **facts: str) -> Member:
    return Member(line, read_name(name), facts)


def one(member: Member, *players: Known) -> Match:
    matching = match([member], players)
    [found] = matching.matches
    assert matching.problems == ()
    return found


def number(found: Match) -> int | None:
    return found.known.number if found.known else None


def test_who_is_not_known_is_new():
    found = one(matching_member("Ann Lee", born="1958"), known(1, "Bo Lee", born="1958"))
    assert (found.action, found.known, found.changes) == (Action.NEW, None, {})
    assert found.name == read_name("Ann Lee")


@pytest.mark.parametrize("field", IDENTITIES)
def test_a_number_finds_the_player_whatever_the_birth(field: str):
    player = known(3, "Ann Lee", born="1958", **{field: "17"})
    found = one(
        matching_member("Ann Finch", born="1959", **{field: "17"}), known(1, "Ann Finch"), player
    )
    assert (found.action, number(found)) == (Action.UPDATE, 3)
    assert found.changes == {"born": ("1958", "1959")}
    # The name that the list has is somebody else's; the two may be one person.
    assert [twin.number for twin in found.twins] == [1]


def test_the_national_number_comes_before_the_others():
    players = known(1, "Ann Lee", fide_number="7"), known(2, "Ann Lee-Finch", national_number="8")
    found = one(matching_member("Ann Lee", fide_number="7", national_number="8"), *players)
    assert (found.action, number(found)) == (Action.SAME, 2)
    assert [twin.number for twin in found.twins] == [1]
    # The FIDE number is the other record's: it is not taken from it.
    assert found.changes == {}


def test_a_number_of_somebody_with_another_name_is_a_question():
    found = one(matching_member("Cy Boon", club_number="7"), known(1, "Ann Lee", club_number="7"))
    assert (found.action, number(found)) == (Action.ASK, 1)
    assert str(found.question) == (
        'The club number is that of "Ann Lee" (1). Is this the same person?'
    )
    # The number is taken: nobody else can be added with it.
    assert found.name is None


@pytest.mark.parametrize("name", ["Ann Finch", "A. Lee-Finch", "ann lee finch"])
def test_a_number_with_a_name_in_common_is_no_question(name: str):
    found = one(matching_member(name, club_number="7"), known(1, "Ann Lee-Finch", club_number="7"))
    assert found.action in {Action.SAME, Action.UPDATE}


def test_one_number_on_two_lines_of_different_people_is_named():
    lines = [
        matching_member("Ann Lee", 2, club_number="7"),
        matching_member("Cy Boon", 3, club_number="7"),
    ]
    [problem] = match(lines, []).problems
    assert str(problem) == (
        '"Cy Boon" has a number that line 2 has too, "Ann Lee". Correct one of them.'
    )


def test_name_and_birth_find_the_player():
    found = one(
        matching_member("JAN JANSEN", born="1961-03-21", email="j@example.org"),
        known(1, "Jan Jansen", born="1950"),
        known(2, "Jan Jansen (1961)", born="1961"),
    )
    assert (found.action, number(found)) == (Action.UPDATE, 2)
    assert found.changes == {"born": ("1961", "1961-03-21"), "email": ("", "j@example.org")}
    assert found.twins == ()


def test_two_records_of_one_name_and_birth_are_asked_about_and_may_be_merged():
    found = one(
        matching_member("Jan Jansen", born="1961"),
        known(1, "Jan Jansen", born="1961"),
        known(2, "Jan-Jansen", born="1961"),
    )
    assert (found.action, number(found)) == (Action.SAME, 1)
    assert [twin.number for twin in found.twins] == [2]


def test_the_name_alone_is_a_question():
    found = one(matching_member("Jan Jansen", grade="3d"), known(1, "Jan Jansen", grade="4d"))
    assert (found.action, number(found)) == (Action.ASK, 1)
    assert found.changes == {"grade": ("4d", "3d")}
    assert str(found.question) == 'Is this "Jan Jansen" (1) of the register?'
    assert found.name == Name("Jan Jansen (2)", "Jan", "", "Jansen")


def test_the_name_alone_is_no_question_where_nothing_would_change():
    found = one(
        matching_member("Jan Jansen", grade="3d"), known(1, "Jan Jansen", grade="3d", born="1961")
    )
    assert (found.action, number(found), found.changes) == (Action.SAME, 1, {})


@pytest.mark.parametrize(
    ("listed", "stored", "mark"),
    [
        ({"born": "1961"}, {"born": "1950-01-01"}, "2"),
        ({"national_number": "1"}, {"national_number": "3"}, "2"),
        ({"fide_number": "11"}, {"fide_number": "2"}, "11"),
    ],
)
def test_somebody_else_of_the_same_name_is_new_with_an_addition(
    listed: dict[str, str], stored: dict[str, str], mark: str
):
    found = one(matching_member("Jan Jansen", **listed), known(1, "Jan Jansen", **stored))
    assert (found.action, found.known) == (Action.NEW, None)
    assert found.name
    assert found.name.text == f"Jan Jansen ({mark})"


def test_somebody_with_an_addition_is_known_the_next_time():
    listed = matching_member("Jan Jansen", born="1961-03-21")
    first = one(listed, known(1, "Jan Jansen", born="1950"))
    assert first.name
    stored = Known(2, first.name, listed.facts)
    found = one(listed, known(1, "Jan Jansen", born="1950"), stored)
    assert (found.action, number(found)) == (Action.SAME, 2)


@pytest.mark.parametrize("born", ["", "1961"])
def test_initials_are_a_question(born: str):
    found = one(matching_member("J. Smith", born=born), known(1, "John Smith", born=born))
    assert (found.action, number(found)) == (Action.ASK, 1)
    assert str(found.question) == 'Is "J. Smith" the "John Smith" (1) of the register?'
    assert found.name == read_name("J. Smith")
    assert found.changes == {}


def test_whole_name_of_somebody_stored_with_initials_is_a_question():
    found = one(matching_member("John Smith"), known(1, "J. Smith"))
    assert (found.action, found.changes) == (Action.ASK, {"name": ("J. Smith", "John Smith")})


def test_initials_of_somebody_born_in_another_year_are_somebody_else():
    found = one(matching_member("J. Smith", born="1961"), known(1, "John Smith", born="1962"))
    assert found.action is Action.NEW


def test_a_better_spelled_name_is_a_change():
    found = one(
        matching_member("José Díaz", national_number="7"),
        known(1, "Jose Diaz", national_number="7"),
    )
    assert found.changes == {"name": ("Jose Diaz", "José Díaz")}


def test_a_name_typed_worse_is_none():
    found = one(
        matching_member("JOSE DIAZ", national_number="7"),
        known(1, "José Díaz", national_number="7"),
    )
    assert found.action is Action.SAME


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({}, {}),
        ({"born": "1961"}, {}),
        ({"born": "1961"}, {"born": "1961-03-21"}),
        ({"email": "a@example.org"}, {"email": "b@example.org"}),
    ],
)
def test_two_lines_of_one_person_are_a_problem(first: dict[str, str], second: dict[str, str]):
    matching = match(
        [matching_member("Ann Lee", 2, **first), matching_member("ann lee", 3, **second)], []
    )
    assert [found.line for found in matching.matches] == [2]
    [problem] = matching.problems
    assert (problem.line, problem.column, problem.value) == (3, "name", "ann lee")
    assert str(problem) == (
        '"ann lee" is the same person as in line 2. Delete one of the two lines; two people are'
        " told apart by their numbers or dates of birth."
    )


def test_two_club_numbers_in_one_list_are_two_people():
    lines = [
        matching_member("Ann Lee", 2, club_number="101"),
        matching_member("Ann Lee", 3, club_number="102"),
    ]
    matching = match(lines, [])
    assert [str(found.name) for found in matching.matches] == ["Ann Lee", "Ann Lee (2)"]
    assert not matching.problems
    # One of them may have had another number before.
    of_old = match(lines, [known(1, "Ann Lee", club_number="7")])
    assert [found.action for found in of_old.matches] == [Action.ASK, Action.ASK]


def test_two_lines_with_one_number_are_a_problem():
    lines = [
        matching_member("Ann Lee", 2, fide_number="7"),
        matching_member("Bo Finch", 3, fide_number="07"),
    ]
    assert [problem.line for problem in match(lines, []).problems] == [3]


def test_two_lines_of_one_player_of_the_register_are_a_problem():
    player = known(1, "Ann Lee", fide_number="7", national_number="8")
    lines = [
        matching_member("Ann Lee", 2, fide_number="7"),
        matching_member("A. Lee", 3, national_number="8"),
    ]
    assert [problem.line for problem in match(lines, [player]).problems] == [3]


def test_two_people_of_one_name_in_the_list():
    lines = [matching_member("Ann Lee", 2, born="1958"), matching_member("Ann Lee", 3, born="1961")]
    names = [found.name.text for found in match(lines, []).matches if found.name]
    assert names == ["Ann Lee", "Ann Lee (2)"]


def test_the_mark_changes_with_what_would_be_done():
    lines = [matching_member("Ann Lee", grade="3d")]
    marks = {
        match(lines, players).mark
        for players in (
            [],
            [known(1, "Ann Lee")],
            [known(2, "Ann Lee")],
            [known(1, "Ann Lee", grade="3d")],
            [known(1, "Bo Lee")],
        )
    }
    # Somebody else of another name changes nothing.
    assert len(marks) == 4


NAMES = ["Ann Lee", "A. Lee", "Ann-Lee", "ANN LEE", "Bo Lee", "Ann Lee (1958)", "Lee"]

FACTS = st.fixed_dictionaries(
    {},
    optional={
        "born": st.sampled_from(["1958", "1958-03-21", "1961"]),
        "national_number": st.sampled_from(["1", "2", "03"]),
        "fide_number": st.sampled_from(["1", "2"]),
        "club_number": st.sampled_from(["1", "2"]),
        "grade": st.sampled_from(["1k", "2k"]),
    },
)


def stored(names: list[str], facts: list[dict[str, str]]) -> list[Known]:
    """Players with a name and numbers of their own."""
    taken: set[tuple[str, str]] = set()
    players = []
    for place, (name, values) in enumerate(zip(names, facts, strict=False), start=1):
        own = {
            field: value
            for field, value in values.items()
            if field not in IDENTITIES or (field, value) not in taken
        }
        taken |= set(own.items())
        players.append(known(place, name, **own))
    return players


@given(
    st.lists(st.sampled_from(NAMES), unique_by=str.casefold, max_size=5),
    st.lists(FACTS, min_size=5, max_size=5),
    st.lists(st.tuples(st.sampled_from(NAMES), FACTS), max_size=5),
)
def test_every_line_is_matched_or_a_problem_and_no_name_or_number_is_taken_twice(
    names: list[str], facts: list[dict[str, str]], listed: list[tuple[str, dict[str, str]]]
):
    players = stored(names, facts)
    lines = [
        matching_member(name, line, **values) for line, (name, values) in enumerate(listed, start=2)
    ]
    matching = match(lines, players)
    found = [each.line for each in matching.matches] + [
        problem.line for problem in matching.problems
    ]
    assert sorted(found, key=lambda line: line or 0) == [each.line for each in lines]
    after = {player.number: player.name.key for player in players}
    numbers = {player.number: dict(player.facts) for player in players}
    for each in matching.matches:
        if each.action is Action.NEW:
            assert each.name
            after[-each.line] = each.name.key
            numbers[-each.line] = dict(each.member.facts)
        elif each.known and each.action is Action.UPDATE:
            changed = {field: new for field, (_, new) in each.changes.items()}
            after[each.known.number] = changed.pop("name", each.known.name.text).casefold()
            numbers[each.known.number] |= changed
    assert len(set(after.values())) == len(after)
    for field in IDENTITIES:
        of_field = [values[field] for values in numbers.values() if field in values]
        assert len(set(of_field)) == len(of_field)
