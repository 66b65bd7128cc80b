"""The rows that a service locks before it decides by what it reads, and their order.

A service locks whatever its decision depends on, and always in this order, so that no two services
wait for each other:

1. the register (:func:`players.services.version.change_register`), then players by number;
2. all series;
3. sessions and tournaments by id;
4. a movement;
5. what belongs to a session or tournament, by id: lines, penalties, games, byes.

A session or tournament is locked in one of three ways. Whoever changes one thing in it, such as
a line, *keeps* it: many may do so at once. Whoever changes its settings *locks* it: one at a time,
beside those who keep it. Whoever deletes it or changes its shape locks it *alone*: nobody keeps it
meanwhile. SQLite has a single writer, who has locked everything.
"""

from collections.abc import Collection
from typing import TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import Series, Session, Tournament

M = TypeVar("M", bound=Model)


def keep_session(pk: int) -> None:
    """Let nobody delete a session or change its shape until the transaction ends."""
    _keep(Session, pk)


def keep_tournament(pk: int) -> None:
    """Let nobody delete a tournament or pair it until the transaction ends."""
    _keep(Tournament, pk)


def lock_session(pk: int, *, alone: bool = False) -> Session:
    """The session as it is stored now. Raises :class:`Refused` when it was deleted."""
    return lock_sessions([pk], alone=alone)[0]


def lock_sessions(pks: Collection[int], *, alone: bool = False) -> list[Session]:
    """The sessions in the order of their ids. Raises :class:`Refused` when one was deleted."""
    found = _locked(Session.objects.filter(pk__in=pks), alone)
    if len(found) < len(set(pks)):
        raise Refused(sentence(gettext_noop("This session was deleted in the meantime.")))
    return found


def lock_tournament(pk: int, *, alone: bool = False) -> Tournament:
    """The tournament as it is stored now. Raises :class:`Refused` when it was deleted."""
    found = _locked(Tournament.objects.filter(pk=pk), alone)
    if not found:
        raise Refused(sentence(gettext_noop("This tournament was deleted in the meantime.")))
    return found[0]


def lock_all_series() -> dict[int, Series]:
    """All series by id. There are few, and they carry each other forward: only one service at a
    time may change any of them."""
    return {series.pk: series for series in _locked(Series.objects.all(), alone=True)}


def _locked(rows: QuerySet[M], alone: bool) -> list[M]:
    # Without NO KEY, PostgreSQL would make every insert that points to the row wait.
    return list(rows.select_for_update(of=("self",), no_key=not alone).order_by("pk"))


def _keep(model: type[Model], pk: int) -> None:
    # What inserting the log entry would lock at the end, locked first. Django has no name for it.
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR KEY SHARE", [pk])  # noqa: S608
