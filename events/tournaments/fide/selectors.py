"""What FIDE mode asks of a stored tournament: what broke the rules, and which rounds are closed or
followed by another."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Max, Q

from clubscore.models import Job
from clubscore.text.problems import Sentence, sentence
from events.models import Entry, Game, LogEntry, RoundResult, Tournament
from events.tournaments.core.domain.breaches import IMPORT, Breach, renumbered
from events.tournaments.core.domain.fide_mode import FROZEN
from events.tournaments.core.domain.results import OPEN, Code, Outcome
from events.tournaments.core.domain.tournament import BY_TABLE, kind_of
from events.tournaments.core.selectors.rounds import open_games_of


def breaches_of(tournament_id: int) -> tuple[Breach, ...]:
    """What broke the rules, by round and time, with the starting numbers of today."""
    is_breach = Q(action=LogEntry.Action.BREACH)
    is_numbering = Q(action=LogEntry.Action.ENTRIES, after__has_key="numbers")
    rows = LogEntry.objects.filter(is_breach | is_numbering, tournament=tournament_id)
    found: list[Breach] = []
    for after in rows.order_by("pk").values_list("after", flat=True):
        if "numbers" in after:
            numbers = {int(old): new for old, new in after["numbers"].items()}
            found = [renumbered(breach, numbers) for breach in found]
        else:
            found.append(Breach(after["round"], after["kind"], after["what"]))
    return tuple(sorted(found, key=lambda breach: breach.round))


class LastRounds(NamedTuple):
    """The numbers of the last round that has games, and of the last one in which a game has a
    result; 0 where none has."""

    paired: int
    with_result: int


def last_rounds(tournament_id: int) -> LastRounds:
    """How far a tournament is, in one query."""
    found = Game.objects.filter(round__tournament=tournament_id).aggregate(
        paired=Max("round__number"), with_result=Max("round__number", filter=~Q(outcome__in=OPEN))
    )
    return LastRounds(found["paired"] or 0, found["with_result"] or 0)


def is_followed(tournament: Tournament, number: int, last: LastRounds | None = None) -> bool:
    """Whether another round was paired after this one; where a table pairs all of them, whether one
    has results."""
    last = last or last_rounds(tournament.pk)
    is_by_table = kind_of(tournament.kind) in BY_TABLE
    return (last.with_result if is_by_table else last.paired) > number


def second_half_byes(
    tournament: Tournament, given: Mapping[int, Collection[int]], *, is_all: bool = False
) -> list[Sentence]:
    """In FIDE mode, who has a half-point bye, or has asked for one, and is given another; ``given``
    are rounds by the key of the entry, with ``is_all`` all that are asked for."""
    if not tournament.fide_mode or not any(given.values()):
        return []
    half = Code.HALF_BYE.value
    stored: defaultdict[int, set[int]] = defaultdict(set)
    rows = RoundResult.objects.filter(entry__in=given, bye=half)
    for entry_id, number in rows.values_list("entry", "round__number"):
        stored[entry_id].add(number)
    found = []
    for entry in Entry.objects.filter(pk__in=given).order_by("number", "pk"):
        asked = {int(number) for number, bye in entry.asked_byes.items() if bye == half}
        had = stored[entry.pk] | asked
        new = sorted(set(given[entry.pk]) - had)
        if is_all:
            had -= asked.difference(given[entry.pk])
        if new and len(had) + len(new) > 1:
            # Of several that are new the first is the one that he has.
            first = min(had, default=new[0])
            found.append(
                sentence(
                    "%(name)s has a half-point bye in round %(round)s already; this one is in round"
                    " %(other)s. Is it meant?",
                    name=entry.shown_name,
                    round=first,
                    other=next(number for number in reversed(new) if number != first),
                )
            )
    return found


def half_byes_outside(tournament_id: int, number: int) -> dict[int | None, int]:
    """The round of a half-point bye, by the number of who has one in another round than this."""
    rows = RoundResult.objects.filter(
        round__tournament=tournament_id, game=None, bye=Code.HALF_BYE.value
    ).exclude(round__number=number)
    return dict(rows.values_list("entry__number", "round__number"))


IMPORT_CHECK: Final = "import check"
"""The kind of the jobs that compare an imported tournament with the rules; their subject is its
number in the database."""


def import_check(tournament_id: int) -> Job | None:
    """The comparison of an import that is under way, or waits for an answer."""
    job = Job.objects.filter(kind=IMPORT_CHECK, subject=str(tournament_id)).first()
    return job if job and (job.is_under_way or "breaches" in (job.answer or {})) else None


def import_questions(tournament_id: int) -> tuple[Breach, ...]:
    """What the rules pair otherwise in an imported tournament, and waits for an answer."""
    job = import_check(tournament_id)
    found = (job.answer or {}).get("breaches", ()) if job else ()
    return tuple(Breach(number, IMPORT, what) for number, what in found)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game without a result, by the starting numbers of its sides."""

    round: int
    white: int
    black: int
    is_adjourned: bool = False


@dataclass(frozen=True, slots=True)
class FideState:
    """How a tournament stands: ``mode`` is ``None`` where FIDE mode is not for it."""

    mode: bool | None
    left_in_round: int | None
    frozen: Sequence[str]
    breaches: Sequence[Breach]
    open: Sequence[OpenGame]


def fide_state(tournament: Tournament) -> FideState:
    """How a tournament stands with FIDE mode."""
    return FideState(
        mode=tournament.fide_mode,
        left_in_round=tournament.fide_left_round,
        frozen=FROZEN if tournament.fide_mode and tournament.is_paired else (),
        breaches=breaches_of(tournament.pk),
        open=[_open_game(game) for game in open_games_of(tournament.pk)],
    )


def _open_game(game: Game) -> OpenGame:
    white, black = (side.entry.number for side in game.sides.all())
    is_adjourned = game.outcome == Outcome.ADJOURNED
    return OpenGame(game.round.number, white or 0, black or 0, is_adjourned)
