"""What the user can fix: sentences, problems at a place of the input, and the refusal.

Knows nothing of Django, so that the rules of a game and the file formats may use it; a door
(view, form, command) translates. A *sentence* is an English template with its values, a
*problem* is a sentence with its place, a *notice* is a problem that was repaired.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self


def gettext_noop(template: str) -> str:
    """Mark an English template that stands outside a call of :func:`sentence` or
    :meth:`Refused.because` as a message of the program; the door translates it later."""
    return template


def with_decimals(text: str, language: str) -> str:
    """Numbers with a decimal point as a language writes them: ``62,50`` in Dutch."""
    return text.replace(".", ",") if language in _DECIMAL_COMMA else text


_DECIMAL_COMMA = frozenset({"nl"})


class Localized(ABC):
    """A value that languages write each in its own way. ``str()`` is English."""

    __slots__ = ()

    @abstractmethod
    def in_language(self, language: str) -> str:
        """The text in a language by its code, such as ``nl``."""

    def __str__(self) -> str:
        return self.in_language("en")


@dataclass(frozen=True, slots=True)
class Number(Localized):
    """A number with decimals, written with a point: ``Number("12.5")``."""

    text: str

    def in_language(self, language: str) -> str:
        return with_decimals(self.text, language)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for the user: a ``%(name)s`` template and its values. ``str()`` is English."""

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.template % dict(self.values)


def sentence(template: str, **values: object) -> Sentence:
    """Join a template and its values, the texts shortened: what somebody typed or a file holds may
    be endless. A template that is written in the call is a message of the program; one that comes
    from elsewhere is marked there, with :func:`gettext_noop`."""
    return Sentence(template, tuple((name, _shortened(value)) for name, value in values.items()))


def sentence_to_json(sentence: Sentence) -> dict[str, Any]:
    """A sentence as plain values, to be stored: each reader has it in the own language."""
    return {
        "template": sentence.template,
        "values": {name: _value_to_json(value) for name, value in sentence.values},
    }


def _value_to_json(value: object) -> object:
    if isinstance(value, Sentence):
        return sentence_to_json(value)
    if isinstance(value, Number):
        return {"number": value.text}
    return value if isinstance(value, int) else str(value)


def sentence_from_json(stored: dict[str, Any]) -> Sentence:
    """What :func:`sentence_to_json` made."""
    values = stored["values"].items()
    return Sentence(
        stored["template"], tuple((name, _value_from_json(value)) for name, value in values)
    )


def _value_from_json(value: Any) -> object:
    if isinstance(value, dict):
        return Number(value["number"]) if "number" in value else sentence_from_json(value)
    return value


def verbatim(text: object) -> Sentence:
    """A text that is no message of the program, or is translated already, as a sentence."""
    return Sentence("%(text)s", (("text", _shortened(text)),))


MAX_VALUE = 500
"""Characters of a text in a sentence."""


def _shortened(value: object) -> object:
    if isinstance(value, str) and len(value) > MAX_VALUE:
        return f"{value[:MAX_VALUE]}…"
    return value


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong, or repaired, at a place of an input.

    ``line`` counts from 1; ``column`` is a character's place in the line, from 1, or the name
    of a field; ``value`` is the text at that place.
    """

    message: Sentence
    line: int | None = None
    column: int | str | None = None
    value: str | None = None

    @property
    def place(self) -> int | None:
        """The line, where the message does not name it already."""
        return None if "%(line)s" in self.message.template else self.line

    def __str__(self) -> str:
        return str(self.message)


class Refused(ValueError):
    """The input is refused, and the user can fix it: one or more problems, in their order."""

    def __init__(self, *problems: Problem | Sentence) -> None:
        self.problems: tuple[Problem, ...] = tuple(
            Problem(problem) if isinstance(problem, Sentence) else problem for problem in problems
        )
        super().__init__(*self.problems)

    @classmethod
    def because(cls, template: str, /, **values: object) -> Self:
        """The refusal of one sentence; its template is a message, as in :func:`sentence`."""
        return cls(sentence(template, **values))

    def __str__(self) -> str:
        return " ".join(str(problem) for problem in self.problems)


def refuse_if(problems: Iterable[Problem]) -> None:
    """Raise :class:`Refused` with all the problems if there is any."""
    found = tuple(problems)
    if found:
        raise Refused(*found)
