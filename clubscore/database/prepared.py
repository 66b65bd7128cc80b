"""A query that is asked again and again with other values: its SQL is made once.

Making it takes Django several times as long as the database takes to answer. Only for what every
line that is saved asks, or every page.
"""

from collections.abc import Callable
from operator import itemgetter
from threading import local
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=Model)


class Prepared(Generic[Row]):
    """``make`` gives the query set for some values, and these are its parameters, in this order."""

    def __init__(self, make: Callable[..., QuerySet[Row]]) -> None:
        self._make = make
        # What reads the columns belongs to the connection of a thread.
        self._made = local()

    def first(self, *values: int | str) -> Row | None:
        """The row of these values, with what is related to it; ``None`` if there is none."""
        if not hasattr(self._made, "sql"):
            self._prepare(len(values))
        made = self._made
        with connection.cursor() as cursor:
            try:
                cursor.execute(made.sql, values)
            except OverflowError:
                # An address may hold a number that no database has room for.
                return None
            row = cursor.fetchone()
        if row is None:
            return None
        (row,) = made.convert([row])
        instance: Row = made.model.from_db(connection.alias, made.columns, made.own(row))
        for related in made.related:
            related.populate(row, instance)
        return instance

    def _prepare(self, count: int) -> None:
        # With other numbers than any that are asked for, which might be equal.
        values = range(1, count + 1)
        compiler: Any = self._make(*values).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        if [str(parameter) for parameter in parameters] != [str(value) for value in values]:
            raise TypeError("The values are not the parameters of the query in their order.")
        made, select = self._made, compiler.select
        fields = compiler.klass_info["select_fields"]
        own = slice(fields[0], fields[-1] + 1)
        converters = compiler.get_converters([column[0] for column in select])
        made.convert = lambda rows: compiler.apply_converters(rows, converters)
        made.model, made.own = compiler.klass_info["model"], itemgetter(own)
        made.columns = [column[0].target.attname for column in select[own]]
        # The stubs are those of a later Django.
        populators: Any = get_related_populators
        made.related = populators(compiler.klass_info, select, connection.alias)
        made.sql = sql
