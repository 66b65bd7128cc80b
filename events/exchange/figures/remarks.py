"""What is said of a file of results: what could not be read of it, and what is odd in it."""

from django.utils.translation import gettext as _

from clubscore.text.problems import Problem
from clubscore.text.sentences import translate
from events.exchange.domain.session_plan import Comparison, SessionPlan
from events.exchange.figures.opening import Opened


def losses(opened: Opened, plan: SessionPlan) -> list[str]:
    """What could not be read of the file, each once, with its line."""
    return list(dict.fromkeys(map(with_line, (*opened.losses, *plan.lost))))


def notices(opened: Opened, plan: SessionPlan, comparison: Comparison) -> list[str]:
    """What is odd in the file: each once, with its line."""
    texts = [with_line(notice) for notice in opened.notices]
    texts += [translate(notice) for notice in (*plan.all_notices, *comparison.notices)]
    listed = any(contestant.is_listed for contestant in plan.contestants)
    texts += [
        _("%(number)s has results, but is not in the file’s list of contestants.")
        % {"number": contestant.label}
        for contestant in plan.contestants
        if listed and not contestant.is_listed
    ]
    playing = {key for line in plan.lines for key in (*line.ns, *line.ew)}
    texts += [
        _("%(number)s is in the list of contestants, but has no results.")
        % {"number": contestant.label}
        for contestant in plan.contestants
        if contestant.key not in playing
    ]
    return list(dict.fromkeys(texts))


def with_line(problem: Problem) -> str:
    """A problem with its line in front, where it has one."""
    text = translate(problem)
    if problem.place is None:
        return text
    return _("Line %(line)s: %(message)s") % {"line": problem.place, "message": text}
