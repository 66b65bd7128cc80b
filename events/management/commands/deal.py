"""``manage.py deal --boards 1-24 [--format pbn|dup|dlm|lin] [--output FILE]``: fair deals."""

import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.management.commands_base import refusal_ends
from events.exchange.formats.pbn_writer import write_hands
from events.sessions.hands.domain import MAX_BOARD, HandFormat, draw_deals

WRONG_CALL = 2


class Command(BaseCommand):
    help = "Deal boards: every deal is as likely as every other, and nothing is chosen or left out."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--boards", default="1-24", metavar="1-24")
        parser.add_argument(
            "--format", choices=[each.value for each in HandFormat], default=HandFormat.PBN.value
        )
        parser.add_argument("--output", metavar="FILE", help="write here, not on screen")

    def handle(self, *args: Any, **options: Any) -> None:
        boards = _boards(options["boards"])
        with refusal_ends():
            data = write_hands(draw_deals(boards), HandFormat(options["format"]))
        write_bytes(self, data, options["output"])


def write_bytes(command: BaseCommand, data: bytes, output: str | None) -> None:
    """Write the data to the file, or to the screen byte by byte."""
    if output is None:
        stream = getattr(command.stdout, "buffer", None)
        if stream is None:
            command.stdout.write(data.decode("latin-1"), ending="")
        else:
            stream.write(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        message = f"{output} cannot be written: {error.strerror}."
        raise CommandError(message, returncode=WRONG_CALL) from error


def _boards(text: str) -> range:
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not 1 <= first <= last <= MAX_BOARD:
        message = f"--boards is a range such as 1-24, up to {MAX_BOARD}."
        raise CommandError(message, returncode=WRONG_CALL)
    return range(first, last + 1)
