"""A query that is asked again and again with other values: its SQL is made once.

Making it takes Django several times as long as the database takes to answer. Only for what every
line that is saved asks, or every page.
"""

from collections.abc import Callable
from threading import local
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)


class Prepared(Generic[Row]):
    """``make`` gives the query set for some values, which are numbers or texts that are compared
    with columns."""

    def __init__(self, make: Callable[..., QuerySet[Row]]) -> None:
        self._make = make
        # What reads the columns belongs to the connection of a thread.
        self._made = local()

    def first(self, *values: int | str) -> Row | None:
        """The first row for these values, with what is related to it; ``None`` if there is none."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: int | str) -> list[Row]:
        """The rows for these values, with what is related to them and annotated."""
        if not hasattr(self._made, "sql"):
            self._prepare(len(values))
        made = self._made
        with connection.cursor() as cursor:
            try:
                cursor.execute(
                    made.sql,
                    [
                        constant if index is None else values[index]
                        for constant, index in made.parameters
                    ],
                )
            except OverflowError:
                # An address may hold a number that no database has room for.
                return []
            rows = cursor.fetchall()
        return [made.instance(row) for row in made.compiler.apply_converters(rows, made.converters)]

    def _prepare(self, count: int) -> None:
        made = self._made
        compiler, sql, parameters = self._compiled(range(1, count + 1))
        _, _, others = self._compiled(range(101, count + 101))
        # A parameter is the value that differs with it, or a constant of the query.
        made.parameters = [
            (one, None) if one == other else (one, int(one) - 1)
            for one, other in zip(parameters, others, strict=True)
        ]
        if {index for _, index in made.parameters if index is not None} != set(range(count)):
            raise TypeError("A value is no parameter of the query.")
        made.converters = compiler.get_converters([column[0] for column in compiler.select])
        made.compiler = compiler
        made.instance = _instances(compiler)
        made.sql = sql

    def _compiled(self, values: range) -> tuple[Any, str, tuple[Any, ...]]:
        compiler: Any = self._make(*values).query.get_compiler(connection=connection)
        return (compiler, *compiler.as_sql())


def _instances(compiler: Any) -> Callable[[Any], Any]:
    """What makes an instance of a row, as a query set does."""
    model, fields = compiler.klass_info["model"], compiler.klass_info["select_fields"]
    own = slice(fields[0], fields[-1] + 1)
    columns = [column[0].target.attname for column in compiler.select[own]]
    # The stubs are those of a later Django.
    populators: Any = get_related_populators
    related = populators(compiler.klass_info, compiler.select, connection.alias)
    annotated = compiler.annotation_col_map or {}

    def instance(row: Any) -> Any:
        made = model.from_db(connection.alias, columns, row[own])
        for each in related:
            each.populate(row, made)
        for name, place in annotated.items():
            setattr(made, name, row[place])
        return made

    return instance
