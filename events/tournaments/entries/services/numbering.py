"""Starting numbers: who has which, and what they are called by elsewhere."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from clubscore.database.transactions import in_transaction
from clubscore.jobs.queue import jobs_on
from clubscore.text.numbers import MAX_WHOLE, whole_number
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record
from events.models import Entry, LogEntry, RoundResult, Tournament
from events.models.tournament_fields import EqualsBy
from events.tournaments.core.domain.breaches import NUMBERS, Breach
from events.tournaments.core.selectors.entries import by_name
from events.tournaments.core.selectors.rounds import has_pairings
from events.tournaments.core.services import tell_apart
from events.tournaments.fide.selectors import last_rounds
from events.tournaments.fide.services import Asked, record_breach
from events.tournaments.pairing.selectors import PROPOSAL
from players.domain.grades import grade_order

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles, the highest first."""

FIXED_FROM_ROUND = 4
"""Once this round is paired the starting numbers stay (FIDE C.04.2, article 2.3)."""

_NAMING_PLAYERS = frozenset(
    {"240", "250", "260", "299", "300", "310", "320", "330", "801", "802", "XXP", "XXA", "XXS"}
)
"""Records of a file that name players or their teams by number."""


@in_transaction
def number_entries(*, tournament: Tournament, by: Actor, is_confirmed: bool = False) -> None:
    """Number everybody who is registered or has results from 1: by rating, title and name; for go
    by grade first. Games and byes follow, and proposals are forgotten.

    Raises :class:`Asked` in FIDE mode where somebody is paired already and two or more numbers
    change, unless that ``is_confirmed``, and :class:`Refused` once round 4 is paired (FIDE
    C.04.2, article 2.3), and where lines of
    the tournament's file name players by their numbers.
    """
    stored = lock_tournament(tournament.pk)
    if not may_be_numbered(tournament):
        raise Refused.because(
            "The starting numbers cannot be reassigned: round 4 is paired, or the tournament’s "
            "file names players by number. You can change a single number in the entry."
        )
    jobs_on(PROPOSAL, tournament.rounds.values_list("pk", flat=True)).delete()
    entries = _by_strength(tournament)
    numbers = {entry.number: number for number, entry in enumerate(entries, start=1)}
    changed = sum(before != number for before, number in numbers.items())
    is_told = bool(stored.fide_mode) and changed > 1 and has_pairings(stored.pk)
    if is_told and not is_confirmed:
        raise Asked(
            sentence(
                "Rounds are paired already, and %(count)s starting numbers would change. That is"
                " written into the tournament’s file. Is it meant?",
                count=changed,
            )
        )
    # A number is unique in the tournament, and the databases check that row by row: all are cleared
    # first, or the new numbers would collide with old ones.
    tournament.entries.update(number=None)
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"])
    tell_apart(tournament.pk)
    _renumber_forbidden(tournament, numbers)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.ENTRIES,
        by=by,
        after={"numbered": len(entries), "numbers": _moved(numbers)},
    )
    if is_told:
        last = last_rounds(stored.pk).paired
        breach = Breach(last, NUMBERS, "numbers by strength again")
        record_breach(tournament_id=stored.pk, breach=breach, by=by)


def is_misnumbered(tournament: Tournament) -> bool:
    """Whether in FIDE mode nothing is paired yet, and somebody stronger has a higher starting
    number than somebody weaker (FIDE C.04.2, article 2.2)."""
    if not tournament.fide_mode or has_pairings(tournament.pk):
        return False
    entries = sorted(_by_strength(tournament), key=lambda entry: entry.number or 0)
    strengths = list(map(_strength, entries))
    return strengths != sorted(strengths)


def _by_strength(tournament: Tournament) -> list[Entry]:
    """Everybody who is registered or has results, the strongest first."""
    taking_part = tournament.entries.filter(Q(registered=True) | Q(results__isnull=False))
    entries = sorted(sorted(taking_part.distinct(), key=by_name()), key=_strength)
    if tournament.equals_by == EqualsBy.IDENTITY:
        entries.sort(key=lambda entry: (*_strength(entry), _identity(entry)))
    return entries


def make_room(entry: Entry, tournament: Tournament, by: Actor) -> int:
    """The number of a late entry by its strength; those below move down (C.04.2, article 2.4).

    Within a transaction that has locked the tournament."""
    numbered = list(tournament.entries.exclude(number=None).order_by("number"))
    above = [each for each in numbered if _strength(each) <= _strength(entry)]
    number = max((each.number or 0 for each in above), default=0) + 1
    below = [each for each in numbered if (each.number or 0) >= number]
    if not below or _names_players(tournament):
        return max((each.number or 0 for each in numbered), default=0) + 1
    jobs_on(PROPOSAL, tournament.rounds.values_list("pk", flat=True)).delete()
    numbers = {each.number: (each.number or 0) + (each in below) for each in numbered}
    # A number is unique, and the databases check that row by row.
    tournament.entries.filter(pk__in=[each.pk for each in below]).update(number=None)
    for each in below:
        each.number = numbers[each.number]
    Entry.objects.bulk_update(below, ["number"])
    _renumber_forbidden(tournament, numbers)
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.ENTRIES,
        by=by,
        after={"numbered": len(below), "numbers": _moved(numbers)},
    )
    return number


def _moved(numbers: Mapping[int | None, int]) -> dict[str, int]:
    """The numbers that change, for lines of breaches that name players."""
    return {str(old): new for old, new in numbers.items() if old is not None and old != new}


def _names_players(tournament: Tournament) -> bool:
    """Whether lines of the tournament's file name players by their numbers."""
    tags = {kept_record["text"][:3] for kept_record in tournament.kept_records}
    return bool(tags & _NAMING_PLAYERS or tournament.virtual_points or tournament.awards)


def may_be_numbered(tournament: Tournament) -> bool:
    """Whether the starting numbers may be given anew."""
    if not has_pairings(tournament.pk):
        return True
    late = RoundResult.objects.filter(
        round__tournament=tournament, round__number__gte=FIXED_FROM_ROUND, game__isnull=False
    )
    return not (_names_players(tournament) or late.exists())


def _strength(entry: Entry) -> tuple[Any, ...]:
    title = TITLES.index(entry.title) if entry.title in TITLES else len(TITLES)
    rating = -(entry.rating or 0)
    if entry.tournament.has_grades:
        return (grade_order(entry.grade), rating, title)
    return (rating, title)


def _identity(entry: Entry) -> tuple[int, str]:
    """FIDE's number as a number; who has none comes last."""
    return (whole_number(entry.identity) or MAX_WHOLE, entry.identity)


def _renumber_forbidden(tournament: Tournament, numbers: dict[int | None, int]) -> None:
    """Who must not meet, or is to, is stored by starting number: follow the new ones."""
    for field in ("forbidden", "wishes"):
        renumbered = []
        for each in getattr(tournament, field):
            new = sorted(numbers[number] for number in each["numbers"] if number in numbers)
            # Whoever is not registered has no number any more; one player alone forbids nothing.
            if len(new) > 1:
                renumbered.append(each | {"numbers": new})
        setattr(tournament, field, renumbered)
    tournament.save(update_fields=["forbidden", "wishes"])
