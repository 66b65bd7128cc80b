import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from players.domain.names import Name, read_name
from players.domain.strict import (
    StrictName,
    make_strict_name,
    read_family,
    read_forenames,
    read_name_family_first,
    read_strict_club,
    read_strict_country,
    read_strict_name,
    strict_name_of,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Clara Finch", StrictName("Clara", "", "Finch")),
        ("Finch", StrictName("", "", "Finch")),
        ("  clara   finch ", StrictName("Clara", "", "Finch")),
        ("Imke van der Brink", StrictName("Imke", "Van der", "Brink")),
        ("zelda o'hare", StrictName("Zelda", "", "O'hare")),
        ("Zelda O’Hare", StrictName("Zelda", "", "O'Hare")),
        ("Ann-Marie McKee", StrictName("Ann-Marie", "", "McKee")),
        ("élodie øst", StrictName("Élodie", "", "Øst")),
    ],
)
def test_read_name(text: str, name: StrictName) -> None:
    assert read_strict_name(text) == name


LETTERS = (
    '"%s" cannot be part of a name: %s is not a letter. Names have letters only, with single'
    " hyphens or apostrophes between them."
)

MARKS = '"%s" cannot be part of a name: a hyphen or apostrophe must be between two letters.'

LEFT_OUT = (
    '"%s" does not stand for a missing name: leave it out. One word alone is the family name, which'
    " every player has."
)

MISSING = "The name is missing; the family name at least is needed."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", MISSING),
        ("   ", MISSING),
        ("Clara F1nch", LETTERS % ("F1nch", '"1"')),
        ("C. Finch", LETTERS % ("C.", '"."')),
        ("Clara (Ann) Finch", LETTERS % ("(Ann)", '"("')),
        ("Clara\u00a0Finch", LETTERS % ("Clara[U+00A0]Finch", "U+00A0 NO-BREAK SPACE")),
        ("Clara\u2028Finch", LETTERS % ("Clara[U+2028]Finch", "U+2028 LINE SEPARATOR")),
        ("Clara \x0cFinch", LETTERS % ("[U+000C]Finch", "U+000C")),
        ("Clara Finch\u2010Pym", LETTERS % ("Finch\u2010Pym", '"\u2010" (U+2010 HYPHEN)')),
        ("Clara O`Hare", LETTERS % ("O`Hare", '"`"')),
        ('Clara Finch"', LETTERS % ('Finch"', "U+0022 QUOTATION MARK")),
        ("Clara Finch\u00b2", LETTERS % ("Finch\u00b2", '"\u00b2" (U+00B2 SUPERSCRIPT TWO)')),
        ("Clara -Finch", MARKS % "-Finch"),
        ("Clara Finch-", MARKS % "Finch-"),
        ("Clara 'Finch", MARKS % "'Finch"),
        ("Zelda O''Hare", MARKS % "O''Hare"),
        ("Ann--Marie Finch", MARKS % "Ann--Marie"),
        ("Ann-'Marie Finch", MARKS % "Ann-'Marie"),
        ("_ Finch", LEFT_OUT % "_"),
        ("Finch - Pym", LEFT_OUT % "-"),
        ("??", LEFT_OUT % "??"),
        (
            "Finch, Clara",
            '"Finch," has a comma: leave it out. Where family names stand first, the column is'
            " NAME-FG.",
        ),
        ("x" * 81, "A name has at most 80 characters, not 81."),
        ("1" * 70, LETTERS % ("1" * 59 + "\u2026", '"1"')),
    ],
)
def test_read_name_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_strict_name(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("finch", StrictName("", "", "Finch")),
        ("Finch Clara", StrictName("Clara", "", "Finch")),
        ("Brink Imke van  der", StrictName("Imke", "Van der", "Brink")),
    ],
)
def test_read_name_family_first(text: str, name: StrictName) -> None:
    assert read_name_family_first(text) == name


def test_read_name_family_first_refuses_nothing_at_all() -> None:
    with pytest.raises(Refused) as refused:
        read_name_family_first(" ")
    assert str(refused.value) == MISSING


@pytest.mark.parametrize(
    ("text", "forenames"),
    [
        ("", ("", "")),
        ("  ", ("", "")),
        (" clara ", ("Clara", "")),
        ("clara ann  louise", ("Clara", "Ann louise")),
    ],
)
def test_read_forenames(text: str, forenames: tuple[str, str]) -> None:
    assert read_forenames(text) == forenames


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("J0", LETTERS % ("J0", '"0"')),
        ("Clara -", LEFT_OUT % "-"),
        ("_", LEFT_OUT % "_"),
        ("x" * 81, "A name has at most 80 characters, not 81."),
    ],
)
def test_read_forenames_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_forenames(text)
    assert str(refused.value) == message


def test_read_family_sets_the_capital() -> None:
    assert read_family(" o\u2019hare ") == "O'hare"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The family name is missing."),
        (
            "van der Brink",
            '"van der Brink" is more than one word, and a family name is one: join the words with'
            " hyphens, or put all but the last into the middle name.",
        ),
        ("_", LEFT_OUT % "_"),
    ],
)
def test_read_family_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_family(text)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["cafe\u0301", "caf\u00e9"])
def test_letters_are_composed(text: str) -> None:
    assert read_family(text) == "Caf\u00e9"


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("\u00dfeta", "\u00dfeta"),
        ("\u01c6eta", "\u01c5eta"),
        ("\u10d0\u10d1", "\u10d0\u10d1"),
        ("\u4e16\u4e17", "\u4e16\u4e17"),
    ],
    ids=["no capital of one character", "digraph", "Georgian", "no capitals"],
)
def test_capital_is_one_character_or_none(text: str, family: str) -> None:
    assert read_family(text) == family


def test_make_name_refuses_a_middle_name_alone() -> None:
    with pytest.raises(Refused) as refused:
        make_strict_name(given="", middle="Ann", family="Finch")
    assert [(problem.column, str(problem)) for problem in refused.value.problems] == [
        ("middle", "A middle name needs a given name before it, and there is none.")
    ]


def test_make_name_refuses_two_given_names() -> None:
    with pytest.raises(Refused) as refused:
        make_strict_name(given="Clara Ann", middle="", family="Finch")
    assert str(refused.value) == (
        '"Clara Ann" is more than one word, and a given name is one: join the words with hyphens,'
        " or put all but the first into the middle name."
    )


def test_make_name_reports_every_field() -> None:
    with pytest.raises(Refused) as refused:
        make_strict_name(given="Clara Ann", middle="", family="")
    assert [(problem.column, problem.value) for problem in refused.value.problems] == [
        ("given", "Clara Ann"),
        ("family", None),
    ]


def test_key_ignores_case_and_spaces() -> None:
    assert read_strict_name("clara FINCH").key == read_strict_name(" Clara  Finch").key


@given(st.text())
def test_any_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = read_strict_name(text)
    except Refused as refusal:
        assert refusal.problems
    else:
        assert read_strict_name(str(name)) == name


@given(
    st.text(alphabet=st.characters(categories=["L", "Zs"], include_characters="'-"), max_size=40)
)
def test_every_way_to_write_a_name_gives_the_same(text: str) -> None:
    try:
        name = read_strict_name(text)
    except Refused:
        return
    forenames = f"{name.given} {name.middle}"
    assert read_name_family_first(f"{name.family} {forenames}") == name
    assert (*read_forenames(forenames), read_family(name.family)) == (
        name.given,
        name.middle,
        name.family,
    )


@pytest.mark.parametrize(
    ("strict", "name"),
    [
        (("Clara", "", "Finch"), Name("Clara Finch", "Clara", "", "Finch")),
        (("", "", "Finch"), Name("Finch", "", "", "Finch")),
        (("Imke", "Van der", "Brink"), Name("Imke Van der Brink", "Imke", "Van der", "Brink")),
        (("Jan", "Willem van", "Dale"), Name("Jan Willem van Dale", "Jan Willem", "van", "Dale")),
        (("Clara", "Ann", "Finch"), Name("Clara Ann Finch", "Clara Ann", "", "Finch")),
    ],
)
def test_as_name_finds_the_particle(strict: tuple[str, str, str], name: Name) -> None:
    assert StrictName(*strict).as_name() == name
    assert strict_name_of(name) == StrictName(*strict)


@pytest.mark.parametrize("text", ["J. Smith", "Guest 2", "Joop 't Hart"])
def test_a_name_that_the_grammar_has_not(text: str) -> None:
    with pytest.raises(Refused):
        strict_name_of(read_name(text))


CLUB = (
    '"%s" is not a club: %s is not a letter. Clubs have letters only, with single hyphens or spaces'
    " between them."
)

HYPHENS = '"%s" is not a club: a hyphen must be between two letters.'

NUMBERS = "Leave a number out, or write it as a word."


@pytest.mark.parametrize(
    ("text", "club"),
    [
        ("Hollybrook", "Hollybrook"),
        ("hollybrook", "hollybrook"),
        ("  North   Hollybrook ", "North Hollybrook"),
        ("Holly-on-Brook", "Holly-on-Brook"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("\u4e16\u4e17", "\u4e16\u4e17"),
        ("x" * 120, "x" * 120),
    ],
)
def test_read_club(text: str, club: str) -> None:
    assert read_strict_club(text) == club


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The club is missing; every player needs one."),
        (" ", "The club is missing; every player needs one."),
        ("Hollybrook 2", f"{CLUB} {NUMBERS}" % ("Hollybrook 2", '"2"')),
        ("2", f"{CLUB} {NUMBERS}" % ("2", '"2"')),
        ("Queen's Holly", f'{CLUB} Write "Queens Holly".' % ("Queen's Holly", '"\'"')),
        (
            "Queen\u2019s Holly",
            f'{CLUB} Write "Queens Holly".'
            % ("Queen\u2019s Holly", '"\u2019" (U+2019 RIGHT SINGLE QUOTATION MARK)'),
        ),
        ("St. Holly", f'{CLUB} Write "St Holly".' % ("St. Holly", '"."')),
        ("Holly/Brook", f'{CLUB} Write "Holly Brook".' % ("Holly/Brook", '"/"')),
        ("Holly (Old)", f'{CLUB} Write "Holly Old".' % ("Holly (Old)", '"("')),
        ("_", CLUB % ("_", '"_"')),
        ("-Holly", f'{HYPHENS} Write "Holly".' % "-Holly"),
        ("Holly - Brook", f'{HYPHENS} Write "Holly Brook".' % "Holly - Brook"),
        ("Holly--Brook", f'{HYPHENS} Write "Holly-Brook".' % "Holly--Brook"),
        ("-", HYPHENS % "-"),
        ("x" * 121, "A club has at most 120 characters, not 121."),
    ],
)
def test_read_club_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_strict_club(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (message, "club")


@pytest.mark.parametrize(
    ("text", "country"),
    [("", "UK"), ("  ", "UK"), ("New  Zealand", "New Zealand"), ("france", "france")],
)
def test_read_country(text: str, country: str) -> None:
    assert read_strict_country(text) == country


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "FR1",
            '"FR1" is not a country: "1" is not a letter. Countries have letters only, with single'
            f" hyphens or spaces between them. {NUMBERS}",
        ),
        (
            "U.K.",
            '"U.K." is not a country: "." is not a letter. Countries have letters only, with single'
            ' hyphens or spaces between them. Write "UK".',
        ),
        (
            "France-",
            '"France-" is not a country: a hyphen must be between two letters. Write "France".',
        ),
        ("x" * 61, "A country has at most 60 characters, not 61."),
    ],
)
def test_read_country_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_strict_country(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column) == (message, "country")


@given(st.text(max_size=30))
def test_any_text_is_a_club_or_refused(text: str) -> None:
    try:
        club = read_strict_club(text)
    except Refused as refusal:
        assert [problem.column for problem in refusal.problems] == ["club"]
    else:
        assert read_strict_club(club) == read_strict_country(club) == club
