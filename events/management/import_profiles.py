"""The two profiles of ``import_register``: a file read, stored and reported, strictly or not."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from clubscore.files.decoding import encoding_label
from clubscore.management.commands_base import Outcome
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from players.domain.members.choices import Choice, Choices
from players.domain.members.matching import Action
from players.domain.register_rows import Reading, placed, refusal_sentence
from players.domain.registration import Registration
from players.figures import Checked, MemberList, Source, check_register_file, read_member_list
from players.formats.members.reading import Members, match_data, problem_data
from players.formats.register import player_data
from players.services.importing import Imported

Watch = Callable[[int], object]
Progress = Callable[..., Any]


class StoreReading(Protocol):
    """Adds the players of a good file to the register, and to a tournament perhaps."""

    def __call__(self, *, reading: Reading, by: Actor, watch: Watch) -> object: ...


class StoreMembers(Protocol):
    """Imports a list into the register, and into a tournament perhaps."""

    def __call__(self, *, members: Members, by: Actor, choices: Choices) -> Imported: ...


@dataclass(frozen=True, slots=True)
class Strict:
    """The old register file: everybody is new, or the first mistake is reported."""

    registration: Registration
    store: StoreReading | None
    progress: Progress

    def run(self, source: Source) -> Outcome:
        """The file, stored unless it is only checked. Raises :class:`Refused`."""
        file = source.name
        with self.progress(f"{file}, read") as watch:
            checked = check_register_file(
                source=source, registration=self.registration, watch=watch
            )
        if self.store:
            total = len(checked.reading.rows)
            with self.progress(f"{file}, stored", total) as watch:
                self.store(reading=checked.reading, by=Actor(), watch=watch)
        return self._good(checked)

    def _good(self, checked: Checked) -> Outcome:
        rows, unit = checked.reading.rows, checked.reading.unit
        notices = [translate(placed(notice, unit)) for notice in checked.notices]
        players = "1 player" if len(rows) == 1 else f"{len(rows)} players"
        done = "imported" if self.store else "can be imported"
        first = f"{players}{_read_as(checked.encoding)}, {done}."
        data = {"ok": True, "players": [player_data(row) for row in rows], "notices": notices}
        return Outcome(False, data, [first, *notices])


@dataclass(frozen=True, slots=True)
class Lenient:
    """A list of members: all its problems, and what it does to each player."""

    registration: Registration
    store: StoreMembers | None
    choices: Choices

    def run(self, source: Source) -> Outcome:
        """The list, stored unless it is only checked. Raises :class:`Refused`."""
        member_list = read_member_list(source=source, registration=self.registration)
        problems = member_list.problems
        if problems and not (self.choices.leaves_out_problems and member_list.members.count):
            return self._faulty(member_list)
        if self.store:
            self.store(members=member_list.members, by=Actor(), choices=self.choices)
        return self._good(member_list)

    def _good(self, found: MemberList) -> Outcome:
        lines = [f"{self._summary(found)}{_read_as(found.encoding)}, {self._done}."]
        lines += self._notices(found)
        lines += [
            f"{_placed(Problem(match.question, match.line, ''), found)}"
            f" {_ANSWERS[self.choices.of(match)]}"
            for match in found.matching.matches
            if match.question
        ]
        left_out = [f"{_placed(problem, found)} Left out." for problem in found.problems]
        return Outcome(False, {"ok": True, **self._data(found)}, lines + left_out)

    def _faulty(self, found: MemberList) -> Outcome:
        first = found.problems[0]
        data = {
            "ok": False,
            "line": first.line or 1,
            "field": first.column or "",
            "message": _placed(first, found),
            **self._data(found),
        }
        errors = [_placed(problem, found) for problem in found.problems]
        count = "1 problem" if len(errors) == 1 else f"{len(errors)} problems"
        return Outcome(True, data, errors=[*errors, f"{count}. No players were imported."])

    @property
    def _done(self) -> str:
        return "imported" if self.store else "can be imported"

    def _data(self, found: MemberList) -> dict[str, Any]:
        return {
            "players": [match_data(match) for match in found.matching.matches],
            "problems": [
                problem_data(problem, translate(problem.message)) for problem in found.problems
            ],
            "notices": self._notices(found),
        }

    @staticmethod
    def _notices(found: MemberList) -> list[str]:
        return [_placed(notice, found) for notice in found.notices] + [
            f'Column {column.place + 1}, "{column.title or column.example}", is not known and was'
            " left out."
            for column in found.members.columns
            if column.fact is None
        ]

    @staticmethod
    def _summary(found: MemberList) -> str:
        counts = Counter(match.action for match in found.matching.matches)
        return ", ".join(f"{counts[action]} {word}" for action, word in _WORDS.items())


_WORDS: Mapping[Action, str] = {
    Action.NEW: "new",
    Action.UPDATE: "updated",
    Action.SAME: "the same",
    Action.ASK: "to be asked",
}
_ANSWERS: Mapping[Choice, str] = {
    Choice.SKIP: "Skipped; --questions says otherwise.",
    Choice.UPDATE: "Taken as the same, and updated.",
    Choice.KEEP: "Taken as the same.",
    Choice.ADD: "Added as somebody else.",
}


def refused(refusal: Refused) -> Outcome:
    """What is said of a file that is no list at all, or that was not stored."""
    problem = refusal.problems[0]
    message = translate(refusal_sentence(refusal))
    data = {
        "ok": False,
        "line": problem.line or 1,
        "field": problem.column or "",
        "message": message,
    }
    return Outcome(True, data, errors=[message])


def _placed(problem: Problem, found: MemberList) -> str:
    return translate(placed(problem, found.members.unit))


def _read_as(encoding: str) -> str:
    return f", {translate(encoding_label(encoding))}" if encoding else ""
