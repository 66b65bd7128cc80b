"""``manage.py fide_mode SLUG [--leave REASON [--yes]] [--json]``."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate, translate_refusal
from clubscore.web.visitors import Actor
from events.models import Tournament
from events.tournaments.core.selectors.tournaments import tournament_at
from events.tournaments.fide.selectors import FideState, fide_state
from events.tournaments.fide.services import consequences, leave_fide_mode

REFUSED = 1


class Command(BaseCommand):
    help = (
        "Say how a tournament stands with FIDE mode, and leave it, for good; nothing enters it. "
        "Exit status 1 when there is no such tournament or leaving is refused or not confirmed, 2 "
        "for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument("--leave", metavar="REASON", help="leave FIDE mode, for good")
        parser.add_argument("--yes", action="store_true", help="yes to what leaving means")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_at(options["slug"])
        if tournament is None:
            raise CommandError(f"There is no tournament {options['slug']}.", returncode=REFUSED)
        if options["yes"] and options["leave"] is None:
            raise CommandError("--yes says yes to --leave.", returncode=2)
        if options["leave"] is not None:
            self._leave(tournament, options)
        values = as_json(tournament, fide_state(tournament))
        if options["json"]:
            self.stdout.write(json.dumps(values, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_lines(values)))

    def _leave(self, tournament: Tournament, options: dict[str, Any]) -> None:
        if tournament.fide_mode and options["leave"].strip() and not options["yes"]:
            texts = [translate(each) for each in consequences(tournament)]
            texts.append("Nothing is changed. With --yes it is left.")
            raise CommandError("\n".join(texts), returncode=REFUSED)
        try:
            leave_fide_mode(tournament=tournament, reason=options["leave"], by=Actor())
        except Refused as refusal:
            raise CommandError(
                "\n".join(translate_refusal(refusal)), returncode=REFUSED
            ) from refusal


def as_json(tournament: Tournament, state: FideState) -> dict[str, Any]:
    """How a tournament stands, as plain values."""
    return {
        "slug": tournament.slug,
        "fide_mode": state.mode,
        "left_in_round": state.left_in_round,
        "frozen": list(state.frozen),
        "breaches": [
            {"round": breach.round, "kind": breach.kind, "line": breach.line}
            for breach in state.breaches
        ],
        "open": [
            {
                "round": game.round,
                "white": game.white,
                "black": game.black,
                "adjourned": game.is_adjourned,
            }
            for game in state.open
        ],
    }


def _lines(values: dict[str, Any]) -> list[str]:
    mode = {True: "in FIDE mode", None: "not in FIDE mode"}.get(
        values["fide_mode"], f"has left FIDE mode after round {values['left_in_round']}"
    )
    return [
        f"{values['slug']}: {mode}",
        *([f"frozen: {', '.join(values['frozen'])}"] if values["frozen"] else []),
        *(breach["line"] for breach in values["breaches"]),
        *(
            f"no result: round {game['round']}, {game['white']}-{game['black']}"
            + (" (adjourned)" if game["adjourned"] else "")
            for game in values["open"]
        ),
    ]
