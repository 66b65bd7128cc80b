"""FIDE's rating list as XML: ``<player>`` elements, read one by one."""

from collections.abc import Iterator
from itertools import count
from typing import Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from clubscore.text.problems import Problem, Refused, sentence
from players.domain.lookup import MAX_NAME, Listed
from players.formats.lookup.table import listed

_FIELDS: Final = {
    "fideid": "number",
    "name": "name",
    "country": "federation",
    "sex": "gender",
    "title": "title",
    "rating": "rating",
    "rapid_rating": "rapid",
    "blitz_rating": "blitz",
    "k": "k",
    "rapid_k": "rapid_k",
    "blitz_k": "blitz_k",
    "birthday": "born",
}
_MAX_TEXT: Final = 4 * MAX_NAME


def is_beginning(start: bytes) -> bool:
    """Whether a file begins as XML with a list of players."""
    return b"<playerslist" in start[:1000].lower()


def read(pieces: Iterator[bytes]) -> Iterator[tuple[int, Listed | None]]:
    """Each player by its number in the file, with ``None`` where it is not one.

    Raises :class:`Refused` for what is no XML.
    """
    target = _Target()
    parser = DefusedXMLParser(target=target, forbid_dtd=True)
    numbers = count(1)
    try:
        for piece in pieces:
            parser.feed(piece)
            for fields in target.taken():
                yield next(numbers), _player(fields)
        parser.close()
    except ParseError as error:
        line = error.position[0]
        raise Refused(
            Problem(
                sentence("The list is damaged: line %(line)s is not XML.", line=line), line=line
            )
        ) from error
    except DefusedXmlException as error:
        raise Refused.because(
            "The list defines entities of its own, as no rating list does."
        ) from error


def _player(fields: dict[str, str]) -> Listed | None:
    return listed(**{"number": "", "name": ""} | fields)


class _Target:
    """Gathers the fields of the players that are complete."""

    def __init__(self) -> None:
        self._players: list[dict[str, str]] = []
        self._fields: dict[str, str] = {}
        self._field = ""

    def taken(self) -> list[dict[str, str]]:
        """The players since the last time."""
        players, self._players = self._players, []
        return players

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "player":
            self._fields = {}
        self._field = _FIELDS.get(tag, "")

    def data(self, text: str) -> None:
        if self._field:
            before = self._fields.get(self._field, "")
            # No field is longer, and a file might be one endless text.
            self._fields[self._field] = (before + text)[:_MAX_TEXT]

    def end(self, tag: str) -> None:
        self._field = ""
        if tag == "player":
            self._players.append(self._fields)

    def close(self) -> None:
        """Nothing is left to give."""
