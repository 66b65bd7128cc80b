from collections.abc import Callable

import pytest
from django.utils.translation import override
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from players.domain.names import (
    ERASED,
    MAX_LENGTH,
    Name,
    contracted,
    erased_name,
    given_first,
    make_name,
    read_club,
    read_country,
    read_name,
    read_note,
    short_names,
    with_mark,
    written_name,
)


@pytest.mark.parametrize(
    ("family", "given", "name"),
    [
        ("Lamb", "Edith", Name("Edith Lamb", "Edith", "", "Lamb")),
        ("lamb", "edith", Name("edith lamb", "edith", "", "lamb")),
        ("Lamb", "", Name("Lamb", "", "", "Lamb")),
        ("Edith Lamb", "", Name("Edith Lamb", "Edith", "", "Lamb")),
        (
            "van der Berg",
            "Jan Willem",
            Name("Jan Willem van der Berg", "Jan Willem", "van der", "Berg"),
        ),
        (
            "O\u2019Neill",
            "Mary-Jane",
            Name("Mary-Jane O\u2019Neill", "Mary-Jane", "", "O\u2019Neill"),
        ),
        ("Smith jr.", "A.", Name("A. Smith jr.", "A.", "", "Smith jr.")),
        ("Garcia Lopez", "Ana", Name("Ana Garcia Lopez", "Ana", "", "Garcia Lopez")),
        ("St. Clair", "J.K.", Name("J.K. St. Clair", "J.K.", "", "St. Clair")),
        ("Player 1", "", Name("Player 1", "", "", "Player 1")),
        ("Lamb (guest)", "Edith", Name("Edith Lamb (guest)", "Edith", "", "Lamb (guest)")),
        ("", "Edith", Name("Edith", "", "", "Edith")),
    ],
)
def test_the_name_of_given_and_family(family: str, given: str, name: Name) -> None:
    assert written_name(given=given, family=family) == name


@pytest.mark.parametrize(("family", "given"), [("...", ""), ("", ""), ("Lamb", "E" * 80)])
def test_what_is_no_name(family: str, given: str) -> None:
    assert written_name(given=given, family=family) is None


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ("Jan van der Berg, Clara Finch", "Van der Berg, Finch"),
        ("John Smith, Karl Smith, Ann Lee", "J. Smith, K. Smith, Lee"),
        ("J. Smith, Karl Smith", "J. Smith, K. Smith"),
        ("John Smith, Jane Smith", "John Smith, Jane Smith"),
        ("J. Smith, Jane Smith", "J. Smith, Jane Smith"),
        ("John Paul Smith, John Quentin Smith", "J. P. Smith, J. Q. Smith"),
        ("Smith, Jane Smith", "Smith, J. Smith"),
        ("Jan de Vries, Karel de Vries", "J. de Vries, K. de Vries"),
        ("Mw. Jansen, Dhr. Jansen", "Mw. Jansen, Dhr. Jansen"),
        ("Guest 2, Guest 3", "Guest 2, Guest 3"),
        ("Ann Smith, Ann Smith", "Smith, Smith"),
        ("Joop 't Hart, o'Neill", "'t Hart, O'Neill"),
    ],
)
def test_short_names_tell_people_apart(names: str, short: str) -> None:
    assert ", ".join(short_names([read_name(each) for each in names.split(", ")])) == short


def test_of_a_name_with_the_family_first() -> None:
    assert short_names([Name("Li Wei", "Wei", "", "Li"), Name("Li Min", "Min", "", "Li")]) == [
        "W. Li",
        "M. Li",
    ]


def test_a_short_name_is_never_somebody_else_s() -> None:
    names = [Name("J. Smith", family="J. Smith"), read_name("John Smith"), read_name("Karl Smith")]
    assert short_names(names) == ["J. Smith", "John Smith", "K. Smith"]


_PART = st.sampled_from(["Ann", "Anna", "A.", "de", "Lee", "2", "J."])


@given(st.lists(st.lists(_PART, min_size=1, max_size=3).map(" ".join), unique=True, max_size=6))
def test_no_two_people_are_called_the_same(texts: list[str]) -> None:
    short = short_names([read_name(text) for text in texts])
    assert len({name.casefold() for name in short}) == len(texts)


@pytest.mark.parametrize(
    ("number", "text"), [(1, "Erased-One"), (120, "Erased-One-Two-Zero"), (9, "Erased-Nine")]
)
def test_the_name_says_the_number(number: int, text: str) -> None:
    assert str(erased_name(number)) == text


def test_the_name_is_of_the_language() -> None:
    with override("nl"):
        assert str(erased_name(25, translate(ERASED))) == "Gewist-Twee-Vijf"


@given(st.integers(1, 9_999_999_999))
def test_the_name_is_a_name_and_can_be_read_back(number: int) -> None:
    name = erased_name(number)
    assert read_name(str(name)) == name


@given(st.sets(st.integers(1, 10**6), min_size=2, max_size=2))
def test_no_two_numbers_have_one_name(numbers: set[int]) -> None:
    one, other = numbers
    assert erased_name(one) != erased_name(other)


READERS = {"club": read_club, "country": read_country}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Hollybrook", "Hollybrook"),
        ("  BC 't  Hoekje '88 ", "BC 't Hoekje '88"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("", ""),
        (" ", ""),
    ],
)
def test_any_text_is_a_place(read: Callable[[str], str], text: str, place: str) -> None:
    assert read(text) == place


@pytest.mark.parametrize("field", READERS)
@pytest.mark.parametrize(
    ("text", "message"),
    [("a\tb", "Leave the character U+0009 out."), ("a\0b", "Leave the character U+0000 out.")],
)
def test_what_is_not_of_one_line_is_refused(field: str, text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        READERS[field](text)
    assert [(problem.column, str(problem)) for problem in refused.value.problems] == [
        (field, message)
    ]


@pytest.mark.parametrize(("field", "most"), [("club", 120), ("country", 60)])
def test_a_long_text_is_refused(field: str, most: int) -> None:
    assert READERS[field]("x" * most) == "x" * most
    with pytest.raises(Refused) as refused:
        READERS[field]("x" * (most + 1))
    assert str(refused.value) == f"A {field} has at most {most} characters, not {most + 1}."


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("", ""),
        ("  eats  no meat ", "eats  no meat"),
        ('"late" = 7\u2019', '"late" = 7\u2019'),
        ("first\r\n\tsecond\n", "first second"),
    ],
)
def test_read_note_keeps_any_text_of_one_line(text: str, note: str) -> None:
    assert read_note(text) == note


@pytest.mark.parametrize(("text", "name"), [("a\0b", "U+0000"), ("\ud800", "U+D800")], ids=ascii)
def test_read_note_refuses_what_no_text_may_hold(text: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        read_note(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (f"A note cannot have the character {name}.", "note")


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("Finch, Clara", "Clara Finch"),
        ("van der Berg,Jan Willem", "Jan Willem van der Berg"),
        ("Berg, Jan van der", "Jan van der Berg"),
        ("Clara Finch", "Clara Finch"),
        ("Finch,", "Finch,"),
        ("Finch, Jr.", "Finch, Jr."),
        ("Finch, Clara, Dr", "Finch, Clara, Dr"),
    ],
)
def test_given_first(text: str, turned: str) -> None:
    assert given_first(text) == turned


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Garcia Lopez, Ana", ("Ana", "", "Garcia Lopez")),
        ("Ana Garcia Lopez", ("Ana Garcia", "", "Lopez")),
        ("van den Berg Smit, Jan", ("Jan", "van den", "Berg Smit")),
        ("Berg, Jan van der", ("Jan", "van der", "Berg")),
        ("van der Berg, Jan", ("Jan", "van der", "Berg")),
    ],
)
def test_a_comma_says_what_the_family_name_is(text: str, parts: tuple[str, str, str]) -> None:
    name = read_name(text)

    assert (name.given, name.particle, name.family) == parts


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("  J.   Smith ", "J. Smith"),
        ("mcdonald JOHN", "mcdonald JOHN"),
        ("Zelda O\u2019Hare", "Zelda O\u2019Hare"),
        ("cafe\u0301", "caf\u00e9"),
        ("Clara\u00a0Finch", "Clara Finch"),
        ("Smith, Ann", "Ann Smith"),
        ("Guest 2", "Guest 2"),
        ("x" * 80, "x" * 80),
        ("\u0645\u0647\u200c\u0631", "\u0645\u0647\u200c\u0631"),
    ],
)
def test_a_name_stays_as_it_is_typed(text: str, stored: str) -> None:
    assert str(read_name(text)) == stored


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The name is missing."),
        (" \u00a0 ", "The name is missing."),
        ("x" * 81, "A name has at most 80 characters, not 81."),
        ("Clara\tFinch", "A name cannot have the character U+0009: leave it out."),
        ("Clara\nFinch", "A name cannot have the character U+000A: leave it out."),
        ("Clara\0", "A name cannot have the character U+0000: leave it out."),
        ("Clara\u2028Finch", "A name cannot have the character U+2028 LINE SEPARATOR: leave it"
         " out."),
        ("Clara\u202e", "A name cannot have the character U+202E RIGHT-TO-LEFT OVERRIDE: leave it"
         " out."),
        ("\ud800", "A name cannot have the character U+D800: leave it out."),
        ("-", "“-” is not a name: it has no letter and no digit."),
        ("??", "“??” is not a name: it has no letter and no digit."),
    ],
)  # fmt: skip
def test_what_no_name_may_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_name(text)
    assert str(refused.value) == message
    assert [problem.column for problem in refused.value.problems] == ["name"]


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("Ann", "", "Smith", ""), Name("Ann Smith", "Ann", "", "Smith")),
        (("Jan", "van der", "Berg", ""), Name("Jan van der Berg", "Jan", "van der", "Berg")),
        (("Wei", "", "Li", "Li Wei"), Name("Li Wei", "Wei", "", "Li")),
        (("", "", "", "Ann Smith"), Name("Ann Smith", "Ann", "", "Smith")),
        (("Ann", "", "Smith", "Ann Jones"), Name("Ann Jones", "Ann", "", "Jones")),
        (("Ann", "", "Smith", "Smith, Ann"), Name("Ann Smith", "Ann", "", "Smith")),
        (("Ann", "", "", ""), Name("Ann", "Ann", "", "")),
        (("", "van", "", ""), Name("van", "", "", "van")),
        (("Ann", "van", "", ""), Name("Ann van", "Ann", "", "van")),
        ((" Ann  Mary ", "", "Smith", ""), Name("Ann Mary Smith", "Ann Mary", "", "Smith")),
    ],
)
def test_make_name(parts: tuple[str, str, str, str], name: Name) -> None:
    given, particle, family, text = parts
    assert make_name(given=given, particle=particle, family=family, text=text) == name


def test_make_name_refuses_nothing_at_all() -> None:
    with pytest.raises(Refused) as refused:
        make_name(given=" ", particle="", family="")
    assert str(refused.value) == "The name is missing."


def test_make_name_refuses_parts_that_are_too_long_together() -> None:
    with pytest.raises(Refused) as refused:
        make_name(given="x" * 40, particle="", family="y" * 40)
    assert str(refused.value) == "A name has at most 80 characters, not 81."


@given(st.text())
def test_any_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = read_name(text)
    except Refused as refusal:
        assert refusal.problems
    else:
        assert read_name(str(name)) == name
        assert given_first(contracted(text)) == str(name)
        assert name.given or name.family


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), min_size=1))
def test_every_other_text_of_80_characters_is_a_name(text: str) -> None:
    name = f"A{contracted(text)}"[:MAX_LENGTH].strip()
    assert str(read_name(name)) == given_first(contracted(name))


_NAMES = st.text("abé -'ñ.", min_size=1, max_size=30).filter(
    lambda text: any(map(str.isalnum, text))
)


@given(_NAMES)
def test_parts_and_text_give_the_same_name_again(text: str) -> None:
    name = read_name(text)
    parts = {"given": name.given, "particle": name.particle, "family": name.family}
    assert make_name(**parts, text=name.text) == name


@given(_NAMES)
def test_keys_do_not_depend_on_case_or_blanks(text: str) -> None:
    name, other = read_name(text), read_name(f"  {text.upper().replace(' ', '   ')} ")
    assert name.key == other.key
    assert name.match_key == other.match_key
    assert name.search_text == other.search_text


@pytest.mark.parametrize(
    ("text", "apart", "by_particle", "listed"),
    [
        ("Jan van der Berg", "berg jan van der", "van der berg jan", "Berg, Jan van der"),
        ("Joop 't Hart", "hart joop t", "t hart joop", "Hart, Joop 't"),
        ("Élodie Ångström", "angstrom elodie", "angstrom elodie", "Ångström, Élodie"),
        ("'s-Gravesande", "gravesande", "gravesande", "'s-Gravesande"),
        ("Guest 2", "guest 2", "guest 2", "Guest 2"),
        ("van Dale", "dale van", "van dale", "Dale, van"),
    ],
)
def test_sorting_and_lists(text: str, apart: str, by_particle: str, listed: str) -> None:
    name = read_name(text)
    assert (name.sort_key(False), name.sort_key(True), name.listed(False)) == (
        apart, by_particle, listed,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Berg van der, Jan", Name("Jan van der Berg", "Jan", "van der", "Berg")),
        ("Smit-van 't Hof, Els", Name("Els Smit-van 't Hof", "Els", "", "Smit-van 't Hof")),
        ("Smit - van Dam, Els", Name("Els Smit - van Dam", "Els", "", "Smit - van Dam")),
        ("Jansen van Dam, Els", Name("Els Jansen van Dam", "Els", "", "Jansen van Dam")),
        ("van den Berg-de Wit, Al", Name("Al van den Berg-de Wit", "Al", "van den", "Berg-de Wit")),
        ("Anna Smit-de Vries", Name("Anna Smit-de Vries", "Anna", "", "Smit-de Vries")),
        ("Anna Smit - de Vries", Name("Anna Smit - de Vries", "Anna", "", "Smit - de Vries")),
    ],
)
def test_particles_and_hyphens_stay_as_they_are_written(typed: str, name: Name) -> None:
    assert read_name(typed) == name


def test_lists_tell_namesakes_apart() -> None:
    assert with_mark(read_name("Jan Smit"), "Oxford").listed(False) == "Smit, Jan (Oxford)"


def test_lists_by_particle_have_it_in_front() -> None:
    assert read_name("Jan van der Berg").listed(True) == "van der Berg, Jan"


def test_somebody_with_a_given_name_alone_is_sorted_and_listed_by_it() -> None:
    name = Name("Cher", given="Cher")
    assert (name.surname, name.forenames, name.sort_key(False), name.listed(True)) == (
        "Cher", "", "cher", "Cher",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "initials"),
    [
        ("Clara Finch", "C. F."),
        ("Imke van der Brink", "I. V. D. B."),
        ("Anne-Marie O'Hare", "A. O."),
        ("Joop 't Hart", "J. T. H."),
        ("Ann (Bea) -- Finch", "A. B. F."),
        ("Ångström", "Å."),
        ("Guest 2", "G. 2."),
    ],
)
def test_initials_are_all_that_is_left_of_a_public_name(text: str, initials: str) -> None:
    name = read_name(text)
    assert name.initials == initials
    assert name.public == Name(initials, "", "", initials)


def test_the_longest_keys_are_cut() -> None:
    name = read_name("\ufdfa" * 80)
    assert {len(name.search_text), len(name.match_key), len(name.sort_key(False))} == {242}
    assert len(read_name("\u0390" * 80).key) == 240
