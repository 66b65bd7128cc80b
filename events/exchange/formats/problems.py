"""What a reader found wrong, collected, so that all of it is reported at once."""

from clubscore.problems import Problem, Refused, gettext_noop, sentence

MAX_PROBLEMS = 500
"""So many are reported of a file; one wrong column gives one for every line."""

CONTRADICTION = gettext_noop(
    "Board %(board)s: %(contract)s by %(declarer)s with %(tricks)s tricks gives %(right)s, but the"
    " file says %(score)s. The score is kept."
)
NO_CONTRACT = gettext_noop("“%(text)s” is not a contract; the score is kept.")
NO_CONTRACT_NO_SCORE = gettext_noop("“%(text)s” is not a contract, and there is no score.")


class Findings:
    """The mistakes for which a file is refused, and the notices that come with a good one."""

    def __init__(self) -> None:
        self.mistakes: list[Problem] = []
        self.notices: list[Problem] = []

    def wrong(
        self,
        template: str,
        line: int | None,
        element: str | None = None,
        value: str | None = None,
        **values: object,
    ) -> None:
        """A mistake at a place."""
        self.mistakes.append(Problem(sentence(template, **values), line, element, value))

    def note(
        self, template: str, line: int | None, element: str | None = None, **values: object
    ) -> None:
        """Something odd that is read all the same."""
        self.notices.append(Problem(sentence(template, **values), line, element))

    def refused(self, refusal: Refused, line: int | None, element: str, value: str) -> None:
        """The mistakes that a value of the domain has, at their place in the file."""
        self.mistakes += [
            Problem(problem.message, line, element, value) for problem in refusal.problems
        ]

    def refuse(self) -> None:
        """Raise :class:`Refused` with the mistakes, in the order of the file, if there is any."""
        if self.mistakes:
            ordered = sorted(self.mistakes, key=lambda each: each.line or 0)
            raise Refused(*ordered[:MAX_PROBLEMS])
