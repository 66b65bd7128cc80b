"""``manage.py generate_trf --output DIR [--count N] [--seed S] […]``: tournaments by chance."""

import argparse
import json
import re
import secrets
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubscore.management.commands_base import REFUSED, TranslatedCommand, refusal_ends
from clubscore.text.problems import Refused
from events.tournaments.files.generating import (
    MARK,
    Acceleration,
    Amount,
    Options,
    generate,
    generated_text,
    refuse_impossible,
)
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.engines.systems import pair

MAX_COUNT = 9999
_AMOUNTS = ("full_bye", "half_bye", "zero_bye", "forfeit_win", "double_forfeit", "odd")


class Command(TranslatedCommand):
    help = (
        "Write tournaments with invented players and results by chance as TRF26, without the "
        "database. X is how many there are in the tournament, or with %% which share of all "
        "rounds of all players, of forfeits and unusual results of all games. The same seed and "
        "options give the same files. Exit status 1 for what is impossible (nothing is written "
        "then), 2 for a wrong call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--output", required=True, metavar="DIR")
        add("--count", type=int, default=1, metavar="N", help="so many files")
        add("--seed", type=int, metavar="S", help="if not given, a new one, which is printed")
        add("--system", choices=["dutch", "round-robin"], default="dutch")
        add("--players", type=int, metavar="N", help="if not given, 6 to 40")
        add("--rounds", type=int, metavar="R", help="if not given, 4 to 11")
        add("--acceleration", choices=[each.value for each in Acceleration])
        add("--tie-breaks", type=_words, metavar="LIST", help="codes with commas")
        ratings = parser.add_mutually_exclusive_group()
        ratings.add_argument("--ratings", type=_numbers, metavar="LIST", help="0 is unrated")
        ratings.add_argument("--rating-range", type=_range, metavar="LOW-HIGH")
        add("--draws", type=_percent, metavar="P%%", help="share of the draws there may be")
        for name in _AMOUNTS:
            add(f"--{name.replace('_', '-')}", type=_amount, metavar="X")
        add("--only-rounds", dest="only", type=_range, metavar="2-4")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = secrets.randbelow(2**32) if options["seed"] is None else options["seed"]
        given = {
            each.name: options[each.name]
            for each in fields(Options)
            if options.get(each.name) is not None
        }
        given["system"] = System(options["system"])
        if options["acceleration"]:
            given["acceleration"] = Acceleration(options["acceleration"])
        wanted = Options(**given)
        folder, count = Path(options["output"]), options["count"]
        if not 1 <= count <= MAX_COUNT:
            message = f"{count} files are not written; 1 to {MAX_COUNT} are."
            raise CommandError(message, returncode=REFUSED)
        names = [f"{number:04}.trf" for number in range(1, count + 1)]
        with refusal_ends():
            refuse_impossible(wanted)
            for name in names:
                _refuse_other(folder / name)
            # All of them before the first is written.
            texts = [
                generated_text(
                    generate(wanted, seed=seed, file=file, pair=pair), seed=seed, file=file
                )
                for file in range(1, count + 1)
            ]
            try:
                folder.mkdir(parents=True, exist_ok=True)
                for name, text in zip(names, texts, strict=True):
                    (folder / name).write_bytes(text.encode())
            except OSError as error:
                raise Refused.because(
                    "The file cannot be written: %(reason)s.", reason=error.strerror or str(error)
                ) from error
        shown = {name: _shown(options[name]) for name in _OPTIONS}
        shown["only_rounds"] = shown.pop("only")
        self.stdout.write(json.dumps({"seed": seed, "files": names, "options": shown}))


_OPTIONS = (
    "system", "players", "rounds", "acceleration", "tie_breaks", "ratings", "rating_range", "draws",
    *_AMOUNTS, "only",
)  # fmt: skip


def _refuse_other(path: Path) -> None:
    """Nothing is written over a file that was not generated."""
    try:
        with path.open("rb") as file:
            is_ours = file.read(len(MARK)) == MARK.encode()
    except FileNotFoundError:
        return
    except OSError as error:
        raise Refused.because(
            "The file cannot be written: %(reason)s.", reason=error.strerror or str(error)
        ) from error
    if not is_ours:
        raise Refused.because(
            "%(file)s is there, and was not generated: nothing is written over it.", file=str(path)
        )


def _shown(value: Any) -> Any:
    if isinstance(value, Amount):
        return value.count if value.percent is None else f"{float(value.percent):g}%"
    if isinstance(value, Fraction):
        return f"{float(value):g}%"
    return list(value) if isinstance(value, tuple) else value


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _numbers(text: str) -> tuple[int, ...]:
    words = _words(text)
    if not words or not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of ratings, such as 2400,2250,1980")
    return tuple(map(int, words))


def _range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no range, such as 2-4")
    return int(match[1]), int(match[2] or match[1])


def _percent(text: str) -> Fraction:
    match = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)%?", text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no share, such as 50%")
    return Fraction(match[1])


def _amount(text: str) -> Amount:
    if text.strip().endswith("%"):
        return Amount(percent=_percent(text))
    if not re.fullmatch(r"[0-9]{1,6}", text.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor a share, such as 5%")
    return Amount(int(text))
