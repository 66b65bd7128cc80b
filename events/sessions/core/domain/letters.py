"""The letters that a club types for strains, seats and high cards, and their text.

A language is given by its code (``nl``), or by its thirteen letters: ♣ ♦ ♥ ♠ and no trump,
N E S W, ace king queen jack: ``K R H S SA N O Z W A H V B``. Case never matters. No two of a kind
may share a letter: what is typed must have one meaning.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, product
from types import MappingProxyType
from typing import NamedTuple

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.sessions.core.domain.contract import (
    RANKS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Strain,
)

MAX_LETTER_LENGTH = 3
_HIGH = ("A", "K", "Q", "J")
_WORD = re.compile(rf"[^\W\d_]{{1,{MAX_LETTER_LENGTH}}}")


def capitals(text: str) -> str:
    """A typed text as it is compared: in capitals, accents composed (NFC)."""
    return unicodedata.normalize("NFC", text).upper()


class Examples(NamedTuple):
    """What may be typed in a language, in English ``4hs=``, ``3ntxw-2``, ``4hw10``, ``d10``."""

    made: str
    down: str
    tricks: str
    lead: str


@dataclass(frozen=True, slots=True)
class Letters:
    """What is written for strains, seats and ranks; English letters are read as well, and strains
    and seats of every known language, unless they mean something else.

    ``grammar`` matches a contract with its result and lead, in capitals and without blanks.
    """

    strains: Mapping[Strain, str]
    seats: Mapping[Seat, str]
    ranks: Mapping[str, str]
    strain_of: Mapping[str, Strain] = field(init=False, repr=False, compare=False)
    seat_of: Mapping[str, Seat] = field(init=False, repr=False, compare=False)
    rank_of: Mapping[str, str] = field(init=False, repr=False, compare=False)
    grammar: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        strains = {text: strain for strain, text in self.strains.items()}
        seats = {text: seat for seat, text in self.seats.items()}
        ranks = {text: rank for rank, text in self.ranks.items()}
        english = {str(strain): strain for strain in Strain} | {"N": Strain.NO_TRUMP}
        symbols = {strain.symbol: strain for strain in Strain}
        seats |= {str(seat): seat for seat in Seat if str(seat) not in seats}
        # The letters of the language come first: in French, C is hearts and D is the queen.
        ranks |= {rank: rank for rank in (*RANKS, "10") if rank not in ranks} | {"10": "T"}
        others, other_seats = _elsewhere()
        for text, seat in other_seats.items():
            longer = (long.removeprefix(short) for short in strains for long in strains)
            if text not in seats and not any(rest.startswith(text) for rest in longer if rest):
                seats[text] = seat
        for text, strain in (symbols | english | others).items():
            if text not in strains and not any(_clashes(strains, text, seats)):
                strains[text] = strain
        # A card led has a suit, never no trump; elsewhere T is clubs, here it may be a ten.
        suits = {
            text
            for text, strain in strains.items()
            if strain is not Strain.NO_TRUMP
            and (text in self.strains.values() or text not in ranks)
        }
        grammar = re.compile(
            rf"(?P<score>[+-]?\d{{1,6}}|\d{{1,6}}[+-])?"
            rf"(?:(?P<level>\d)(?P<strain>{_either(strains)})"
            rf"(?P<before>X{{0,2}})(?P<seat>{_either(seats)})?(?P<after>X{{0,2}})"
            rf"(?P<result>=|[+-]\d{{1,2}}|\d{{1,2}})?"
            rf"(?:(?P<suit>{_either(suits)})(?P<rank>{_either(ranks)}))?"
            rf"|(?P<passed>P|PASS?))?",
            re.ASCII,
        )
        for name, value in (
            ("strain_of", MappingProxyType(strains)),
            ("seat_of", MappingProxyType(seats)),
            ("rank_of", MappingProxyType(ranks)),
            ("grammar", grammar),
        ):
            # The dataclass is frozen; these fields are computed from the others.
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return " ".join((*self.strains.values(), *self.seats.values(), *self.ranks.values()))

    @property
    def examples(self) -> Examples:
        """Texts that mean the same in every language, as sentences show them."""
        hearts = Contract(4, Strain.HEARTS)
        no_trump = Contract(3, Strain.NO_TRUMP, Doubling.DOUBLED)
        west = f"4{self.strains[Strain.HEARTS]}{self.seats[Seat.W]}10"
        texts = (
            self.write(Played(hearts, Seat.S, 10)),
            self.write(Played(no_trump, Seat.W, 7)),
            west,
            f"{self.strains[Strain.DIAMONDS]}10",
        )
        return Examples(*(text.lower() for text in texts))

    def write(self, played: Played) -> str:
        """A contract with its result: ``4SN=``, in Dutch ``4SAZ+1``."""
        contract = played.contract
        strain, seat = self.strains[contract.strain], self.seats[played.declarer]
        return f"{contract.level}{strain}{contract.doubling}{seat}{played.over}"

    def show_contract(self, contract: Contract) -> str:
        """The contract as people read it: ``4♠x``, ``3NT``, in Dutch ``3SA``."""
        strain = contract.strain
        written = self.strains[strain] if strain is Strain.NO_TRUMP else strain.symbol
        return f"{contract.level}{written}{contract.doubling}"

    def show_played(self, played: Played) -> str:
        """What was played as people read it: ``4♠xE−1``, in Dutch ``4♠xO−1``."""
        text = f"{self.show_contract(played.contract)}{self.seats[played.declarer]}{played.over}"
        return text.replace("-", "−")

    def show_card(self, card: Card) -> str:
        """The card as people read it: ``♠K``, in Dutch ``♠H``."""
        return f"{card.suit.symbol}{self.write_rank(card.rank)}"

    def direction(self, text: str) -> str:
        """``NS`` and ``EW``, in Dutch ``NZ`` and ``OW``."""
        return "".join(self.seats[Seat(seat)] for seat in text)

    def write_rank(self, rank: str) -> str:
        """A card's rank for people: ``10`` and the letters of the language."""
        return "10" if rank == "T" else self.ranks.get(rank, rank)

    def write_card(self, card: Card) -> str:
        """A card as it may be typed: ``SK``."""
        rank = self.ranks.get(card.rank, card.rank)
        # Where another card is called T, the ten is written in figures.
        return f"{self.strains[card.suit]}{rank if self.rank_of[rank] == card.rank else '10'}"


@cache
def _elsewhere() -> tuple[dict[str, Strain], dict[str, Seat]]:
    """Strains and seats in the letters that mean the same in all known languages that have them."""
    strains: defaultdict[str, set[Strain]] = defaultdict(set)
    seats: defaultdict[str, set[Seat]] = defaultdict(set)
    for words in map(str.split, LANGUAGES.values()):
        for strain, text in zip(Strain, words[:5], strict=True):
            strains[text].add(strain)
        for seat, text in zip(Seat, words[5:9], strict=True):
            seats[text].add(seat)
    return (
        {text: strain for text, (strain, *more) in strains.items() if not more},
        {text: seat for text, (seat, *more) in seats.items() if not more},
    )


def _either(texts: Mapping[str, object] | set[str]) -> str:
    # The longest first, so that NT is not read as N, and SA not as S.
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))


def _clashes(
    strains: Mapping[str, Strain], text: str, seats: Mapping[str, Seat]
) -> Iterator[tuple[str, str, str]]:
    """Strains that begin like another strain followed by a seat, as (short, seat, long)."""
    for other in strains:
        for short, long in ((other, text), (text, other)):
            rest = long.removeprefix(short)
            if short != long and rest != long:
                yield from ((short, seat, long) for seat in seats if rest.startswith(seat))


def _own_clashes(letters: list[str]) -> Iterator[tuple[str, str, str]]:
    # Only the texts matter here, not which seat or strain they mean.
    seats = dict.fromkeys(letters[5:9], Seat.N)
    for text in letters[:5]:
        others = {other: Strain.CLUBS for other in letters[:5] if len(other) < len(text)}
        yield from _clashes(others, text, seats)


def read_letters(text: str) -> Letters:
    """The letters of a language from their text.

    Raises :class:`Refused` when they are not thirteen, or when something typed with them would
    mean two things.
    """
    words = capitals(text).split()
    if len(words) != 13:
        raise Refused.because(
            "There are %(count)s letters here instead of thirteen: ♣ ♦ ♥ ♠, no trump, the four "
            "seats N E S W, ace, king, queen and jack, separated by spaces.",
            count=len(words),
        )
    for word in words:
        if not _WORD.fullmatch(word):
            raise Refused.because("“%(word)s” is not one to three letters.", word=word[:20])
    if problems := list(_ambiguities(words)):
        raise Refused(*problems)
    return _letters(words)


def _ambiguities(words: list[str]) -> Iterator[Sentence]:
    for kind in (words[:5], words[5:9], words[9:]):
        for word in dict.fromkeys(each for each in kind if kind.count(each) > 1):
            yield sentence("“%(word)s” stands for two of them: change one.", word=word)
    for word in dict.fromkeys(each for each in words[:9] if "X" in each):
        yield sentence("“%(word)s” contains an X, which means doubled.", word=word)
    for short, seat, long in _own_clashes(words):
        yield sentence(
            "“%(long)s” could be no trump or a suit, and “%(short)s” by “%(seat)s” as well.",
            long=long,
            short=short,
            seat=seat,
        )
    card = gettext_noop("“%(long)s” could be one suit, and “%(short)s” with a card as well.")
    for short, long in product(words[:4], words[:4]):
        rest = long.removeprefix(short)
        if short != long and rest != long and rest.startswith((*words[9:], *RANKS)):
            yield sentence(card, short=short, long=long)


def _letters(words: list[str]) -> Letters:
    return Letters(
        MappingProxyType(dict(zip(Strain, words[:5], strict=True))),
        MappingProxyType(dict(zip(Seat, words[5:9], strict=True))),
        MappingProxyType(dict(zip(_HIGH, words[9:], strict=True))),
    )


LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "C D H S NT N E S W A K Q J",
        "nl": "K R H S SA N O Z W A H V B",
        "de": "T K C P SA N O S W A K D B",
        "fr": "T K C P SA N E S O A R D V",
        "sv": "K R H S NT N Ö S V E K D KN",
        "da": "K R H S UT N Ø S V E K D B",
        "no": "K R H S NT N Ø S V E K D KN",
        "it": "F Q C P SA N E S O A R D F",
        "es": "T D C P ST N E S O A R D J",
        "pl": "T K C P BA N E S W A K D W",
    }
)
"""The letters of the languages with a code."""


@lru_cache(maxsize=64)
def letters_named(name: str) -> Letters:
    """The letters of a language by its code, or by their text. Raises :class:`Refused`."""
    return read_letters(LANGUAGES.get(name, name))


def letters_of(language: str) -> Letters:
    """The letters of a page's language by its code; those of English where they are not known."""
    return letters_named(language if language in LANGUAGES else "en")


def legend(letters: Letters) -> Iterator[tuple[str, str]]:
    """What is written for what, for people: ``♣`` and ``K``."""
    yield from ((strain.symbol, text) for strain, text in letters.strains.items())
    yield from chain(
        ((str(seat), text) for seat, text in letters.seats.items()), letters.ranks.items()
    )


ENGLISH = letters_named("en")
DUTCH = letters_named("nl")
