"""XML as a tree of elements that know their line; nothing outside the file is ever fetched.

A DOCTYPE may stand there, since nearly every USEBIO file has one, but what it names is not opened,
and a file that declares entities is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from clubscore.text.problems import Problem, Refused, gettext_noop, sentence

MAX_DEPTH: Final = 40
MAX_ELEMENTS: Final = 400_000
_LATIN: Final = "iso-8859-1"
_ENTITIES = gettext_noop("The file declares entities of its own, which are not read.")
_BROKEN = gettext_noop("The XML is damaged at line %(line)s, character %(column)s.")


@dataclass(slots=True)
class Element:
    """An element with its attributes, text and children."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    def of(self, name: str) -> Iterator["Element"]:
        """The children of a name."""
        return (child for child in self.children if child.name == name)

    def child(self, name: str) -> "Element | None":
        return next(self.of(name), None)

    def text(self, *names: str) -> str:
        """The text of the first child that has one of these names and a text."""
        for name in names:
            for child in self.of(name):
                if text := child.own_text:
                    return text
        return ""

    @property
    def own_text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def all_of(self, name: str) -> Iterator["Element"]:
        """The elements of a name at any depth, in the order of the file."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.all_of(name)


class _Builder:
    """Builds the tree while the parser reads."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser: DefusedXMLParser | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= MAX_DEPTH or self.count > MAX_ELEMENTS:
            raise Refused.because("The XML is nested too deeply, or has too many elements.")
        line = self.parser.parser.CurrentLineNumber if self.parser else 1
        # A namespace changes nothing of what an element means.
        element = Element(name.rpartition("}")[2], attributes, line)
        if self.open:
            self.open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def data(self, text: str) -> None:
        if self.open:
            self.open[-1].pieces.append(text)

    def close(self) -> None:
        """The parser asks for it; the tree is taken from the builder."""


def read_xml(data: bytes) -> Element:
    """The root element. Raises :class:`Refused` for what is no sound XML."""
    try:
        return _parsed(data, None)
    except (ParseError, ExpatError) as error:
        # A declaration says UTF-8, or nothing, above what an old program wrote.
        if not _is_utf8(data):
            try:
                return _parsed(data, _LATIN)
            except (ParseError, ExpatError):
                pass
        line, column = getattr(error, "position", (getattr(error, "lineno", 1), 0))
        broken = sentence(_BROKEN, line=line, column=column + 1)
        raise Refused(Problem(broken, line)) from error


def _parsed(data: bytes, encoding: str | None) -> Element:
    builder = _Builder()
    parser = DefusedXMLParser(target=builder, encoding=encoding)
    builder.parser = parser
    try:
        parser.feed(data)
        parser.close()
    except DefusedXmlException as error:
        raise Refused(sentence(_ENTITIES)) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, Refused | UnicodeDecodeError | DefusedXmlException):
            raise
        raise Refused.because("The XML is in an encoding that is not known here.") from error
    root = builder.root
    if root is None:
        raise Refused.because("There is no XML in the file.")
    return root


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
