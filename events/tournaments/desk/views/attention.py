"""What of a tournament needs the attention of its director, and the pages that lead there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from clubscore.web.caching import kept
from events.common.selectors import tournament_stamp
from events.common.views.desk import Attention
from events.models import Entry, Tournament
from events.tournaments.core.domain.tournament import kind_of
from events.tournaments.core.selectors.entries import unknown_grades
from events.tournaments.core.selectors.rounds import RoundProgress, entries_paired
from events.tournaments.entries.services.numbering import is_misnumbered
from events.tournaments.fide.selectors import import_questions
from events.tournaments.ratings.services import COLUMN_OF, differences, list_for
from events.tournaments.rounds.selectors import expected_in
from events.tournaments.rounds.services.pairings import unusual_pairings
from events.tournaments.standings.domain.catalogue import LEADING


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


def warnings_of(
    tournament: Tournament, rounds: Sequence[RoundProgress], entries: Iterable[Entry]
) -> Warnings:
    """What is worth a look while the tournament is played."""
    entries = list(entries)
    paired = [round_progress for round_progress in rounds if round_progress.is_paired]
    is_closed = bool(paired) or tournament.registration_is_closed
    number = paired[-1].number if paired and not tournament.is_finished else 0
    return Warnings(
        withdrawn=sum(entry.withdrawn_after is not None for entry in entries),
        unregistered=sum(not entry.registered for entry in entries) if is_closed else 0,
        without_grade=len(unknown_grades(tournament.pk)),
        without_rating=_without_rating(tournament, entries),
        last_round=number,
        unpaired=_unpaired(tournament, paired[-1], entries)
        if paired and not tournament.is_finished
        else 0,
        unusual=_unusual(tournament, number) if number else 0,
    )


def _unpaired(tournament: Tournament, here: RoundProgress, entries: Sequence[Entry]) -> int:
    """Who means to play in a round under way, and has neither a game nor a bye in it: late entries
    above all."""
    if not here.missing:
        return 0
    seen = entries_paired(here.pk)
    numbered = [entry for entry in entries if entry.number is not None]
    expected = expected_in(tournament, here.number, numbered)
    return sum(entry.pk not in seen for entry in expected)


def _without_rating(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Players of chess without a rating among others who have one: the strength by which they are
    numbered. Where nobody has, nothing is missing."""
    if tournament.discipline != Tournament.Discipline.CHESS:
        return 0
    unrated = sum(not entry.rating for entry in entries)
    return unrated if unrated < len(entries) else 0


def _unusual(tournament: Tournament, number: int) -> int:
    return kept(
        ("unusual", tournament.pk, number),
        state=partial(tournament_stamp, tournament.pk),
        make=lambda: len(unusual_pairings(tournament, number)),
    )


def attention(
    tournament: Tournament, rounds: Iterable[RoundProgress], warnings: Warnings
) -> Iterator[Attention]:
    """What a director should look at."""
    if tournament.fide_mode and (differing := import_questions(tournament.pk)):
        text = ngettext(
            "The rules pair %(count)s round of the imported file otherwise",
            "The rules pair %(count)s rounds of the imported file otherwise",
            len(differing),
        )
        values = {"count": len(differing)}
        yield Attention(text % values, address_of("fide", tournament), gettext("Answer"))
    if tournament.fide_mode and (count := _other_ratings(tournament)):
        text = ngettext(
            "%(count)s rating is not that of the list",
            "%(count)s ratings are not those of the list",
            count,
        )
        address = address_of("ratings-update", tournament)
        yield Attention(text % {"count": count}, address, gettext("Compare ratings"))
    if is_misnumbered(tournament):
        text = gettext("The starting numbers are not by strength")
        yield Attention(text, address_of("players", tournament), gettext("Number by strength"))
    for round_progress in rounds:
        if round_progress.is_paired and round_progress.missing:
            text = ngettext(
                "Round %(number)s: %(count)s result is missing",
                "Round %(number)s: %(count)s results are missing",
                round_progress.missing,
            )
            values = {"number": round_progress.number, "count": round_progress.missing}
            address = address_of("round", tournament, round_progress.number)
            yield Attention(text % values, address, gettext("Enter them"))
        if round_progress.is_paired and round_progress.is_hidden:
            text = gettext("Round %(number)s: the pairings are not published")
            values = {"number": round_progress.number}
            yield Attention(text % values, address_of("round", tournament, round_progress.number))
    if warnings.unpaired:
        text = ngettext(
            "Round %(number)s: %(count)s player is not paired",
            "Round %(number)s: %(count)s players are not paired",
            warnings.unpaired,
        )
        values = {"number": warnings.last_round, "count": warnings.unpaired}
        address = address_of("pairings", tournament, warnings.last_round)
        yield Attention(text % values, address)
    if warnings.unusual:
        text = ngettext(
            "Round %(number)s: %(count)s unusual pairing",
            "Round %(number)s: %(count)s unusual pairings",
            warnings.unusual,
        )
        values = {"number": warnings.last_round, "count": warnings.unusual}
        address = address_of("pairings", tournament, warnings.last_round)
        yield Attention(text % values, address)
    yield from _players(tournament, warnings)
    # A Keizer and a knock-out are ranked by their own scores, and need none.
    if not tournament.tie_breaks and kind_of(tournament.kind) not in LEADING:
        yield Attention(gettext("No tie-breaks are chosen"), address_of("settings", tournament))


def _players(tournament: Tournament, warnings: Warnings) -> Iterator[Attention]:
    if warnings.withdrawn:
        text = ngettext(
            "%(count)s player has withdrawn", "%(count)s players have withdrawn", warnings.withdrawn
        )
        yield Attention(text % {"count": warnings.withdrawn}, address_of("players", tournament))
    if warnings.unregistered:
        text = ngettext(
            "%(count)s player is not registered",
            "%(count)s players are not registered",
            warnings.unregistered,
        )
        address = address_of("registration", tournament)
        yield Attention(text % {"count": warnings.unregistered}, address)
    if warnings.without_grade:
        text = ngettext(
            "%(count)s player without a grade",
            "%(count)s players without a grade",
            warnings.without_grade,
        )
        address = address_of("registration", tournament)
        yield Attention(text % {"count": warnings.without_grade}, address)
    if warnings.without_rating:
        text = ngettext(
            "%(count)s player without a rating",
            "%(count)s players without a rating",
            warnings.without_rating,
        )
        yield Attention(
            text % {"count": warnings.without_rating}, address_of("players", tournament)
        )


def _other_ratings(tournament: Tournament) -> int:
    """How many ratings are not those of the list of its month, looked at again when a list was
    loaded."""
    listing = list_for(tournament)
    if listing is None or listing.kind not in COLUMN_OF:
        return 0
    return kept(
        ("other ratings", tournament.pk),
        state=lambda: (tournament_stamp(tournament.pk), listing.pk, listing.changed_at),
        make=lambda: sum(each.is_one for each in differences(tournament, listing)),
    )


def address_of(page: str, tournament: Tournament, *more: int) -> str:
    """A page of the tournament."""
    return reverse(f"events:tournament-{page}", args=[tournament.slug, *more])
