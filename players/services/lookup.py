"""Loading a federation's list beside the register, and removing one.

A long list is stored in steps, each a short transaction, so that nobody who enters results has to
wait; until the last step the list before it serves. The lists themselves say who loaded them and
when; the register's log is of players of the register only.
"""

import datetime
import operator
from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.models import F, Min
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.files.reader_process import read_in_steps
from clubscore.text.moments import lately
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from players.domain.lookup import Listed, NumberKind, month_of, name_with_month, stated_month
from players.formats.lookup.reading import Piece, pieces_of_list
from players.models import LookupList, LookupPlayer
from players.models.lookup import MAX_LIST_NAME

BATCH_SIZE: Final = 2_000
"""Players stored by one transaction, which takes some 50 ms."""
ABANDONED: Final = datetime.timedelta(minutes=10)
"""A list that has not grown for so long was given up by a process that was killed."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a list is loaded: players stored, and bytes of the file that were read."""

    count: int
    read: int
    size: int


def load_in_steps(
    *, file: bytes | Path, name: str, by: Actor, federations: Collection[str] = ()
) -> Generator[Progress, None, LookupList]:
    """Load a list in place of that of the same name and month; yields after each step how far it
    is.

    With ``federations`` only their players. Whoever stops before the end loads nothing. Raises
    :class:`Refused` for a file that is no list.
    """
    wanted = {federation.upper() for federation in federations}
    with closing(
        read_in_steps(pieces_of_list, file, step=BATCH_SIZE, federations=wanted)
    ) as pieces:
        first = next(pieces)
        name = _named(name, first)
        loaded = begin_list(name=name, kind=first.kind.value, by=by)
        try:
            skipped = yield from _store(loaded, pieces, wanted)
            before = publish_list(loaded=loaded, skipped=skipped)
        except BaseException:
            _drop([loaded.pk])
            raise
    _drop(before)
    return loaded


def _named(name: str, first: Piece) -> str:
    """The name of a list with the month that its heading says; where nothing says one, with that
    of today if else FIDE's list of another month would go. Raises :class:`Refused` where name and
    heading contradict each other."""
    said, month = stated_month(name), first.month
    if said and month and said != month:
        raise Refused.because(
            "The heading of the list says %(month)s, and its name “%(name)s” another month. Change "
            "the name, or choose the other file.",
            month=f"{month:%Y-%m}",
            name=name,
        )
    today = timezone.localdate().replace(day=1)
    if month is None and first.kind is NumberKind.FIDE:
        others = LookupList.objects.filter(name=" ".join(name.split()), is_current=True)
        month = today if others.exclude(month=today).exists() else None
    return name_with_month(name, month, most=MAX_LIST_NAME)


def _store(
    loaded: LookupList, pieces: Iterable[Piece], federations: Collection[str]
) -> Generator[Progress, None, int]:
    """Store the players; how many lines had none."""
    players: list[Listed] = []
    piece: Piece | None = None
    for piece in pieces:
        players += piece.players
        if len(players) >= BATCH_SIZE:
            yield _added(loaded, players, piece)
    if piece and players:
        yield _added(loaded, players, piece)
    if not loaded.count:
        raise Refused.because(
            "The list has nobody of %(federations)s.", federations=", ".join(sorted(federations))
        )
    return piece.skipped if piece else 0


def _added(loaded: LookupList, players: list[Listed], piece: Piece) -> Progress:
    loaded.count += len(players)
    add_to_list(loaded=loaded, players=players)
    players.clear()
    return Progress(loaded.count, piece.read, piece.size)


@in_transaction
def begin_list(*, name: str, kind: str, by: Actor) -> LookupList:
    """Begin a list, which nobody sees yet. Raises :class:`Refused` for a name that is none."""
    name = " ".join(name.split())
    if not name or len(name) > MAX_LIST_NAME:
        raise Refused.because(
            "The name of a list has 1 to %(most)s characters.", most=MAX_LIST_NAME
        )
    month = month_of(name, timezone.localdate())
    return LookupList.objects.create(name=name, kind=kind, month=month, loaded_by=by.user)


@in_transaction
def add_to_list(*, loaded: LookupList, players: Sequence[Listed]) -> None:
    """Add players to a list that is being loaded. Raises :class:`Refused` when it is gone."""
    count = F("count") + len(players)
    growing = LookupList.objects.filter(pk=loaded.pk, is_current=False)
    if not growing.update(count=count, changed_at=timezone.now()):
        raise _gone()
    _insert(loaded, players)


@in_transaction
def publish_list(*, loaded: LookupList, skipped: int = 0) -> list[int]:
    """Let a complete list serve in place of that of the same name; the keys of the lists to be
    dropped. Raises :class:`Refused` when it is gone."""
    same = LookupList.objects.select_for_update().filter(name=loaded.name).order_by("pk")
    lists = {lookup_list.pk: lookup_list for lookup_list in same}
    if loaded.pk not in lists:
        raise _gone()
    before = [pk for pk, each in lists.items() if each.is_current and pk != loaded.pk]
    LookupList.objects.filter(pk__in=before).update(is_current=False)
    values = {"is_current": True, "skipped": skipped, "changed_at": timezone.now()}
    LookupList.objects.filter(pk=loaded.pk).update(**values)
    loaded.refresh_from_db()
    return before + _abandoned()


def remove_list(*, pk: int) -> None:
    """Remove a list and its players. Raises :class:`Refused` when it is gone."""
    withdraw_list(pk=pk)
    _drop([pk])


@in_transaction
def withdraw_list(*, pk: int) -> None:
    """Let nobody find the players of a list any more. Raises :class:`Refused` when it is gone."""
    if not LookupList.objects.filter(pk=pk, is_current=True).update(is_current=False):
        raise _gone()


@in_transaction
def drop_players(*, pk: int) -> bool:
    """Delete some players of a list that does not serve, or the empty list; whether any is left."""
    # Whoever drops it at the same time is waited for: each decides by what is left.
    LookupList.objects.select_for_update().filter(pk=pk).first()
    rows = LookupPlayer.objects.filter(list=pk, list__is_current=False)
    first = rows.aggregate(first=Min("pk"))["first"]
    if first is not None:
        rows.filter(pk__lt=first + BATCH_SIZE).delete()
        return True
    LookupList.objects.filter(pk=pk, is_current=False).delete()
    return False


def _drop(lists: Collection[int]) -> None:
    for pk in lists:
        # Somebody else may be dropping it; what is left is found as abandoned.
        with suppress(Refused):
            while drop_players(pk=pk):
                pass


def _abandoned() -> list[int]:
    """Lists of processes that were killed before the end."""
    growing = lately("changed_at", ABANDONED, now=timezone.now())
    lists = LookupList.objects.filter(is_current=False).exclude(**growing)
    return list(lists.values_list("pk", flat=True))


def _insert(loaded: LookupList, players: Iterable[Listed]) -> None:
    """One statement for all: ``bulk_create`` takes three times as long."""
    fields = LookupPlayer._meta.concrete_fields[1:]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    table = connection.ops.quote_name(LookupPlayer._meta.db_table)
    places = ", ".join(["%s"] * len(fields))
    # Of the list it is the key that is stored.
    values = [operator.attrgetter(field.name) for field in fields if field.name != "list"]
    rows = [[loaded.pk, *(value(player) for value in values)] for player in players]
    statement = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 - a table of ours
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def _gone() -> Refused:
    return Refused.because("This list has been removed in the meantime.")
