import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from players.domain.names import MAX_LENGTH, Name, contracted, given_first, make_name, read_name


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
