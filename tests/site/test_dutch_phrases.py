"""The words of the clubs, found by reading all pages in Dutch: they stand in the catalogue, and
what stood there before does not come back.
"""

import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tools.messages import PO, strings_of


@pytest.fixture(scope="module")
def dutch() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="nl")


@pytest.mark.parametrize(
    ("kind", "english", "expected"),
    [
        (None, "Clubs", "Clubs"),
        (None, "clubs", "clubs"),
        ("suit", "clubs", "klaveren"),
        ("rounds", "Bd", "Bd"),
        ("rounds", "Result", "Uitslag"),
        (None, "Travellers", "Scorebriefjes"),
        (None, "Progressive scores", "Progressieve score"),
        (None, "Buchholz, cut 1", "Buchholz zonder laagste"),
        (None, "pairing-allocated bye", "vrije ronde (bye)"),
        (None, "Middle name", "Tussenvoegsel"),
        ("rights", "May", "Rechten"),
        (None, "NS", "NZ"),
    ],
)
def test_phrase_is_the_one_that_clubs_use(
    dutch: Catalog, kind: str | None, english: str, expected: str
) -> None:
    message = dutch.get(english, kind)
    assert message is not None
    assert strings_of(message) == (expected,)


FORMER = (
    "Bakoe",
    "Nederlandse systeem",
    " ronden",
    "toernooi intrekken",
    "paring",
    "merkt een speler",
    "gaat naar de nummers",
    "resultaat ingevoerd",
    "rekenblad",
    "federatie",
    "plaatsvervangende arbiters",
    "Wat er is gedaan",
    "Loopbriefje",
    "Voortschrijdende score",
    "gelijk geëindigde spelers",
    "Buchholz, cut 1",
    "bye door de indeling",
    "Telt als een partij tegen iemand met",
    "Met een ander record samenvoegen",
    "Middelste naam",
    "Moet iemand wachten?",
    "TABs",
    "spreekt zichzelf tegen",
    "De gekozen spelers verwijderen",
    "Lege rijen betekenen niets",
)


@pytest.mark.parametrize("former", FORMER)
def test_former_phrase_does_not_come_back(dutch: Catalog, former: str) -> None:
    texts = [text for message in dutch if message.id for text in strings_of(message)]
    assert [text for text in texts if former in text] == []


@pytest.mark.parametrize(
    "part",
    [
        "Scorebriefjes",
        "gelijk staande spelers",
        "Telt als partij tegen een tegenstander met evenveel punten als de ingedeelde",
        "Inloggen tijdelijk geblokkeerd?",
        "door tabs gescheiden",
        "Het bestand is tegenstrijdig: %(counter)s correcties",
        "Geselecteerde spelers verwijderen…",
        "Terugtrekken",
        "Lege rijen worden overgeslagen",
    ],
)
def test_phrase_is_in_the_catalogue(dutch: Catalog, part: str) -> None:
    texts = [text for message in dutch if message.id for text in strings_of(message)]
    assert [text for text in texts if part in text] != []


def test_whole_messages_that_were_left_in_english_are_dutch(dutch: Catalog) -> None:
    for start in ("The movement makes two lists", "The movement gives two lists"):
        found = [m for m in dutch if m.id and str(m.id).startswith(start)]
        assert all(re.match("Het schema", text) for each in found for text in strings_of(each))
    forfeits = [m for m in dutch if m.id and "forfeit" in str(m.id)]
    assert len(forfeits) > 5
    assert [text for forfeit in forfeits for text in strings_of(forfeit) if "forfeit" in text] == []
