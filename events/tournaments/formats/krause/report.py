"""What the reader of a tournament file reports, and how serious it is.

An *error* refuses the file; an *adjustment* resolves a contradiction of the file with itself, and
nothing is stored until it is accepted; a *notice* is about something left out or read by a
tolerant rule. The strict profile turns many of the two latter into errors.
"""

from dataclasses import dataclass, replace

from clubscore.problems import Problem, Sentence, gettext_noop, sentence


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is in the file: line, player and round, and the text found there."""

    line: int | None = None
    player: int | None = None
    round: int | None = None
    column: int | None = None
    value: str | None = None

    def at(self, text: str, column: int) -> "Place":
        """The same place, narrowed to a text that begins in a column, without its spaces."""
        bare = text.strip()
        first = column + len(text) - len(text.lstrip()) if bare else column
        return replace(self, column=first, value=bare or None)


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class FileProblem(Problem):
    """A problem of a player; ``stored`` is what an adjustment stores instead."""

    player: int | None = None
    stored: Sentence | None = None


class Report:
    """Collects the problems of a file while it is read."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict
        self.errors: list[FileProblem] = []
        self.adjustments: list[FileProblem] = []
        self.notices: list[FileProblem] = []

    def error(self, what: Sentence, place: Place = NOWHERE) -> None:
        self.errors.append(_problem(what, place))

    def notice(self, what: Sentence, place: Place = NOWHERE) -> None:
        self.notices.append(_problem(what, place))

    def tolerate(self, what: Sentence, place: Place = NOWHERE) -> None:
        """A notice; an error in the strict profile."""
        (self.errors if self.strict else self.notices).append(_problem(what, place))

    def adjust(self, what: Sentence, stored: Sentence, place: Place = NOWHERE) -> None:
        """An adjustment: what is wrong, and what is stored; an error in the strict profile."""
        if self.strict:
            self.error(what, place)
        else:
            self.adjustments.append(_problem(what, place, stored))


def _problem(what: Sentence, place: Place, stored: Sentence | None = None) -> FileProblem:
    if stored:
        what = sentence(gettext_noop("%(wrong)s; %(stored)s"), wrong=what, stored=stored)
    return FileProblem(
        _placed(what, place), place.line, place.column, place.value, place.player, stored
    )


def _placed(what: Sentence, place: Place) -> Sentence:
    """The sentence with its place in front, as far as there is one."""
    if place.line is None:
        return what
    if place.player is None:
        template = gettext_noop("line %(line)s: %(what)s")
    elif place.round is None:
        template = gettext_noop("line %(line)s, player %(player)s: %(what)s")
    else:
        template = gettext_noop("line %(line)s, player %(player)s, round %(round)s: %(what)s")
    return sentence(template, line=place.line, player=place.player, round=place.round, what=what)
