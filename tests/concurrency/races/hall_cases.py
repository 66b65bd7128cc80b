"""Plans for the services of the hall: the round clock, and finishing what the tables entered."""

from functools import partial

from events.tables.services import directing as clock
from tests.concurrency.races.cases import of_session, session
from tests.concurrency.races.world import actor


def _key(key: str, title: str) -> dict[str, object]:
    return {"session_id": session(title).pk, "key": key}


for _name in ("next", "plus"):
    of_session(f"press {_name} of the clock", clock.press, partial(_key, _name))
of_session(
    "the clock goes on by itself",
    clock.press_by_itself,
    lambda title: {"session_id": session(title).pk},
)
of_session(
    "show a message",
    clock.show_message,
    lambda title: {"session_id": session(title).pk, "text": "Coffee"},
)
of_session("undo at the clock", clock.undo, lambda title: {"session_id": session(title).pk})
of_session(
    "finish what the tables entered",
    clock.finish_session,
    lambda title: {"session": session(title), "by": actor(), "acknowledged": True},
)
