"""Reading an OpenGotha tournament: players, games, byes and settings.

A player has no number in these files: it is the place in ``<Players>``, from 1. Games name players
by family and first name together, in capitals and without blanks. What cannot be read costs its
game, its bye or its value, and is named; only what is no such file is refused.
"""

import re
import unicodedata
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.core.domain.go_settings import (
    MAX_RANK,
    MIN_RANK,
    GoSettings,
    read_rank,
    write_rank,
)
from events.tournaments.files.domain import FileProblem
from events.tournaments.files.formats.opengotha_settings import (
    MAX_ROUNDS,
    Attributes,
    read_facts,
    read_settings,
    read_weights,
)
from events.tournaments.go.domain.event import (
    RATING_A_RANK,
    RATING_OF_1_DAN,
    GoEvent,
    GoGame,
    GoPlayer,
    GoResult,
    is_followed,
)

MAX_PLAYERS = 4000

MIN_RATING, MAX_RATING = -900, 4000

MAX_PIN = 10
"""Digits of a pin of the European Go Database."""

_ENTITIES = gettext_noop("The file declares entities of its own, which are not read.")

_NOT_XML = gettext_noop("This is not a valid XML file: %(reason)s.")


_MANY = gettext_noop("The file has %(count)s players; at most %(most)s are read.")

_TWICE = gettext_noop(
    'Players %(first)s and %(second)s have the same name, "%(name)s"; games that name it are left'
    " out."
)

_NO_RANK = gettext_noop(
    'Player %(number)s, %(name)s: "%(value)s" is not a rank from 30K to 9D; read as %(rank)s.'
)

_NO_RATING = gettext_noop(
    'Player %(number)s, %(name)s: "%(value)s" is not a rating; it is left out.'
)

_NO_PIN = gettext_noop(
    'Player %(number)s, %(name)s: "%(value)s" is not an EGD pin; it is left out.'
)

_NO_NAME = gettext_noop('Player %(number)s has no name; it is called "%(name)s".')

_NOBODY = gettext_noop('Game %(game)s: there is no player "%(value)s"; it is left out.')

_NO_BYE = gettext_noop('Bye, round %(round)s: there is no player "%(value)s"; it is left out.')

_ITSELF = gettext_noop("Game %(game)s: a player cannot play against themselves; it is left out.")

_AGAIN = gettext_noop(
    "Round %(round)s: player %(number)s has two games; game %(game)s is left out."
)

_NO_ROUND = gettext_noop('Game %(game)s: "%(value)s" is not a round; it is left out.')

_RESULT = gettext_noop('Game %(game)s: "%(value)s" is not a result; it has none yet.')

_NOT_FOLLOWED = gettext_noop("The placement criterion %(name)s is not followed here.")

_TEAMS = gettext_noop("The file has %(count)s teams; they are not kept.")

_CLUB_GROUPS = gettext_noop("Groups of clubs that are not to meet are not kept.")

_NUMBERS = gettext_noop("Numbers of other federations (%(names)s) are not kept.")

_HALF_POINTS = gettext_noop(
    "Games that were not played count half a point for the opponents' scores in the file; here they"
    " count what they brought."
)

_BY_DEFAULT = "_BYDEF"

_OTHER_NUMBERS = {"ffgLicence": "FFG", "agaId": "AGA"}

_TOURNAMENT = re.compile(r"<Tournament\b")


@dataclass(frozen=True, slots=True)
class GothaReading:
    """A tournament, and what of its file was left out or read otherwise."""

    event: GoEvent
    notices: tuple[FileProblem, ...] = ()


def read_opengotha(text: str) -> GothaReading:
    """The tournament of an OpenGotha file, perhaps one that nobody has entered yet. Raises
    :class:`Refused` for what is no such file."""
    root = _root(text)
    problems: list[FileProblem] = []
    elements = root.findall("./Players/Player")
    if not elements and root.find(".//GeneralParameterSet") is None:
        raise Refused.because("This is not an OpenGotha file: it has no players.")
    if len(elements) > MAX_PLAYERS:
        raise Refused(sentence(_MANY, count=len(elements), most=MAX_PLAYERS))
    players = tuple(
        _player(element, number, problems) for number, element in enumerate(elements, start=1)
    )
    numbers = _Names(players, problems)
    games = _Games(numbers, problems)
    for place, element in enumerate(root.findall("./Games/Game"), start=1):
        games.read(element, place)
    general = Attributes(root.find(".//GeneralParameterSet"), "GeneralParameterSet", [])
    event = GoEvent(
        name=general.text("name") or general.text("shortName"),
        players=players,
        games=tuple(games.found),
        byes=_byes(root, numbers, problems),
        settings=read_settings(root, problems),
        weights=read_weights(root, problems),
        facts=read_facts(root),
    )
    _not_kept(root, event.settings, problems)
    # Games and byes of one name are often many.
    return GothaReading(event, tuple(dict.fromkeys(problems)))


def _not_kept(root: Element, settings: GoSettings, problems: list[FileProblem]) -> None:
    """Report what the file has and a tournament here has not."""
    for name in settings.criteria:
        # A single category divides nobody.
        if name == "CAT" and not settings.category_limits:
            continue
        if not is_followed(name, swiss=settings.swiss):
            problems.append(
                FileProblem(sentence(_NOT_FOLLOWED, name=name), column="name", value=name)
            )
    if teams := len(root.findall(".//Teams/Team")):
        problems.append(FileProblem(sentence(_TEAMS, count=teams)))
    if root.find(".//ClubsGroups/ClubsGroup") is not None:
        problems.append(FileProblem(sentence(_CLUB_GROUPS)))
    numbers = [
        name
        for attribute, name in _OTHER_NUMBERS.items()
        if any(player.get(attribute, "").strip() for player in root.iter("Player"))
    ]
    if numbers:
        problems.append(FileProblem(sentence(_NUMBERS, names=", ".join(numbers))))
    general = Attributes(root.find(".//GeneralParameterSet"), "GeneralParameterSet", [])
    if general.flag("genCountNotPlayedGamesAsHalfPoint", default=False):
        problems.append(FileProblem(sentence(_HALF_POINTS)))


def looks_like_opengotha(text: str) -> bool:
    """Whether a text begins as a file of OpenGotha."""
    return bool(_TOURNAMENT.search(text[:2_000]))


def is_xml(text: str) -> bool:
    """Whether a text looks like XML: among the files of tournaments, one of OpenGotha."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _root(text: str) -> Element:
    # A declaration names the encoding of the bytes, which are a text by now.
    bare = re.sub(r"\A\s*<\?xml[^>]*\?>", "", text.removeprefix("\ufeff"), count=1)
    try:
        root: Element = fromstring(bare.lstrip(), forbid_dtd=True)
    except ParseError as error:
        line = error.position[0]
        raise Refused(FileProblem(sentence(_NOT_XML, reason=str(error)), line=line)) from None
    except DefusedXmlException:
        raise Refused(sentence(_ENTITIES)) from None
    except ValueError as error:
        raise Refused(sentence(_NOT_XML, reason=type(error).__name__)) from None
    return root


def _player(element: Element, number: int, problems: list[FileProblem]) -> GoPlayer:
    read = Attributes(element, f"Player {number}", problems)
    name, first = read.text("name"), read.text("firstName")
    if not name and not first:
        name = f"No. {number}"
        message = sentence(_NO_NAME, number=number, name=name)
        problems.append(FileProblem(message, column="name"))
    person = {"number": number, "name": f"{first} {name}".strip()}
    rating, rank = _rating(read, person, problems), read_rank(read.text("rank", "30K"))
    if rank is None:
        text = read.text("rank")
        rank = _nearest_rank(text, read_rank(read.text("grade")), rating)
        values = {**person, "value": text, "rank": write_rank(rank)}
        problems.append(FileProblem(sentence(_NO_RANK, **values), column="rank", value=text))
    pin = read.text("egfPin")
    if pin and not (pin.isascii() and pin.isdecimal() and len(pin) <= MAX_PIN):
        problems.append(
            FileProblem(sentence(_NO_PIN, **person, value=pin), column="egfPin", value=pin)
        )
        pin = ""
    return GoPlayer(
        number=number,
        name=name,
        first_name=first,
        rank=rank,
        rating=MIN_RATING if rating is None else rating,
        egd_pin=pin,
        club=read.text("club"),
        country=read.text("country"),
        correction=read.whole("smmsCorrection", 0, least=-(MAX_RANK - MIN_RANK), most=99),
        absent=_absent(read.digits("participating", "01")),
        registered=read.text("registeringStatus", "FIN") != "PRE",
    )


def _rating(
    read: "Attributes", person: dict[str, object], problems: list[FileProblem]
) -> int | None:
    text = read.text("rating")
    digits = whole_number(text.removeprefix("-"))
    rating = digits and (-digits if text.startswith("-") else digits)
    if not text or (rating is not None and -2950 <= rating <= MAX_RATING):
        return rating
    problems.append(
        FileProblem(sentence(_NO_RATING, **person, value=text), column="rating", value=text)
    )
    return None


def _nearest_rank(text: str, grade: int | None, rating: int | None) -> int:
    """The rank for one that is off the scale, or is none: by the grade, the rating, else by the
    letter the lowest or the highest there is."""
    if grade is not None:
        return grade
    if rating is not None:
        return min(max((rating + 50 - RATING_OF_1_DAN) // RATING_A_RANK, MIN_RANK), MAX_RANK)
    return MAX_RANK if text[-1:].upper() == "D" and text[:1].isdigit() else MIN_RANK


def _absent(participating: str) -> frozenset[int]:
    return frozenset(
        round_ for round_, letter in enumerate(participating[:MAX_ROUNDS], 1) if letter == "0"
    )


def _key(text: str) -> str:
    return "".join(text.split()).upper()


def _plain_key(text: str) -> str:
    """The key where every i has its capital I, with a dot or not: in Turkish they are two letters,
    and the capitals of a file are those of the machine that wrote it."""
    return _key(text.replace("\u0130", "I").replace("\u0131", "i").replace("i\u0307", "i"))


def _bare_key(text: str) -> str:
    """The key without accents, as older files have it."""
    letters = unicodedata.normalize("NFKD", _plain_key(text))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class _Names:
    """Who is meant by the names that games use: as they are, else by their letters alone."""

    def __init__(self, players: tuple[GoPlayer, ...], problems: list[FileProblem]) -> None:
        self._found: list[dict[str, list[int]]] = []
        for key_of in _KEYS:
            keys: dict[str, list[int]] = {}
            for player in players:
                keys.setdefault(key_of(player.full_name), []).append(player.number)
            self._found.append(keys)
        for key, numbers in self._found[0].items():
            for number in numbers[1:] if key else ():
                values = {"first": numbers[0], "second": number, "name": key}
                problems.append(FileProblem(sentence(_TWICE, **values), column="name", value=key))

    def get(self, text: str) -> int | None:
        """The number of the one player of a name."""
        for key_of, keys in zip(_KEYS, self._found, strict=True):
            if numbers := keys.get(key_of(text)):
                return numbers[0] if len(numbers) == 1 else None
        return None


_KEYS = (_key, _plain_key, _bare_key)


class _Games:
    """The games that could be read so far, and who has one in which round."""

    def __init__(self, numbers: _Names, problems: list[FileProblem]) -> None:
        self.found: list[GoGame] = []
        self._numbers, self._problems = numbers, problems
        self._busy: set[tuple[int, int]] = set()

    def read(self, element: Element, place: int) -> None:
        read = Attributes(element, f"Game {place}", self._problems)
        text = read.text("roundNumber", "1")
        round_ = whole_number(text, most=MAX_ROUNDS)
        if not round_:
            message = sentence(_NO_ROUND, game=place, value=text)
            self._problems.append(FileProblem(message, column="roundNumber", value=text))
            return
        white = self._number(read.text("whitePlayer"), place)
        black = self._number(read.text("blackPlayer"), place)
        result, by_default = self._result(read.text("result", "RESULT_UNKNOWN"), place)
        if white is None or black is None:
            return
        if white == black:
            self._problems.append(FileProblem(sentence(_ITSELF, game=place)))
            return
        for number in (white, black):
            if (round_, number) in self._busy:
                message = sentence(_AGAIN, round=round_, number=number, game=place)
                self._problems.append(FileProblem(message))
                return
        self._busy |= {(round_, white), (round_, black)}
        self.found.append(
            GoGame(
                round=round_,
                white=white,
                black=black,
                result=result,
                handicap=read.whole("handicap", 0, most=9),
                known_colour=read.flag("knownColor", default=True),
                table=read.whole("tableNumber", 0, most=9999),
                by_default=by_default,
            )
        )

    def _number(self, text: str, place: int) -> int | None:
        number = self._numbers.get(text)
        if number is None:
            message = sentence(_NOBODY, game=place, value=text)
            self._problems.append(FileProblem(message, value=text))
        return number

    def _result(self, text: str, place: int) -> tuple[GoResult, bool]:
        by_default = text.endswith(_BY_DEFAULT)
        text = text.removesuffix(_BY_DEFAULT)
        try:
            return GoResult(_SPELLED.get(text, text)), by_default
        except ValueError:
            self._problems.append(
                FileProblem(sentence(_RESULT, game=place, value=text), value=text)
            )
            return GoResult.UNKNOWN, False


_SPELLED = {"RESULT_BOTHLOOSE": "RESULT_BOTHLOSE"}


def _byes(
    root: Element, numbers: _Names, problems: list[FileProblem]
) -> frozenset[tuple[int, int]]:
    byes = set()
    for element in root.findall(".//ByePlayer"):
        read = Attributes(element, "ByePlayer", problems)
        name = read.text("player")
        if not name:
            continue
        number = numbers.get(name)
        round_ = read.whole("roundNumber", 1, least=1, most=MAX_ROUNDS)
        if number is None:
            message = sentence(_NO_BYE, round=read.text("roundNumber", "1"), value=name)
            problems.append(FileProblem(message, value=name))
        else:
            byes.add((round_, number))
    return frozenset(byes)
