"""The shape of the tables, by the migrations that are applied in a database or a file.

Models are those of the migrations' history, not today's: a database before its update and a file
of an earlier release are read as they are.

Migrations that are gone: those that an ``0001_initial`` has replaced.

A database or a backup that holds all of an application's is up to date. One that holds only some
of them is not: the steps between are gone, so a database is refused. Of backups, those of release
0.1.0 are restored, which lacks only what :data:`_ADDED` names.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.db.models import Field, JSONField, Model

from clubscore.keeping.backups.archive import Table, json_text
from clubscore.text.problems import Refused, sentence

if TYPE_CHECKING:
    AnyField = Field[Any, Any]
else:
    AnyField = Field

LEFT_OUT: Final = frozenset(
    {
        *{"accounts.logincount", "accounts.onetimekey", "sessions.session"},
        *{
            "players.lookuplist",
            "players.lookupplayer",
            "players.lookupupload",
            "players.lookuppart",
            "events.sessionfigures",
        },
        *{"clubscore.job", "events.wrongcode", "events.filebatch", "events.batchfile"},
        # Of earlier releases.
        "events.pairingjob",
    }
)
"""Logins under way, which are as good as passwords, counts of wrong passwords, and which forms were
sent today; federations' lists, which are large and can be loaded again; files that wait to be
imported; jobs, such as proposals of rounds; and what is computed from the rest."""


def applied(connection: BaseDatabaseWrapper) -> dict[str, list[str]]:
    """The applied migrations of each app; empty for an empty database.

    Refused: a database that a newer clubscore has used; :class:`HalfWay`, one of an early
    clubscore, from which no migration leads to today's.
    """
    ours = MigrationLoader(None).migrated_apps
    # Not the loader's own list: of a database with half of the former migrations it makes none.
    recorded = MigrationRecorder(connection).applied_migrations()
    known = sorted(node for node in recorded if node[0] in ours)
    if not_here(known):
        raise Refused.because(
            "The database was last used by a newer clubscore than this one. Update clubscore."
        )
    found: dict[str, list[str]] = {}
    for app, name in known:
        found.setdefault(app, []).append(name)
    for app in missing(known):
        raise HalfWay(
            sentence(
                "The database is that of an early clubscore (%(migration)s), and this one cannot "
                "bring "
                "it up to date.",
                migration=f"{app} {found[app][-1]}",
            )
        )
    return found


Node = tuple[str, str]


def pending(connection: BaseDatabaseWrapper) -> list[Node]:
    """The migrations that a start of this program would apply."""
    loader = MigrationLoader(connection)
    return [node for node in loader.graph.nodes if node not in loader.applied_migrations]


def nodes(migrations: dict[str, list[str]]) -> list[Node]:
    """The migrations of a header as pairs of app and name."""
    return [(app, name) for app, names in migrations.items() for name in names]


def not_here(wanted: Iterable[Node]) -> list[Node]:
    """The wanted migrations that this program does not know."""
    known = {*MigrationLoader(None).disk_migrations, *former_successors()}
    return [node for node in wanted if node not in known]


def leaves(migrations: dict[str, list[str]]) -> list[Node]:
    """The last applied migrations of each app: where a migration has to lead to."""
    graph = MigrationLoader(None).graph
    successors = former_successors()
    today = {successors.get(node, node) for node in nodes(migrations)}
    there = {node for node in today if node in graph.nodes}
    return sorted(
        node
        for node in there
        if not any(child.key in there and child.key[0] == node[0] for child in
                   graph.node_map[node].children)
    )  # fmt: skip


def all_models_at(migrations: dict[str, list[str]]) -> dict[str, type[Model]]:
    """Every model that has a table, by its label, as it was after these migrations."""
    loader = MigrationLoader(None)
    state = loader.project_state(leaves(migrations))
    revert(state, nodes(migrations))
    models = state.apps.get_models(include_auto_created=True)
    return {
        model._meta.label_lower: model
        for model in sorted(models, key=lambda model: model._meta.label_lower)
        if model._meta.managed and not model._meta.proxy
    }


def models_at(migrations: dict[str, list[str]]) -> dict[str, type[Model]]:
    """The models that a backup holds, as they are after these migrations."""
    models = all_models_at(migrations)
    return {label: model for label, model in models.items() if label not in LEFT_OUT}


def fields(model: type[Model]) -> list[AnyField]:
    """The fields that have a column."""
    return list(model._meta.local_concrete_fields)


def table(model: type[Model]) -> Table:
    """The table of a model, as a backup names it."""
    return Table(model._meta.label_lower, tuple(str(field.column) for field in fields(model)))


def encoder(field: AnyField) -> Callable[[Any], Any] | None:
    """The function that makes a model's value one of JSON; ``None`` where none is needed."""
    target = _target(field)
    if isinstance(target, JSONField):
        return None
    # A field of our own, such as points: a backup has the value of its column.
    if hasattr(target, "from_db_value"):
        return target.get_prep_value
    if target.get_internal_type() in _FROM_TEXT:
        return _text
    if target.get_internal_type() in _PLAIN:
        return None
    raise TypeError(f"A backup does not know how to store {target!r}")


def reader(field: AnyField, connection: BaseDatabaseWrapper) -> Callable[[Any], Any] | None:
    """The function that makes what a cursor reads in the field's column a value of JSON; ``None``
    where it is one already."""
    target, encode = _target(field), encoder(field)
    if connection.vendor == "sqlite" and target.get_internal_type() == "DateTimeField":
        # Read without a time zone; the moments in the file are of UTC.
        return _utc_text
    column = field.get_col(field.model._meta.db_table)
    converters = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
    if not converters:
        return encode
    if isinstance(target, JSONField):
        # The same few texts, such as that of nothing, come again and again.
        return lru_cache(maxsize=1000)(partial(_convert, converters, column, connection, encode))
    return partial(_convert, converters, column, connection, encode)


def _convert(
    converters: list[Callable[..., Any]],
    column: Any,
    connection: BaseDatabaseWrapper,
    encode: Callable[[Any], Any] | None,
    value: Any,
) -> Any:
    for convert in converters:
        value = convert(value, column, connection)
    return encode(value) if encode else value


def _utc_text(value: datetime | None) -> str | None:
    return None if value is None else f"{value.isoformat()}+00:00"


def decoder(field: AnyField, connection: BaseDatabaseWrapper) -> Callable[[Any], Any] | None:
    """The function that makes a value of JSON one that :mod:`.loading` takes.

    It raises :class:`ValueError` or :class:`TypeError` for what cannot be a value of the field.
    """
    target = _target(field)
    kind = target.get_internal_type()
    if isinstance(target, JSONField):
        return json_text(target.null)
    if connection.vendor == "sqlite" and kind == "DateTimeField":
        return _stored_utc
    convert = _FROM_TEXT.get(kind)
    if convert is None and kind != "BooleanField":
        return None

    def decode(value: Any) -> Any:
        if value is None:
            return None
        value = convert(value) if convert else value
        return target.get_db_prep_value(value, connection, prepared=True)

    return decode


def _stored_utc(value: str | None) -> str | None:
    """A moment as Django stores it in SQLite."""
    if value is None:
        return None
    return datetime.fromisoformat(value).astimezone(UTC).replace(tzinfo=None).isoformat(" ")


def _target(field: AnyField) -> AnyField:
    """The field itself; for a foreign key, the key it holds."""
    while field.remote_field is not None:
        field = field.target_field  # type: ignore[attr-defined]
    return field


def _text(value: date | time | Decimal | UUID | None) -> str | None:
    if value is None:
        return None
    return str(value) if isinstance(value, Decimal | UUID) else value.isoformat()


_FROM_TEXT: Final[dict[str, Callable[[str], Any]]] = {
    "DateTimeField": datetime.fromisoformat,
    "DateField": date.fromisoformat,
    "TimeField": time.fromisoformat,
    "DecimalField": Decimal,
    "UUIDField": UUID,
}

_PLAIN: Final = frozenset(
    {
        "AutoField", "BigAutoField", "SmallAutoField",
        "BigIntegerField", "IntegerField", "SmallIntegerField",
        "PositiveBigIntegerField", "PositiveIntegerField", "PositiveSmallIntegerField",
        "BooleanField", "CharField", "SlugField", "TextField", "FloatField",
        "GenericIPAddressField",
    }
)  # fmt: skip


class HalfWay(Refused):
    """A database or a backup that holds some of the former migrations and not the others."""


def former_successors() -> dict[Node, Node]:
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
    for app, name in sorted(former_successors()):
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
