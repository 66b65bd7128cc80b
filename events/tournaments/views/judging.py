"""Pairings judged while they are changed: what is impossible and what is unusual, by rows; nothing
is saved."""

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from clubscore.permissions import director_required
from clubscore.sentences import translate
from events.models import Tournament
from events.tournaments.domain.pairings import FIRST, SECOND, pairings_so_far
from events.tournaments.selectors.entries import tournament_entries
from events.tournaments.selectors.rounds import progress
from events.tournaments.views.pairing_questions import questions_of
from events.tournaments.views.pairing_rows import typed_rows
from events.tournaments.views.rounds import names_of, refusals_of, round_here
from players.domain.folding import search_key


@require_POST
@director_required
def judge(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """``rows`` has the sentences of each row, ``others`` those of no row, ``summary`` how many."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = round_here(progress(tournament.pk), number)
    entries = [each for each in tournament_entries(tournament) if each.number is not None]
    typed = typed_rows(request.POST.getlist(FIRST), request.POST.getlist(SECOND))
    texts = [(row.first, row.second) for row in typed]
    read = pairings_so_far(texts, names_of(entries), key=search_key)
    problems = refusals_of(here.pk, read)
    questions = questions_of(tournament, number, read)
    rows: dict[int, list[dict[str, object]]] = {}
    others = []
    for problem in problems:
        said = {"text": translate(problem), "impossible": True}
        if problem.line:
            rows.setdefault(problem.line, []).append(said)
        else:
            others.append(said)
    for question in questions:
        for row in question.rows:
            asked: dict[str, object] = {"text": question.short, "impossible": False}
            if question.stones is not None:
                asked["stones"] = question.stones
                asked["use"] = _use(question.stones)
            rows.setdefault(row, []).append(asked)
        if not question.rows:
            others.append({"text": question.text, "impossible": False})
    summary = _summary(len(problems), len(questions))
    return JsonResponse({"rows": rows, "others": others, "summary": summary})


def _use(stones: int) -> str:
    if not stones:
        return _("No handicap")
    return ngettext("Give %(count)s stone", "Give %(count)s stones", stones) % {"count": stones}


def _summary(impossible: int, unusual: int) -> str:
    parts = []
    if impossible:
        text = ngettext("One thing is impossible.", "%(count)s things are impossible.", impossible)
        parts.append(text % {"count": impossible})
    if unusual:
        text = ngettext("One thing is unusual.", "%(count)s things are unusual.", unusual)
        parts.append(text % {"count": unusual})
    return " ".join(parts) or _("Nothing speaks against these pairings.")
