"""The end of changing a round by hand, in FIDE mode: the round is paired by the rules, and what
differs is shown beside it and asked about.

The rules pair it in the worker, before the tournament is locked for what is saved.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.jobs.queue import wait
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.visitors import actor
from events.models import Entry, Tournament
from events.tournaments.core.domain.breaches import BY_HAND, IMPORT, bye_code, pairings_breach
from events.tournaments.core.domain.pairings import FIRST, SECOND, Pairings, pairings_so_far
from events.tournaments.core.domain.results import Code
from events.tournaments.core.selectors.rounds import RoundProgress, tournament_round
from events.tournaments.fide.selectors import breaches_of, half_byes_outside, second_half_byes
from events.tournaments.fide.services import Asked, ask_about_followed
from events.tournaments.pairing.selectors import system_of_rules
from events.tournaments.pairing.services import ask_for_proposal
from events.tournaments.rounds.services.pairings import asked_byes, differs, rules_for
from players.domain.characters import search_key

SECONDS: Final = 8
"""How long the browser waits for the rules."""

FULL_BYE_TOLD: Final = gettext_noop(
    "A full-point bye is out of use: the tournament’s file says that it was given."
)

_STILL_PAIRING: Final = gettext_noop(
    "The rules are still pairing this round, to be compared with yours. Nothing is saved yet: save"
    " again in a moment."
)


@dataclass(frozen=True, slots=True)
class EndCheck:
    """What is to be answered before pairings are saved; ``rules`` is how the rules pair the round,
    ``only_rules`` and ``only_here`` what the two do not have in common."""

    questions: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    rules: Pairings | None = None
    only_rules: tuple[str, ...] = ()
    only_here: tuple[str, ...] = ()


def pair_by_the_rules(
    request: HttpRequest, tournament: Tournament, number: int, names: dict[int, str]
) -> None:
    """Have a round paired by the rules, with the byes that were sent; wait a little for it."""
    firsts, seconds = request.POST.getlist(FIRST), request.POST.getlist(SECOND)
    read = pairings_so_far(list(zip(firsts, seconds, strict=False)), names, key=search_key)
    here = tournament_round(tournament.pk, number)
    if not read.pairings.games or not differs(here, read.pairings):
        return
    _rules, is_known = rules_for(tournament, here, read.pairings)
    if is_known:
        return
    try:
        job, _is_new = ask_for_proposal(
            round=here,
            system=system_of_rules(tournament),
            is_accelerated=tournament.accelerated,
            without=list(asked_byes(read.pairings)),
            by=actor(request),
        )
    except Refused:
        # The tournament or the round is gone, which saving says.
        return
    wait(job, seconds=SECONDS)


def end_check(
    tournament: Tournament, here: RoundProgress, pairings: Pairings, entries: Iterable[Entry]
) -> EndCheck:
    """What FIDE mode asks before these pairings of a round are saved."""
    if not tournament.fide_mode:
        return EndCheck()
    round_ = tournament_round(tournament.pk, here.number)
    if not differs(round_, pairings):
        return EndCheck()
    questions = []
    try:
        if here.games:
            ask_about_followed(tournament, here.number, is_confirmed=False)
    except Asked as asked:
        questions.append(refusal_text(asked))
    except Refused as refusal:
        return EndCheck(problems=refusal.problems)
    entries = tuple(entries)
    given = {
        entry.pk: (here.number,)
        for entry in entries
        if (entry.number, Code.HALF_BYE) in pairings.byes
    }
    questions += [translate(each) for each in second_half_byes(tournament, given)]
    if not pairings.games:
        return EndCheck(tuple(questions))
    rules, is_known = rules_for(tournament, round_, pairings)
    if not is_known:
        return EndCheck(problems=(Problem(sentence(_STILL_PAIRING)),))
    breach = pairings_breach(here.number, rules, pairings, BY_HAND) if rules else None
    if rules is None or breach is None:
        return EndCheck(tuple(questions), rules=rules)
    text = _(
        "The rules pair this round otherwise: %(what)s. The difference is written into the"
        " tournament’s file. Is it meant?"
    )
    questions.append(text % {"what": breach.what})
    names = {entry.number: entry.shown_name for entry in entries if entry.number is not None}
    return EndCheck(
        tuple(questions),
        rules=rules,
        only_rules=tuple(_others(rules, pairings, names)),
        only_here=tuple(_others(pairings, rules, names)),
    )


def what_is_told(
    tournament: Tournament, number: int, pairings: Pairings, entries: Iterable[Entry]
) -> list[str]:
    """What pairings have that was asked about before, or goes into the tournament's file: they do
    not break no rule."""
    if not tournament.fide_mode:
        return []
    had = half_byes_outside(tournament.pk, number)
    text = _("%(name)s has a half-point bye in round %(round)s already.")
    told = [
        text % {"name": entry.shown_name, "round": had[entry.number]}
        for entry in entries
        if entry.number in had and (entry.number, Code.HALF_BYE) in pairings.byes
    ]
    if any(code is Code.FULL_BYE for _player, code in pairings.byes):
        told.append(_(FULL_BYE_TOLD))
    if not differs(tournament_round(tournament.pk, number), pairings):
        told += [
            breach.line
            for breach in breaches_of(tournament.pk)
            if breach.round == number and breach.kind in (BY_HAND, IMPORT)
        ]
    return told


def _others(one: Pairings, other: Pairings, names: dict[int, str]) -> Iterable[str]:
    for white, black in one.games:
        if (white, black) not in other.games:
            yield f"{white} {names.get(white, '')} – {black} {names.get(black, '')}"
    for number, code in one.byes:
        if (number, code) not in other.byes:
            bye = _("bye") if code is Code.PAIRING_BYE else bye_code(number, code)
            yield f"{number} {names.get(number, '')}: {bye}"
