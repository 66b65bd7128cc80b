"""What a reader of files found wrong, left out or odd, collected, so that all is told at once."""

from collections.abc import Iterable

from clubscore.text.problems import Problem, Refused, sentence

MAX_PROBLEMS = 500
"""How many problems are reported of a file; one wrong column gives one for every line."""


class Findings:
    """The mistakes for which a file is refused; what is left out of a good one, each at its place;
    and the notices about what was read although it is odd."""

    def __init__(self) -> None:
        self.mistakes: list[Problem] = []
        self.losses: list[Problem] = []
        self.notices: list[Problem] = []

    def wrong(self, template: str, line: int | None, *place: str | None, **values: object) -> None:
        """A mistake at a ``place``: its element, and the value there."""
        self.mistakes.append(Problem(sentence(template, **values), line, *place))

    def lost(self, template: str, line: int | None, *place: str | None, **values: object) -> None:
        """A word that cannot be read, which costs its cell or its line, never the file."""
        self.losses.append(Problem(sentence(template, **values), line, *place))

    def note(
        self, template: str, line: int | None, element: str | None = None, **values: object
    ) -> None:
        """Something odd that is read all the same."""
        self.notices.append(Problem(sentence(template, **values), line, element))

    def note_once(self, template: str, line: int | None, element: str, **values: object) -> None:
        """A notice of which the file needs one, however often it is so."""
        if all(notice.message.template != template for notice in self.notices):
            self.note(template, line, element, **values)

    def refused(self, refusal: Refused, line: int | None, element: str, value: str) -> None:
        """A value that the domain refuses: it is left out, for these reasons."""
        self.losses += [
            Problem(problem.message, line, element, value) for problem in refusal.problems
        ]

    def refuse(self, *, unless: bool) -> None:
        """Raise :class:`Refused` with the mistakes, in the order of the file, if there is any; and
        where nothing could be read, with all that was lost."""
        problems = [*self.mistakes, *self.losses]
        if self.mistakes or (problems and not unless):
            raise Refused(*in_order(problems))

    def left_out(self) -> tuple[Problem, ...]:
        """What was lost, in the order of the file."""
        return tuple(in_order(self.losses))


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems by their lines, as many as are reported."""
    return sorted(problems, key=lambda problem: problem.line or 0)[:MAX_PROBLEMS]
