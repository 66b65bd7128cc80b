"""``manage.py upload_site [--to TARGET] …``: send the club's site to where it is read."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser

from clubscore.management.commands_base import REFUSED, TranslatedCommand
from clubscore.text.problems import Problem, Refused, sentence
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.website.domain import PASSWORD_IN_ADDRESS, Target
from events.website.engines import hosts
from events.website.services.account import credentials_for, stored_target
from events.website.services.sending import UNKNOWN_EVENTS, send_site
from events.website.services.uploading import ATTEMPTS, Outcome

_MAX_SECRET = 100_000


class Command(TranslatedCommand):
    help = (
        "Export the club's site and send it to a folder or a host; prints JSON. TARGET: /path,"
        " sftp://user@host[:port]/path/, ftps://…, ftp://… or https://user@host/path/ (WebDAV);"
        " /~/ begins at the login's folder. Exit status 1 when it is refused or fails, 2 for a"
        " wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", metavar="TARGET", help="without it what is stored")
        parser.add_argument("--password-file", metavar="FILE", help="- is standard input")
        parser.add_argument("--key-file", metavar="FILE", help="a private key; - as well")
        parser.add_argument("--host-key", metavar="SHA256:…", default="")
        parser.add_argument(
            "--insecure", action="store_true", help="the password may be read on the way"
        )
        parser.add_argument(
            "--folder", metavar="DIR", type=Path, help="send this site, and export nothing"
        )
        parser.add_argument("--dry-run", action="store_true", help="connect, and change nothing")
        parser.add_argument(
            "--attempts",
            type=_count,
            default=ATTEMPTS,
            metavar="N",
            help="how often a lost connection is made anew",
        )
        parser.add_argument(
            "--remove-unknown",
            action="store_true",
            help="also where the host has events that this database does not know",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        outcome = Outcome("")
        try:
            target = Target.read(options["to"]) if options["to"] else stored_target()
            outcome.to = str(target)
            credentials = credentials_for(
                target,
                password=_secret(options["password_file"]),
                key=_secret(options["key_file"]),
                host_key=options["host_key"],
                allows_plain=options["insecure"],
            )
            outcome = send_site(
                target=target,
                credentials=credentials,
                by=Actor(),
                folder=options["folder"],
                dry_run=options["dry_run"],
                attempts=options["attempts"],
                may_remove_unknown=options["remove_unknown"],
            )
        except Refused as refusal:
            outcome.refusal = refusal
        if outcome.to:
            outcome.to = options["to"] or outcome.to
        self.stdout.write(json.dumps(_answer(outcome)))
        if outcome.problems:
            raise CommandError("The site was not uploaded.", returncode=REFUSED)


def _answer(outcome: Outcome) -> dict[str, Any]:
    return {
        "to": outcome.to,
        "sent": outcome.sent,
        "sent_bytes": outcome.sent_bytes,
        "removed": outcome.removed,
        "unchanged": outcome.unchanged,
        "left": outcome.left,
        "complete": outcome.complete,
        "problems": [{"line": 0, "message": _message(each)} for each in outcome.problems],
    }


_OPTIONS: Final = {
    PASSWORD_IN_ADDRESS: "--password-file FILE",
    hosts.NO_PASSWORD: "--password-file FILE, --key-file FILE",
    hosts.PLAIN: "--insecure",
    hosts.UNKNOWN_KEY: "--host-key SHA256:…",
    hosts.OTHER_KEY: "--host-key SHA256:…",
    hosts.UNTRUSTED: "--host-key SHA256:…",
    UNKNOWN_EVENTS: "--remove-unknown",
}
"""What does here what a sentence says of the page."""


def _message(problem: Problem) -> str:
    option = _OPTIONS.get(problem.message.template)
    if not option:
        return translate(problem)
    return translate(
        sentence("%(problem)s Here: %(option)s.", problem=problem.message, option=option)
    )


def _count(text: str) -> int:
    count = int(text)
    if count < 0:
        raise argparse.ArgumentTypeError(text)
    return count


def _secret(file: str | None) -> str:
    """What a file or standard input holds, without the end of its line."""
    if not file:
        return ""
    try:
        data = sys.stdin.read(_MAX_SECRET) if file == "-" else _read(Path(file))
        return data.rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        said = sentence("%(file)s cannot be read: %(reason)s.", file=file, reason=reason)
        raise Refused(said) from error


def _read(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.read(_MAX_SECRET)
