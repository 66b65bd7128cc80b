import pytest

from clubscore.problems import Refused
from players.domain.names import Name
from players.formats.members.facts import Fact
from players.formats.members.names_of import name_of


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ({Fact.NAME: "Ann Smith"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.NAME: "Smith, Ann"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.NAME: "j. SMITH"}, Name("j. SMITH", "j.", "", "SMITH")),
        (
            {Fact.FAMILY_FIRST: "Berg Jan van der"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        ({Fact.FAMILY_FIRST: "Smith Ann"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.FAMILY_FIRST: "Smith, Ann"}, Name("Ann Smith", "Ann", "", "Smith")),
        ({Fact.FAMILY_FIRST: "Cher"}, Name("Cher", "", "", "Cher")),
        (
            {Fact.GIVEN: "Jan", Fact.PARTICLE: "van der", Fact.FAMILY: "Berg"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.FAMILY: "van der Berg"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.FAMILY: "Berg, van der"},
            Name("Jan van der Berg", "Jan", "van der", "Berg"),
        ),
        (
            {Fact.GIVEN: "María José", Fact.FAMILY: "Garcia Lopez"},
            Name("María José Garcia Lopez", "María José", "", "Garcia Lopez"),
        ),
        (
            {Fact.GIVEN: "", Fact.INITIALS: "J.P.", Fact.FAMILY: "Smith"},
            Name("J.P. Smith", "J.P.", "", "Smith"),
        ),
        (
            {Fact.GIVEN: "Jo", Fact.INITIALS: "J.P.", Fact.FAMILY: "Smith"},
            Name("Jo Smith", "Jo", "", "Smith"),
        ),
        ({Fact.FAMILY: "Smith"}, Name("Smith", "", "", "Smith")),
        (
            {Fact.GIVEN: "J.", Fact.PARTICLE: "P.", Fact.FAMILY: "Smith"},
            Name("J. P. Smith", "J. P.", "", "Smith"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.PARTICLE: "vdr", Fact.FAMILY: "Berg"},
            Name("Jan vdr Berg", "Jan", "vdr", "Berg"),
        ),
        (
            {Fact.GIVEN: "Jan", Fact.PARTICLE: "Van der", Fact.FAMILY: "Berg"},
            Name("Jan Van der Berg", "Jan", "Van der", "Berg"),
        ),
        ({Fact.GIVEN: "Cher"}, Name("Cher", "Cher", "", "")),
    ],
)
def test_name(cells: dict[Fact, str], name: Name):
    assert name_of(cells) == name


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({}, "The name is missing. Write it, or delete the line."),
        (
            {Fact.GIVEN: " ", Fact.FAMILY: ""},
            "The name is missing. Write it, or delete the line.",
        ),
        ({Fact.NAME: "x" * 81}, "A name has at most 80 characters, not 81."),
        ({Fact.NAME: "-"}, "“-” is not a name: it has no letter and no digit."),
    ],
)
def test_what_is_no_name_is_refused(cells: dict[Fact, str], message: str):
    with pytest.raises(Refused) as refused:
        name_of(cells)
    assert str(refused.value) == message


def test_parts_beside_the_whole_name_are_its_parts() -> None:
    cells = {Fact.NAME: "Li Wei", Fact.GIVEN: "Wei", Fact.FAMILY: "Li"}
    assert name_of(cells) == Name("Li Wei", "Wei", "", "Li")
    cells = {Fact.NAME: "Ann Smith", Fact.GIVEN: "Bo", Fact.FAMILY: "Lee"}
    assert name_of(cells) == Name("Bo Lee", "Bo", "", "Lee")
