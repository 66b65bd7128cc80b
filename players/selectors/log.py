"""Reading the register's log."""

from collections.abc import Collection, Iterable, Iterator

from django.db.models import QuerySet

from players.domain.name_parts import split_last_particle
from players.domain.names import Name
from players.models import FormerNumber, Player, RegisterEntry

PARTS = ("name", "given", "particle", "family", "middle")
"""What entries hold of names; the middle one is in old entries alone."""
NOBODY = Name("")

WHOLE = {
    RegisterEntry.Action.KEPT,
    RegisterEntry.Action.MERGED,
    RegisterEntry.Action.DELETED,
}
"""Entries of these hold every value of a record that was not empty; others what changed."""


def numbers_of(number: int) -> list[int]:
    """The number of a player, and every former one that leads to it."""
    former = FormerNumber.objects.filter(player=number).values_list("pk", flat=True)
    return [number, *former]


def former_numbers(numbers: Collection[int]) -> list[int]:
    """Those of the former numbers of :func:`numbers_of` that somebody knew. A guest of an event was
    merged without ever having been added to the register, and nobody saw that number."""
    _present, *former = numbers
    actions: dict[int, set[str]] = {number: set() for number in former}
    # No query for those who have none.
    entries = RegisterEntry.objects.filter(number__in=former) if former else ()
    for entry in entries:
        actions[entry.number].add(entry.action)
    merged, added = RegisterEntry.Action.MERGED, RegisterEntry.Action.ADDED
    return [each for each, done in actions.items() if merged not in done or added in done]


def entries_of(numbers: Collection[int]) -> QuerySet[RegisterEntry]:
    """What was done to the player of these numbers, the latest first."""
    return RegisterEntry.objects.filter(number__in=numbers).select_related("user")


def names_of(numbers: Collection[int]) -> frozenset[Name]:
    """Every name that the player of these numbers has had, as far as the log shows."""
    present = {player.pk: player.whole_name for player in Player.everybody.filter(pk__in=numbers)}
    entries: dict[int, list[RegisterEntry]] = {number: [] for number in numbers}
    for entry in RegisterEntry.objects.filter(number__in=numbers).order_by("-pk"):
        entries[entry.number].append(entry)
    names = set(present.values())
    for number, backwards in entries.items():
        names.update(_former_names(present.get(number, NOBODY), backwards))
    return frozenset(name for name in names if name.text)


def _former_names(name: Name, backwards: Iterable[RegisterEntry]) -> Iterator[Name]:
    # An entry holds the values before it: from the latest on, each gives the name one step earlier.
    for entry in backwards:
        before = NOBODY if entry.action in WHOLE else name
        logged = {part: entry.before[part] or "" for part in PARTS if part in entry.before}
        if "name" in logged:
            name = Name(logged.pop("name"), **logged)
        elif logged:
            name = _before_particles(before, logged)
        else:
            name = before
        yield name


def _before_particles(name: Name, logged: dict[str, str]) -> Name:
    """The name by an entry from when names had a middle part, given and family a word each."""
    words = name.text.split(" ")
    parts = {
        "given": words[0] if len(words) > 1 else "",
        "middle": " ".join(words[1:-1]),
        "family": words[-1],
    } | logged
    given, particle = split_last_particle(parts["middle"])
    return Name(
        " ".join(filter(None, parts.values())),
        f"{parts['given']} {given}".strip(),
        particle,
        parts["family"],
    )
