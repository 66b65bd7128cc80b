"""Reading an OpenGotha tournament: players, games, byes and settings.

A player has no number in these files: it is the place in ``<Players>``, from 1. Games name players
by family and first name together, in capitals and without blanks. Every problem is reported at
once.
"""

import re
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.domain.go.event import GoEvent, GoGame, GoPlayer, GoResult
from events.tournaments.domain.go.ranks import MAX_RANK, MIN_RANK, read_rank
from events.tournaments.formats.opengotha.elements import Attributes
from events.tournaments.formats.opengotha.settings import (
    MAX_ROUNDS,
    read_facts,
    read_settings,
    read_weights,
)

MAX_FILE_SIZE = 8 * 2**20
MAX_PLAYERS = 4000
MIN_RATING, MAX_RATING = -900, 4000

_NOT_XML = gettext_noop("This is not a valid XML file: %(reason)s.")
_NOT_OPENGOTHA = gettext_noop("This is not an OpenGotha file: it has no players.")
_MANY = gettext_noop("The file has %(count)s players; at most %(most)s are read.")
_TWICE = gettext_noop('Players %(first)s and %(second)s have the same name, "%(name)s".')
_NO_RANK = gettext_noop('Player %(number)s, %(name)s: "%(value)s" is not a rank.')
_NO_NAME = gettext_noop("Player %(number)s has no name.")
_NOBODY = gettext_noop('Game %(game)s: there is no player "%(value)s".')
_NO_BYE = gettext_noop('Bye, round %(round)s: there is no player "%(value)s".')
_ITSELF = gettext_noop("Game %(game)s: a player cannot play against themselves.")
_AGAIN = gettext_noop("Round %(round)s: player %(number)s has two games.")
_RESULT = gettext_noop('Game %(game)s: "%(value)s" is not a result.')
_BY_DEFAULT = "_BYDEF"


def read_opengotha(text: str) -> GoEvent:
    """The tournament of an OpenGotha file. Raises :class:`Refused` with every problem."""
    root = _root(text)
    problems: list[Problem] = []
    elements = root.findall("./Players/Player")
    if not elements:
        raise Refused(sentence(_NOT_OPENGOTHA))
    if len(elements) > MAX_PLAYERS:
        raise Refused(sentence(_MANY, count=len(elements), most=MAX_PLAYERS))
    players = tuple(
        _player(element, number, problems) for number, element in enumerate(elements, start=1)
    )
    numbers = _by_key(players, problems)
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
    if problems:
        raise Refused(*problems)
    return event


def is_opengotha(text: str) -> bool:
    """Whether a text looks like XML, and not like a file of the Krause family."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _root(text: str) -> Element:
    # A declaration names the encoding of the bytes, which are a text by now.
    bare = re.sub(r"\A\s*<\?xml[^>]*\?>", "", text.removeprefix("\ufeff"), count=1)
    try:
        root: Element = fromstring(bare.lstrip())
    except ParseError as error:
        line = error.position[0]
        raise Refused(Problem(sentence(_NOT_XML, reason=str(error)), line=line)) from None
    except (DefusedXmlException, ValueError) as error:
        raise Refused(sentence(_NOT_XML, reason=type(error).__name__)) from None
    return root


def _player(element: Element, number: int, problems: list[Problem]) -> GoPlayer:
    read = Attributes(element, f"Player {number}", problems)
    name, first = read.text("name"), read.text("firstName")
    if not name and not first:
        problems.append(Problem(sentence(_NO_NAME, number=number), column="name"))
    text = read.text("rank", "30K")
    rank = read_rank(text)
    if rank is None:
        values = {"number": number, "name": f"{first} {name}".strip(), "value": text}
        problems.append(Problem(sentence(_NO_RANK, **values), column="rank", value=text))
    return GoPlayer(
        number=number,
        name=name,
        first_name=first,
        rank=MIN_RANK if rank is None else rank,
        rating=read.whole("rating", MIN_RATING, least=-2950, most=MAX_RATING),
        club=read.text("club"),
        country=read.text("country"),
        correction=read.whole("smmsCorrection", 0, least=-(MAX_RANK - MIN_RANK), most=99),
        absent=_absent(read.digits("participating", "01")),
        registered=read.text("registeringStatus", "FIN") != "PRE",
    )


def _absent(participating: str) -> frozenset[int]:
    return frozenset(
        round_ for round_, letter in enumerate(participating[:MAX_ROUNDS], 1) if letter == "0"
    )


def _key(text: str) -> str:
    return "".join(text.split()).upper()


def _by_key(players: tuple[GoPlayer, ...], problems: list[Problem]) -> dict[str, int]:
    """The numbers by the names that games use."""
    found: dict[str, int] = {}
    for player in players:
        key = _key(player.full_name)
        if key and key in found:
            values = {"first": found[key], "second": player.number, "name": key}
            problems.append(Problem(sentence(_TWICE, **values), column="name", value=key))
        found.setdefault(key, player.number)
    return found


class _Games:
    """The games that could be read so far, and who has one in which round."""

    def __init__(self, numbers: dict[str, int], problems: list[Problem]) -> None:
        self.found: list[GoGame] = []
        self._numbers, self._problems = numbers, problems
        self._busy: set[tuple[int, int]] = set()

    def read(self, element: Element, place: int) -> None:
        read = Attributes(element, f"Game {place}", self._problems)
        so_far = len(self._problems)
        round_ = read.whole("roundNumber", 1, least=1, most=MAX_ROUNDS)
        is_round_known = len(self._problems) == so_far
        white = self._number(read.text("whitePlayer"), place)
        black = self._number(read.text("blackPlayer"), place)
        result, by_default = self._result(read.text("result", "RESULT_UNKNOWN"), place)
        if white is None or black is None:
            return
        if white == black:
            self._problems.append(Problem(sentence(_ITSELF, game=place)))
            return
        # A game of a wrong round is in no other one's way.
        for number in (white, black) if is_round_known else ():
            if (round_, number) in self._busy:
                message = sentence(_AGAIN, round=round_, number=number)
                self._problems.append(Problem(message))
            self._busy.add((round_, number))
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
        number = self._numbers.get(_key(text))
        if number is None:
            message = sentence(_NOBODY, game=place, value=text)
            self._problems.append(Problem(message, value=text))
        return number

    def _result(self, text: str, place: int) -> tuple[GoResult, bool]:
        try:
            return GoResult(text.removesuffix(_BY_DEFAULT)), text.endswith(_BY_DEFAULT)
        except ValueError:
            self._problems.append(Problem(sentence(_RESULT, game=place, value=text), value=text))
            return GoResult.UNKNOWN, False


def _byes(
    root: Element, numbers: dict[str, int], problems: list[Problem]
) -> frozenset[tuple[int, int]]:
    found = set()
    for element in root.findall(".//ByePlayer"):
        read = Attributes(element, "ByePlayer", problems)
        name = read.text("player")
        if not name:
            continue
        number = numbers.get(_key(name))
        round_ = read.whole("roundNumber", 1, least=1, most=MAX_ROUNDS)
        if number is None:
            message = sentence(_NO_BYE, round=read.text("roundNumber", "1"), value=name)
            problems.append(Problem(message, value=name))
        else:
            found.add((round_, number))
    return frozenset(found)
