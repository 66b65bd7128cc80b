"""What is said of a file of results: what could not be read of it, and what is odd in it.

Each sentence once, with all its lines, in the reader's language only when it is shown: what became
of many files is stored.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.utils.translation import ngettext

from clubscore.text.problems import (
    Problem,
    Sentence,
    gettext_noop,
    sentence,
    sentence_from_json,
    sentence_to_json,
)
from clubscore.text.sentences import translate
from events.exchange.domain.plan_comparison import Comparison
from events.exchange.domain.session_plan import SessionPlan
from events.exchange.figures.opening import Opened

_UNLISTED = gettext_noop("%(number)s has results, but is not in the file’s list of contestants.")

_WITHOUT = gettext_noop("%(number)s is in the list of contestants, but has no results.")

_LINE = gettext_noop("Line %(line)s: %(message)s")

_LINES = gettext_noop("Lines %(lines)s: %(message)s")

_TIMES = gettext_noop("%(message)s (%(count)s times)")

_MANY_LINES = gettext_noop("%(count)s lines, from line %(line)s on: %(message)s")

MAX_LINES: Final = 8
"""So many lines are named of one sentence."""


def losses(opened: Opened, plan: SessionPlan) -> list[Sentence]:
    """What could not be read of the file."""
    return with_lines((*opened.losses, *plan.lost))


def notices(opened: Opened, plan: SessionPlan, comparison: Comparison) -> list[Sentence]:
    """What is odd in the file."""
    told = [*opened.notices, *map(Problem, (*plan.all_notices, *comparison.notices))]
    listed = any(contestant.is_listed for contestant in plan.contestants)
    told += [
        Problem(sentence(_UNLISTED, number=contestant.label))
        for contestant in plan.contestants
        if listed and not contestant.is_listed
    ]
    playing = {key for line in plan.lines for key in (*line.ns, *line.ew)}
    told += [
        Problem(sentence(_WITHOUT, number=contestant.label))
        for contestant in plan.contestants
        if contestant.key not in playing
    ]
    return with_lines(told)


def with_lines(problems: Iterable[Problem]) -> list[Sentence]:
    """Each sentence once, with its lines in front where it has any."""
    places: dict[Sentence, list[int | None]] = {}
    for problem in problems:
        places.setdefault(problem.message, []).append(problem.place)
    return [_with_lines(message, found) for message, found in places.items()]


def _with_lines(message: Sentence, places: list[int | None]) -> Sentence:
    lines = list(dict.fromkeys(place for place in places if place is not None))
    if len(lines) == 1:
        return sentence(_LINE, line=lines[0], message=message)
    if len(lines) > MAX_LINES:
        return sentence(_MANY_LINES, count=len(lines), line=lines[0], message=message)
    if lines:
        return sentence(_LINES, lines=", ".join(map(str, lines)), message=message)
    return message if len(places) == 1 else sentence(_TIMES, message=message, count=len(places))


MAX_REMARKS: Final = 5


def stored_remarks(remarks: Sequence[Sentence]) -> dict[str, Any]:
    """The first remarks and how many more there are, to be stored."""
    shown = remarks[:MAX_REMARKS]
    return {"said": list(map(sentence_to_json, shown)), "more": len(remarks) - len(shown)}


def remarks_text(stored: dict[str, Any]) -> str:
    """What was stored, in the reader's language."""
    told = [translate(sentence_from_json(each)) for each in stored.get("said", ())]
    if more := stored.get("more", 0):
        text = ngettext("There is %(count)s more.", "There are %(count)s more.", more)
        told.append(text % {"count": more})
    return " ".join(told)
