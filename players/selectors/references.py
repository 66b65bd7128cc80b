"""What refers to a player, or to a club: every such column of every table.

Found in the models themselves, so that this app need not know them, and a column added later is
not forgotten.

What the deletion of a player would change.

Reading the register's log.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import (
    PROTECT,
    RESTRICT,
    Exists,
    ForeignKey,
    ManyToOneRel,
    Model,
    OuterRef,
    Q,
    QuerySet,
    UniqueConstraint,
)

from clubscore.text.problems import Sentence, sentence
from clubscore.text.sentences import translate
from clubscore.web.deletion import Plan
from players import history
from players.domain.name_parts import split_last_particle
from players.domain.names import ERASED, Name, erased_name
from players.domain.personal import FACTS
from players.models import FormerNumber, Player, RegisterEntry


@dataclass(frozen=True, slots=True)
class Reference:
    """A column that refers to a row; ``protects`` where that row must not be deleted,
    ``is_single`` where one row at most may refer to it."""

    model: type[Model]
    field: str
    protects: bool
    is_single: bool

    def rows(self, **values: Any) -> QuerySet[Any]:
        """The rows of the table with these values, none hidden by a manager."""
        return self.model._base_manager.filter(**values)

    @property
    def unique_with(self) -> list[tuple[str, ...]]:
        """The other columns of each unique constraint with this column."""
        meta = self.model._meta
        rules = [rule.fields for rule in meta.constraints if isinstance(rule, UniqueConstraint)]
        rules += [tuple(names) for names in meta.unique_together]
        if self.is_single:
            rules.append((self.field,))
        return [
            tuple(name for name in rule if name != self.field)
            for rule in rules
            if self.field in rule
        ]


def references(model: type[Model] = Player) -> list[Reference]:
    """Every column that refers to ``model``, also of relations without a name of their own."""
    return [
        Reference(
            model=relation.related_model,
            field=relation.field.name,
            protects=relation.on_delete in (PROTECT, RESTRICT),
            is_single=relation.one_to_one is True,
        )
        for relation in model._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel)
    ]


def has_played() -> Q:
    """The condition that a player may not be deleted, for a query of players."""
    # True of nobody; an empty ``Q()`` would be true of everybody.
    played = Q(pk__in=[])
    for reference in references():
        if reference.protects:
            played |= Q(Exists(reference.rows(**{reference.field: OuterRef("pk")})))
    return played


def clashes(one: Model, other: Model) -> Iterator[Model]:
    """What cannot refer to ``one`` instead of ``other``, because it refers to both already.

    What both belong to, such as a session, where there is one; else the row itself.
    """
    for reference in references(type(one)):
        for shared in reference.unique_with:
            rows = reference.rows(**{reference.field: other}).filter(
                Exists(
                    reference.rows(
                        **{reference.field: one}, **{name: OuterRef(name) for name in shared}
                    )
                )
            )
            for row in rows:
                yield _owner(row, shared)


def _owner(row: Model, shared: tuple[str, ...]) -> Model:
    for name in shared:
        if isinstance(row._meta.get_field(name), ForeignKey):
            owner: Model = getattr(row, name)
            return owner
    return row


def player_plan(player: Player) -> Plan:
    """The deletion of a player; results that name the player stay."""
    played = len(history.played(player.pk))
    return Plan(name=player.full_name, results=played, changes=tuple(_changes(player, played)))


def _changes(player: Player, played: int) -> Iterator[Sentence]:
    if played:
        yield from _changes_of_results(player, played)
    else:
        yield sentence("%(name)s never played, so that no result changes.", name=player)
    if player.club:
        yield sentence("“%(club)s” has one member fewer.", club=player.club.name)
    if player.private_links.exists():
        yield sentence("The player’s private link does not work until then.")


def _changes_of_results(player: Player, played: int) -> Iterator[Sentence]:
    yield sentence(
        "Events with results of %(name)s: %(count)s. The results stay; whoever is no director reads"
        " the name %(erased)s there. Standings, and everybody else’s results and places, do not"
        " change.",
        name=player,
        count=played,
        erased=erased_name(player.pk, translate(ERASED)),
    )
    yield sentence("The player is in no list of the register, and cannot be chosen for an event.")
    yield sentence(
        "After that the name, personal data and notes are erased, also in the logs; to erase them"
        " at once: “All stored data”."
    )


PARTS = ("name", "given", "particle", "family", "middle")
"""What entries hold of names; the middle one is in old entries alone."""

NOBODY = Name("")

WHOLE = {RegisterEntry.Action.KEPT, RegisterEntry.Action.MERGED, RegisterEntry.Action.DELETED}
"""Entries of these hold every value of a record that was not empty; others what changed."""


def numbers_of(number: int) -> list[int]:
    """The number of a player, and every former one that leads to it."""
    former = FormerNumber.objects.filter(player=number).values_list("pk", flat=True)
    return [number, *former]


def former_numbers(numbers: Collection[int]) -> list[int]:
    """The former numbers of :func:`numbers_of` that somebody knew. A guest of an event was
    merged without ever having been added to the register, and nobody saw that number."""
    _present, *former = numbers
    actions: dict[int, set[str]] = {number: set() for number in former}
    # No query for those who have none.
    entries = RegisterEntry.objects.filter(number__in=former) if former else ()
    for entry in entries:
        actions[entry.number].add(entry.action)
    merged, added = RegisterEntry.Action.MERGED, RegisterEntry.Action.ADDED
    return [each for each, done in actions.items() if merged not in done or added in done]


def former_number(number: int) -> FormerNumber | None:
    """A number that a player had formerly, with the player it leads to; ``None`` for any other."""
    return FormerNumber.objects.select_related("player").filter(pk=number).first()


def leads_to_nobody(number: int) -> bool:
    """Whether a number is a former one of a player who was deleted."""
    return FormerNumber.objects.filter(pk=number, player=None).exists()


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


NAME = ("name", "given", "particle", "family")


FIELDS = (*NAME, *FACTS, "initials_only")
"""What a director can enter about a player, in the order in which pages show it."""


def values_of(player: Player) -> dict[str, Any]:
    """Every field as the log stores it; a club by its name."""
    values = {field: getattr(player, field) for field in FIELDS}
    values["club"] = player.club.name if player.club else ""
    return {field: _as_stored(value) for field, value in values.items()}


def _as_stored(value: Any) -> Any:
    """A value as JSON has it; ``None`` is for what was erased, and here there is nothing."""
    if isinstance(value, Decimal):
        return str(value)
    return "" if value is None else value
