"""What changes whenever anything changes that the pages of a session show.

Everything done to a session is in its log, which only grows; the names come from the register,
where every change has its time.
"""

from django.db import connection

from events.models import LogEntry
from players.models import Player


def session_stamp(session_id: int) -> str:
    """A text that a page may be kept under: it is another one after any change.

    The number of entries counts as well as the last one, because of two directors the one whose
    entry has the lower number may be the later to finish. In SQL of its own, for every reader
    of results asks this first.
    """
    sql = f"""
        SELECT COUNT(*), MAX(id), (SELECT MAX(updated_at) FROM {Player._meta.db_table})
        FROM {LogEntry._meta.db_table} WHERE session_id = %s
    """  # noqa: S608 - the tables' names are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [session_id])
        count, last, register = cursor.fetchone()
    return f"{count}-{last}-{register}".replace(" ", "T")
