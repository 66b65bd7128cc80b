"""Migrations that are gone: those that an ``0001_initial`` has replaced.

A database or a backup that holds all of an application's is up to date. One that holds only some
of them is not: the steps between are gone, so a database is refused. Of backups, those of release
0.1.0 are restored, which lacks only what :data:`_ADDED` names.
"""

from collections.abc import Callable, Iterable
from typing import Final

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from clubscore.problems import Refused

Node = tuple[str, str]


class HalfWay(Refused):
    """A database or a backup that holds some of the former migrations and not the others."""


def successors() -> dict[Node, Node]:
    """Today's migration that replaces each former one."""
    on_disk = MigrationLoader(None).disk_migrations
    return {
        (app, name): node for node, migration in on_disk.items() for app, name in migration.replaces
    }


def missing(applied: Iterable[Node]) -> dict[str, list[str]]:
    """The former migrations that were not yet applied, of each application where others were."""
    there = set(applied)
    begun = {app for app, _ in there}
    found: dict[str, list[str]] = {}
    for app, name in sorted(successors()):
        if app in begun and (app, name) not in there:
            found.setdefault(app, []).append(name)
    return found


def is_restorable(applied: Iterable[Node]) -> bool:
    """Whether the tables after these migrations are known: they lack nothing, or what is known."""
    return all((app, name) in _ADDED for app, names in missing(applied).items() for name in names)


def revert(state: ProjectState, applied: Iterable[Node]) -> None:
    """Turn today's models into those of a database that had only these migrations."""
    for app, names in missing(applied).items():
        for name in reversed(names):
            _ADDED[app, name](state)


def _without_dismissed_doubts(state: ProjectState) -> None:
    state.remove_field("events", "logentry", "part_of")
    state.remove_model("events", "tickeddoubt")


def _unchanged(state: ProjectState) -> None:
    pass


_ADDED: Final[dict[Node, Callable[[ProjectState], None]]] = {
    ("events", "0014_doubts"): _without_dismissed_doubts,
    # Other choices of a column.
    ("events", "0015_sections_in_the_log"): _unchanged,
}
"""How to revert what came after release 0.1.0: new tables, and columns that may be empty."""
