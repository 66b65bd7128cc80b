"""XML as a tree of elements that know their line; nothing outside the file is ever fetched.

A DOCTYPE may stand there, since nearly every USEBIO file names one, but what it names is not
opened; a file that brings its own, with entities or attributes by default, is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers.expat import ExpatError, ParserCreate

from clubscore.text.problems import Problem, Refused, gettext_noop, sentence

MAX_DEPTH: Final = 40
MAX_ELEMENTS: Final = 400_000
_DECLARED: Final = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.-]{1,40})["']""")
_UNKNOWN_ENCODING: Final = 18
"""Of expat: XML_ERROR_UNKNOWN_ENCODING."""
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
    _texts: dict[str, str] | None = None

    def of(self, name: str) -> Iterator["Element"]:
        """The children of a name."""
        return (child for child in self.children if child.name == name)

    def child(self, name: str) -> "Element | None":
        return next(self.of(name), None)

    def text(self, *names: str) -> str:
        """The text of the first child that has one of these names and a text. The children are
        looked through once, when all are there."""
        texts = self._texts
        if texts is None:
            texts = self._texts = {}
            for child in self.children:
                if child.name not in texts and (text := child.own_text):
                    texts[child.name] = text
        for name in names:
            if name in texts:
                return texts[name]
        return ""

    @property
    def own_text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def all_of(self, name: str) -> Iterator["Element"]:
        """The elements of a name at any depth, in the order of the file."""
        for child in self.children:
            if child.name == name:
                yield child
            if child.children:
                yield from child.all_of(name)


class _Builder:
    """Makes the tree of what the parser reads."""

    def __init__(self, encoding: str | None) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._count = 0
        # Without namespaces, which change nothing of what an element means: a name is never longer
        # than it stands in the file.
        self.parser = ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._type
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _type(self, _name: str, _system: str | None, _public: str | None, has_own: int) -> None:
        if has_own:
            raise Refused(sentence(_ENTITIES))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise Refused.because("The XML is nested too deeply, or has too many elements.")
        plain = name.rpartition(":")[2] if ":" in name else name
        element = Element(plain, attributes, self.parser.CurrentLineNumber, [], [])
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1].pieces.append(text)


def read_xml(data: bytes) -> Element:
    """The root element. Raises :class:`Refused` for what is no sound XML."""
    builder = _Builder(_encoding(data))
    try:
        builder.parser.Parse(data, True)
    except ExpatError as error:
        if error.code == _UNKNOWN_ENCODING:
            raise Refused.because("The XML is in an encoding that is not known here.") from error
        line = error.lineno
        broken = sentence(_BROKEN, line=line, column=error.offset + 1)
        raise Refused(Problem(broken, line)) from error
    except (LookupError, ValueError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused.because("The XML is in an encoding that is not known here.") from error
    if builder.root is None:
        raise Refused.because("There is no XML in the file.")
    return builder.root


def _encoding(data: bytes) -> str | None:
    """Latin-1 where a declaration says UTF-8, or nothing, above what an old program wrote."""
    declared = _DECLARED.match(data)
    is_utf8 = declared is None or declared[1].lower() in {b"utf-8", b"us-ascii"}
    has_mark = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return "iso-8859-1" if is_utf8 and not has_mark and not _is_utf8(data) else None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
