import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from players.domain.names import Name, make_name, read_name, search_key


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Clara Finch", Name("Clara", "", "Finch")),
        ("Finch", Name("", "", "Finch")),
        ("  clara   finch ", Name("Clara", "", "Finch")),
        ("Imke van der Brink", Name("Imke", "Van der", "Brink")),
        ("zelda o'hare", Name("Zelda", "", "O'hare")),
        ("Zelda O’Hare", Name("Zelda", "", "O'Hare")),
        ("Ann-Marie McKee", Name("Ann-Marie", "", "McKee")),
        ("élodie øst", Name("Élodie", "", "Øst")),
    ],
)
def test_read_name(text: str, name: Name) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A name is missing."),
        ("   ", "A name is missing."),
        (
            "Clara F1nch",
            "“F1nch” cannot be part of a name: letters only, with single hyphens or apostrophes"
            " between them.",
        ),
        (
            "Clara -Finch",
            "“-Finch” cannot be part of a name: letters only, with single hyphens or apostrophes"
            " between them.",
        ),
        (
            "Ann--Marie Finch",
            "“Ann--Marie” cannot be part of a name: letters only, with single hyphens or"
            " apostrophes between them.",
        ),
        ("x" * 81, "A name has at most 80 characters, not 81."),
    ],
)
def test_read_name_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_name(text)
    assert str(refused.value) == message


def test_make_name_reports_every_field() -> None:
    with pytest.raises(Refused) as refused:
        make_name(given="Clara Ann", middle="", family="")
    assert [(problem.column, problem.value) for problem in refused.value.problems] == [
        ("given", "Clara Ann"),
        ("family", None),
    ]


def test_key_ignores_case_and_spaces() -> None:
    assert read_name("clara FINCH").key == read_name(" Clara  Finch").key


def test_search_key_ignores_accents() -> None:
    assert search_key("Élodie  Ångström") == "elodie angstrom"


@given(st.text())
def test_any_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = read_name(text)
    except Refused as refusal:
        assert refusal.problems
    else:
        assert read_name(str(name)) == name


@pytest.mark.parametrize(
    ("text", "initials"),
    [
        ("Clara Finch", "C. F."),
        ("Imke van der Brink", "I. V. D. B."),
        ("Anne-Marie O'Hare", "A. O."),
        ("Ångström", "Å."),
    ],
)
def test_initials_are_all_that_is_left_of_a_public_name(text: str, initials: str) -> None:
    name = read_name(text)
    assert name.initials == initials
    assert name.public == Name("", "", initials)


def test_names_are_sorted_by_family_name_whatever_the_accents() -> None:
    names = [read_name(text) for text in ("Zoe Abel", "Élodie Ångström", "Ann Zimmer", "Abel")]
    assert [str(name) for name in sorted(names, key=lambda name: name.sort_key)] == [
        "Abel",
        "Zoe Abel",
        "Élodie Ångström",
        "Ann Zimmer",
    ]
