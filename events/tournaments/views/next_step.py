"""The next step of a tournament and what needs attention, in words, with the pages they lead to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from events.common.views.desk import Attention, NextStep
from events.models import Tournament
from events.tournaments.domain.stage import Course, Stage, Task
from events.tournaments.selectors.rounds import RoundProgress


def stage_labels(number: int) -> dict[str, str | Promise]:
    """The stages as the strip shows them, with the number of the current round."""
    return {
        Stage.PLAYERS: _("Players"),
        Stage.REGISTRATION: _("Registration"),
        Stage.ROUND: _("Round %(number)s") % {"number": number},
        Stage.PUBLISH: pgettext("stage", "Publish"),
    }


def next_step(tournament: Tournament, task: Task, course: Course, number: int) -> NextStep:
    """The one large action; ``number`` is the current round."""
    match task:
        case Task.ROUNDS:
            return NextStep(_("Choose the number of rounds"), _address("settings", tournament))
        case Task.PLAYERS:
            return NextStep(_("Enter the players"), _address("players", tournament))
        case Task.REGISTER:
            note = _("%(count)s of %(entries)s are registered.") % {
                "count": course.entries - course.unregistered,
                "entries": course.entries,
            }
            label = _("Register the players")
            return NextStep(label, _address("registration", tournament), note=note)
        case Task.CLOSE:
            note = _("Everybody gets a starting number, by strength.")
            return NextStep(_("Close the registration"), _address("close", tournament), note=note)
        case Task.PAIR:
            label = _("Pair round %(number)s") % {"number": number}
            return NextStep(label, _address("pairings", tournament, number))
        case Task.ENTER:
            label = _("Enter the results of round %(number)s") % {"number": number}
            return NextStep(label, _address("round", tournament, number))
        case Task.FINISH:
            note = _("All results are in.")
            return NextStep(_("Finish the tournament"), action="finish", note=note)
        case Task.PUBLISH:
            note = _("Then everybody can read it, without a login.")
            return NextStep(_("Publish the tournament"), action="publish", note=note)
        case Task.SHARE:
            note = _("The tournament is published: everybody can read it.")
            label = _("Standings, to read and to print")
            return NextStep(label, _address("standings", tournament), note=note)


@dataclass(frozen=True, slots=True)
class Warnings:
    """How many of the players have withdrawn, are not registered although play has begun, lack a
    grade, or a rating that others have; and the round that was paired last, with how many who play
    in it have no place there, and how many of its pairings are unusual."""

    withdrawn: int = 0
    unregistered: int = 0
    without_grade: int = 0
    without_rating: int = 0
    unpaired: int = 0
    last_round: int = 0
    unusual: int = 0


def attention(
    tournament: Tournament, rounds: Iterable[RoundProgress], warnings: Warnings
) -> Iterator[Attention]:
    """What a director should look at."""
    for each in rounds:
        if each.is_paired and each.missing:
            text = ngettext(
                "Round %(number)s: %(count)s result is missing",
                "Round %(number)s: %(count)s results are missing",
                each.missing,
            )
            values = {"number": each.number, "count": each.missing}
            yield Attention(text % values, _address("round", tournament, each.number))
        if each.is_paired and each.is_hidden:
            text = _("Round %(number)s: the pairings are not published")
            values = {"number": each.number}
            yield Attention(text % values, _address("round", tournament, each.number))
    if warnings.unpaired:
        text = ngettext(
            "Round %(number)s: %(count)s player is not paired",
            "Round %(number)s: %(count)s players are not paired",
            warnings.unpaired,
        )
        values = {"number": warnings.last_round, "count": warnings.unpaired}
        address = _address("pairings", tournament, warnings.last_round)
        yield Attention(text % values, address)
    if warnings.unusual:
        text = ngettext(
            "Round %(number)s: %(count)s unusual pairing",
            "Round %(number)s: %(count)s unusual pairings",
            warnings.unusual,
        )
        values = {"number": warnings.last_round, "count": warnings.unusual}
        address = _address("pairings", tournament, warnings.last_round)
        yield Attention(text % values, address)
    yield from _players(tournament, warnings)
    if not tournament.tie_breaks:
        yield Attention(_("No tie-breaks are chosen"), _address("settings", tournament))


def _players(tournament: Tournament, warnings: Warnings) -> Iterator[Attention]:
    if warnings.withdrawn:
        text = ngettext(
            "%(count)s player has withdrawn", "%(count)s players have withdrawn", warnings.withdrawn
        )
        yield Attention(text % {"count": warnings.withdrawn}, _address("players", tournament))
    if warnings.unregistered:
        text = ngettext(
            "%(count)s player is not registered",
            "%(count)s players are not registered",
            warnings.unregistered,
        )
        address = _address("registration", tournament)
        yield Attention(text % {"count": warnings.unregistered}, address)
    if warnings.without_grade:
        text = ngettext(
            "%(count)s player without a grade",
            "%(count)s players without a grade",
            warnings.without_grade,
        )
        address = _address("registration", tournament)
        yield Attention(text % {"count": warnings.without_grade}, address)
    if warnings.without_rating:
        text = ngettext(
            "%(count)s player without a rating",
            "%(count)s players without a rating",
            warnings.without_rating,
        )
        yield Attention(text % {"count": warnings.without_rating}, _address("players", tournament))


def _address(page: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"events:tournament-{page}", args=[tournament.slug, *more])
