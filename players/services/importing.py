"""Adding everybody of a file of players to the register, or nobody.

Two directors may import at once: on both databases the second waits until the first is done, and
then looks at the register again.

Importing a list of members: new players are added, known ones updated as the director chose.

All of it is one transaction. Under the lock of the register the list is compared again: what is
stored is what the page showed, or nothing.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from django.db import IntegrityError, transaction

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from players.domain.members.choices import (
    NO_CHOICES,
    Changes,
    Choice,
    Choices,
    changes_by,
    refuse_same_player,
)
from players.domain.members.matching import Match, Matching
from players.domain.members.member import Member
from players.domain.personal import RATINGS
from players.domain.register_rows import Reading, RegisterRow
from players.formats.members.reading import Members
from players.formats.register import refuse_taken, unwatched
from players.models import Club, Player
from players.models.club import stored_settings
from players.models.player import name_fields
from players.selectors.clubs import clubs_by_name
from players.selectors.references import FIELDS, values_of
from players.selectors.register import match_members, numbers_by_key, players_by_number
from players.services.log import change_register, record_added, record_changes

T = TypeVar("T")

BATCH_SIZE = 500
"""How many players are stored by one statement."""


def import_players(
    *, reading: Reading, by: Actor, watch: Callable[[int], object] = unwatched
) -> list[Player]:
    """Add the players of a file that was checked; each gets the next number, in its order.

    ``watch`` is called with the number stored so far. Raises
    :class:`~players.domain.register_rows.Faulty` when somebody is in the register by now.
    """
    return exhausted(import_in_steps(reading=reading, by=by), watch)


def import_in_steps(*, reading: Reading, by: Actor) -> Generator[int, None, list[Player]]:
    """Like :func:`import_players`; yields the number stored so far after each step.

    All steps are one transaction: a caller who stops before the end adds nobody.
    """
    with transaction.atomic():
        # Two files at once could otherwise each add half of what the other adds.
        change_register()
        # Again, under the lock: the file was checked some time ago.
        refuse_taken(reading, numbers_by_key)
        clubs = _clubs(reading.rows)
        by_particle = stored_settings().sorts_by_particle
        players: list[Player] = []
        for start in range(0, len(reading.rows), BATCH_SIZE):
            rows = reading.rows[start : start + BATCH_SIZE]
            added = Player.objects.bulk_create(_player(row, clubs, by_particle) for row in rows)
            record_added(players=added, by=by)
            players += added
            yield len(players)
        return players


def exhausted(steps: Generator[int, None, T], watch: Callable[[int], object]) -> T:
    """What a generator returns in the end; ``watch`` is called with each value it yields."""
    try:
        while True:
            watch(next(steps))
    except StopIteration as finished:
        outcome: T = finished.value
        return outcome


def _clubs(rows: Sequence[RegisterRow]) -> dict[str, Club]:
    """The clubs of these players by name; who is missing is added, in the order of the file."""
    names = dict.fromkeys(row.club for row in rows)
    clubs = clubs_by_name(names)
    missing = [Club(name=name) for name in names if name not in clubs]
    return clubs | {club.name: club for club in Club.objects.bulk_create(missing)}


def _player(row: RegisterRow, clubs: dict[str, Club], by_particle: bool) -> Player:
    player = Player(
        **name_fields(row.name.as_name()),
        grade=row.grade,
        club=clubs[row.club],
        country=row.country,
        note=row.note,
    )
    # bulk_create does not call ``save``, which sets them.
    player.set_keys(by_particle=by_particle)
    return player


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: how many players are new and changed, how many lines were left out, and
    each member that came in with the player's number."""

    added: int
    changed: int
    left_out: int
    present: tuple[tuple[Member, int], ...]


@in_transaction
def import_members(
    *, members: Members, by: Actor, choices: Choices = NO_CHOICES, seen: str | None = None
) -> Imported:
    """Add and update the players of a list, as chosen.

    ``seen`` is the mark of the matching that the director saw. Raises :class:`Refused` when the
    list has problems and they are not left out, when the register has changed since, and when two
    lines are chosen to be one player.
    """
    change_register()
    matching = match_members(members.members)
    _refuse_problems(members, matching, choices)
    if seen is not None and seen != matching.mark:
        raise Refused(sentence(_CHANGED))
    refuse_same_player(matching.matches, choices)
    chosen = [(match, choices.of(match)) for match in matching.matches]
    try:
        with transaction.atomic():
            return _store(chosen, members.count - len(matching.matches), by)
    except IntegrityError as error:
        raise Refused(sentence(_SHARED)) from error


def _refuse_problems(members: Members, matching: Matching, choices: Choices) -> None:
    problems = (*members.problems, *matching.problems)
    # Without names there is nobody to import, whatever is left out.
    if problems and not (choices.leaves_out_problems and members.count):
        first = min(problems, key=lambda problem: problem.line or 0)
        raise Refused(first, *(problem for problem in problems if problem is not first))


def _store(chosen: Sequence[tuple[Match, Choice]], faulty: int, by: Actor) -> Imported:
    changes = {
        match.known.number: (match.member, found)
        for match, choice in chosen
        if match.known and (found := changes_by(match, choice))
    }
    new = [match for match, choice in chosen if choice is Choice.ADD]
    clubs = _clubs_of_members(_club_names(new, (found for _, found in changes.values())))
    by_particle = stored_settings().sorts_by_particle
    # The changes first: a number may go from one player to a new one.
    _update(changes, clubs, by_particle, by)
    added = _add(new, clubs, by_particle, by)
    numbers = dict(zip((match.member.key for match in new), added, strict=True))
    present = [
        (match.member, numbers.get(match.member.key) or (match.known.number if match.known else 0))
        for match, choice in chosen
        if choice is not Choice.SKIP
    ]
    skipped = sum(choice is Choice.SKIP for _, choice in chosen)
    return Imported(len(new), len(changes), faulty + skipped, tuple(present))


def _club_names(new: Iterable[Match], changes: Iterable[Changes]) -> Iterator[str]:
    for match in new:
        yield match.member.facts.get("club", "")
    for change in changes:
        yield change.get("club", ("", ""))[1]


def _clubs_of_members(names: Iterable[str]) -> dict[str, Club]:
    """The clubs of these names, whatever their case; who is missing is added."""
    clubs = {club.name.casefold(): club for club in Club.objects.order_by("-pk")}
    missing: dict[str, Club] = {}
    for name in names:
        if name and name.casefold() not in clubs:
            missing.setdefault(name.casefold(), Club(name=name))
    Club.objects.bulk_create(missing.values())
    return clubs | missing


def _add(
    new: Sequence[Match], clubs: Mapping[str, Club], by_particle: bool, by: Actor
) -> list[int]:
    """Add players; their numbers."""
    numbers: list[int] = []
    for start in range(0, len(new), BATCH_SIZE):
        players = [_new(match, clubs) for match in new[start : start + BATCH_SIZE]]
        for player in players:
            player.set_keys(by_particle=by_particle)
        added = Player.objects.bulk_create(players)
        record_added(players=added, by=by)
        numbers += [player.pk for player in added]
    return numbers


def _new(match: Match, clubs: Mapping[str, Club]) -> Player:
    player = Player(**name_fields(match.name or match.member.name))
    for field, value in match.member.facts.items():
        _set(player, field, value, clubs)
    return player


def _update(
    changes: Mapping[int, tuple[Member, Changes]],
    clubs: Mapping[str, Club],
    by_particle: bool,
    by: Actor,
) -> None:
    numbers = sorted(changes)
    for start in range(0, len(numbers), BATCH_SIZE):
        stored = players_by_number(numbers[start : start + BATCH_SIZE], lock=True)
        before = {number: values_of(player) for number, player in stored.items()}
        for number, player in stored.items():
            _change(player, *changes[number], clubs, by_particle)
        Player.objects.bulk_create(
            stored.values(),
            update_conflicts=True,
            unique_fields=["number"],
            update_fields=[*FIELDS, *_DERIVED, "is_demo"],
        )
        after = {number: values_of(player) for number, player in stored.items()}
        record_changes(before=before, after=after, by=by)


def _change(
    player: Player, member: Member, changes: Changes, clubs: Mapping[str, Club], by_particle: bool
) -> None:
    # Whom the club changes is its own, and stays when the demo goes.
    player.is_demo = False
    if "name" in changes:
        player.set_name(member.name)
    for field, (_old, value) in changes.items():
        _set(player, field, value, clubs)
    # The keys follow from these two alone.
    if changes.keys() & {"name", "grade"}:
        player.set_keys(by_particle=by_particle)


def _set(player: Player, field: str, value: str, clubs: Mapping[str, Club]) -> None:
    if field == "club":
        player.club = clubs[value.casefold()]
    elif field in RATINGS:
        setattr(player, field, int(value))
    elif field == "handicap":
        player.handicap = Decimal(value)
    elif field != "name":
        setattr(player, field, value)


_DERIVED = ("name_key", "match_key", "search_text", "sort_key", "grade_order", "updated_at")

_CHANGED = gettext_noop(
    "The register has changed in the meantime, or something was chosen that was not shown yet. Look"
    " at the list again; nothing was stored."
)

_SHARED = gettext_noop(
    "Two players would have the same name or number. Nothing was stored; correct one of them first."
)
