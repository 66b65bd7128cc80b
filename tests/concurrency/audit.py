"""What the database holds after the writers: every line that has a history, and its history.

``python -m tests.concurrency.audit SESSION`` prints it as JSON, from the database of the
environment.
"""

import json
import sys
from importlib import import_module
from typing import Any


def audit(session_id: int) -> dict[int, dict[str, Any]]:
    """By line: the result as it would be typed, the version, and the log as before and after."""
    from events.models import LogEntry, TravellerLine
    from events.sessions.core.domain.line_result import write_result

    found = {
        line.pk: {"text": write_result(line.result), "version": line.version, "log": []}
        for line in TravellerLine.objects.filter(section__session=session_id)
    }
    entries = LogEntry.objects.filter(session=session_id, line__isnull=False).order_by("pk")
    for line, before, after in entries.values_list("line", "before", "after"):
        found[line]["log"].append([before, after])
    return found


if __name__ == "__main__":
    import_module("django").setup()
    json.dump(audit(int(sys.argv[1])), sys.stdout)
