"""``manage.py inspect FILE``: what a file is, and what it says, without the database."""

from typing import Any

from events.club.file_kinds import Inspected
from events.exchange.formats.as_json import members_of
from events.management.file_command import FileCommand, problem_data


class Command(FileCommand):
    help = (
        "Say what a file is (results, hands, a movement, members, a tournament) and what it holds,"
        " as JSON. Exit status 1 when the file is refused."
    )

    def answer(self, found: Inspected) -> dict[str, Any]:
        members = members_of(found.opened.reading) if found.opened else {}
        # Whoever looks at the problems alone misses nothing.
        return {
            "kind": found.kind,
            "problems": problem_data((*found.losses, *found.notices)),
            "notices": problem_data(found.notices),
            **members,
        }
