"""What has changed since a version, for readers that follow a session while it is played."""

import json
import re
from collections.abc import Collection

from events.exchange.views.api.answers import AskedWrongly, json_bytes
from events.models import LogEntry
from events.models.log import AT_THE_TABLE

_VERSION = re.compile(r"(\d{1,18})-(\d{1,18})-(\d{1,18}|None)", re.ASCII)


def boards_changed_since(session_id: int, version: str) -> Collection[int] | None:
    """The numbers of the boards with other results since a version; ``None`` where any may have
    them. Raises :class:`AskedWrongly` for a text that is no version.
    """
    found = _VERSION.fullmatch(version)
    if found is None:
        raise AskedWrongly("since is a version as an answer has it.")
    count, last = int(found[1]), int(found[2])
    entries = LogEntry.objects.filter(session=session_id)
    if entries.filter(pk__lte=last).count() != count:
        # One that was begun before was committed after it.
        return None
    rows = entries.filter(pk__gt=last).exclude(action__in=AT_THE_TABLE)
    boards = set(rows.values_list("line__board", flat=True))
    return None if None in boards else boards


def only_boards(body: bytes, wanted: Collection[int]) -> bytes:
    """An answer with all boards, without those that are not wanted."""
    data = json.loads(body)
    data["boards"] = [each for each in data["boards"] if each["board"] in wanted]
    return json_bytes(data)
