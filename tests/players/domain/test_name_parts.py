import pytest
from hypothesis import given, strategies as st

from players.domain.name_parts import recognise, split_last_particle, split_particle

SURE = [
    # As the page of the specification has them.
    ("J. Smith", "J.", "", "Smith"),
    ("Jan van der Berg", "Jan", "van der", "Berg"),
    ("Joop 't Hart", "Joop", "'t", "Hart"),
    ("Rob van 't Hof", "Rob", "van 't", "Hof"),
    ("Mw. de Vries-Jansen", "Mw.", "de", "Vries-Jansen"),
    ("Seán Ó Briain", "Seán", "", "Ó Briain"),
    ("O'Brien", "", "", "O'Brien"),
    ("Guest 2", "", "", "Guest 2"),
    ("Cher", "", "", "Cher"),
    # Dutch and Flemish
    ("Mw. Jansen", "Mw.", "", "Jansen"),
    ("de heer Jansen", "de heer", "", "Jansen"),
    ("Mevr. Ann de Boer", "Mevr. Ann", "de", "Boer"),
    ("Jan Willem van der Berg", "Jan Willem", "van der", "Berg"),
    ("van der Berg", "", "van der", "Berg"),
    ("De Vries", "", "De", "Vries"),
    ("Jan Van der Berg", "Jan", "Van der", "Berg"),
    ("Joop ’t Hart", "Joop", "’t", "Hart"),
    ("Sophie in 't Veld", "Sophie", "in 't", "Veld"),
    ("Karel op den Akker", "Karel", "op den", "Akker"),
    ("Ellen ter Horst", "Ellen", "ter", "Horst"),
    ("Willem 's-Gravesande", "Willem", "", "'s-Gravesande"),
    ("Jan de Boer - van der Berg", "Jan", "de", "Boer - van der Berg"),
    ("J.P. van den Heuvel", "J.P.", "van den", "Heuvel"),
    ("Smith J.", "J.", "", "Smith"),
    ("van der Berg J. P.", "J. P.", "van der", "Berg"),
    ("Jan van", "Jan", "", "van"),
    # English
    ("J. P. Smith", "J. P.", "", "Smith"),
    ("J P Smith", "J P", "", "Smith"),
    ("Anna M. Jansen", "Anna M.", "", "Jansen"),
    ("Jan Jansen jr.", "Jan", "", "Jansen jr."),
    ("Ray Stone III", "Ray", "", "Stone III"),
    ("Al Smith", "Al", "", "Smith"),
    ("Mac Miller", "Mac", "", "Miller"),
    ("Ann SMITH", "Ann", "", "SMITH"),
    ("SMITH JONES Ann", "Ann", "", "SMITH JONES"),
    ("VAN DER BERG Jan", "Jan", "VAN DER", "BERG"),
    ("J. SMITH", "J.", "", "SMITH"),
    ("ANN SMITH", "ANN", "", "SMITH"),
    # German, French, Italian
    ("Ursula von der Leyen", "Ursula", "von der", "Leyen"),
    ("Karl von und zu Stein", "Karl", "von und zu", "Stein"),
    ("Dr. Karl Stein", "Dr. Karl", "", "Stein"),
    ("Charles de Gaulle", "Charles", "de", "Gaulle"),
    ("Anne du Plessis", "Anne", "du", "Plessis"),
    ("Marie de la Tour", "Marie", "de la", "Tour"),
    ("Luca Della Rosa", "Luca", "Della", "Rosa"),
    ("Paolo d'Angelo", "Paolo", "", "d'Angelo"),
    # Spanish and Portuguese
    ("José Ortega y Gasset", "José", "", "Ortega y Gasset"),
    ("Ortega y Gasset", "", "", "Ortega y Gasset"),
    ("Juan de Borbón y Grecia", "Juan", "de", "Borbón y Grecia"),
    ("María de la Cruz García", "María", "de la", "Cruz García"),
    ("José da Silva Santos", "José", "da", "Silva Santos"),
    # Irish
    ("Ó Briain", "", "", "Ó Briain"),
    ("Sorcha Nic Dhonncha", "Sorcha", "", "Nic Dhonncha"),
    ("Seán Mac Giolla Phádraig", "Seán", "", "Mac Giolla Phádraig"),
    # Nordic
    ("Hilma af Klint", "Hilma", "af", "Klint"),
    ("Jón Sigurðsson", "Jón", "", "Sigurðsson"),
    ("Åse Øvrebø", "Åse", "", "Øvrebø"),
    # Arabic
    ("Salman bin Said", "Salman", "bin", "Said"),
    ("Nawal el Saadawi", "Nawal", "el", "Saadawi"),
    # Asian
    ("李 伟", "伟", "", "李"),
    ("김 민준", "민준", "", "김"),
    ("李伟", "", "", "李伟"),
    # Nobody's name
    ("Guest A", "", "", "Guest A"),
    ("Speler 3b", "", "", "Speler 3b"),
    ("Mr.", "", "", "Mr."),
]
DOUBTFUL = [
    ("María José Garcia Lopez", "María José", "", "Garcia Lopez"),
    ("J. Garcia Lopez", "J.", "", "Garcia Lopez"),
    ("Anna Maria Jansen", "Anna Maria", "", "Jansen"),
    ("Ana Silva dos Santos", "Ana Silva", "dos", "Santos"),
    ("Li Wei", "Li", "", "Wei"),
    ("Kim Min-jun", "Kim", "", "Min-jun"),
    ("Nguyen Van An", "Nguyen", "Van", "An"),
]


@pytest.mark.parametrize(("text", "given", "particle", "family"), SURE)
def test_names_of_many_languages(text: str, given: str, particle: str, family: str) -> None:
    parts = recognise(text)
    assert (parts.given, parts.particle, parts.family) == (given, particle, family)
    assert not parts.is_doubtful


@pytest.mark.parametrize(("text", "given", "particle", "family"), DOUBTFUL)
def test_what_could_be_otherwise_is_doubtful(
    text: str, given: str, particle: str, family: str
) -> None:
    parts = recognise(text)
    assert (parts.given, parts.particle, parts.family) == (given, particle, family)
    assert parts.is_doubtful


_WORDS = st.sampled_from(
    ["Jan", "van", "der", "'t", "Mw.", "J.", "y", "Ó", "SMITH", "Li", "jr.", "de", "heer", "2",
     "李", "Guest", "Garcia", "-", "von", "Mac"]
)  # fmt: skip


@given(st.lists(_WORDS, min_size=1, max_size=7))
def test_the_parts_have_every_word_once(words: list[str]) -> None:
    parts = recognise(" ".join(words))
    found = f"{parts.given} {parts.particle} {parts.family}".split()
    assert sorted(found) == sorted(words)
    assert parts.family


@pytest.mark.parametrize(
    ("family", "split"),
    [("van der Berg", ("van der", "Berg")), ("Berg", ("", "Berg")), ("De La", ("De", "La"))],
)
def test_the_particle_in_front_of_a_family_name(family: str, split: tuple[str, str]) -> None:
    assert split_particle(family) == split


@pytest.mark.parametrize(
    ("given", "split"),
    [("Willem van der", ("Willem", "van der")), ("van", ("", "van")), ("Ann", ("Ann", "")),
     ("", ("", ""))],
)  # fmt: skip
def test_the_particle_behind_given_names(given: str, split: tuple[str, str]) -> None:
    assert split_last_particle(given) == split
