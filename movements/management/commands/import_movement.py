"""``manage.py import_movement FILE… [--name NAME] [--dry-run] [--json]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import WRONG_CALL, FilesCommand, Outcome
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import translate
from movements import selectors, services
from movements.domain.balance import measure
from movements.domain.check import check
from movements.domain.movement import Movement, Reading
from movements.domain.winners import is_compared, winners
from movements.figures import read_movement
from movements.formats import asc


class Command(FilesCommand):
    help = (
        "Read movement files in the format .ASC and store them, each on its own, under its file's "
        "name. Exit status 1 when a file is refused, 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--name", help="the movement's name, for one file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["name"] is not None and len(options["files"]) > 1:
            raise CommandError("--name is for one file.", returncode=WRONG_CALL)
        super().handle(*args, **options)

    def take(self, file: str, options: dict[str, Any]) -> Outcome:
        reading = _import(file, name=options["name"], store=not options["dry_run"])
        movement = reading.movement
        kind = "players" if movement.individual else "pairs"
        lines: list[str | Problem] = [
            f"{movement.contestants} {kind}, {movement.tables} tables, "
            f"{len(movement.rounds)} rounds, {movement.groups} board groups",
            *reading.notices,
            *(f"{found.level}: {translate(found.message)}" for found in check(movement)),
        ]
        return Outcome(False, {"ok": True, **_describe(reading)}, lines)

    def refused(self, refusal: Refused) -> Outcome:
        errors = [_place(problem, "line", "column") for problem in refusal.problems]
        return Outcome(True, {"ok": False, "errors": errors}, errors=refusal.problems)


def _import(file: str, *, name: str | None, store: bool) -> Reading:
    """Read a file and store its movement.

    A movement without a name of its own gets that of the file, numbered when it is taken.
    """
    text = decode(read_path(Path(file))).text
    reading = read_movement(text)
    if store and name is None:
        services.store_movement_once(name=Path(file).stem[: selectors.MAX_NAME_LENGTH], text=text)
    elif store:
        services.store_movement(name=name or "", text=text)
    return reading


def _describe(reading: Reading) -> dict[str, Any]:
    movement = reading.movement
    return {
        "contestants": movement.contestants,
        "tables": movement.tables,
        "rounds": len(movement.rounds),
        "groups": movement.groups,
        "individual": movement.individual,
        "cells": _cells(movement),
        "comments": [comment.strip() for comment in movement.comments],
        "notices": [_place(notice, "line") for notice in reading.notices],
        "findings": [
            {
                "level": finding.level.value,
                "code": finding.code,
                "message": translate(finding.message),
            }
            for finding in check(movement)
        ],
        "winners": winners(movement) if is_compared(movement) else None,
        **_balance(movement),
        "text": asc.write(movement),
    }


def _balance(movement: Movement) -> dict[str, float | int | None]:
    balance = measure(movement)
    if balance is None:
        return dict.fromkeys(("qf", "qc", "sd", "vacate"))
    return {
        "qf": float(round(balance.qf, 3)),
        "qc": float(round(balance.qc, 3)),
        "sd": float(round(balance.sd, 4)),
        "vacate": balance.vacate,
    }


def _cells(movement: Movement) -> list[list[list[int]]]:
    """Rounds of tables: the contestants in the order of the file, 0 for nobody, and the group."""
    nobody = (0, 0) if movement.individual else (0,)
    return [
        [[*(cell.ns or nobody), *(cell.ew or nobody), cell.group] for cell in row]
        for row in movement.rounds
    ]


def _place(problem: Problem, *keys: str) -> dict[str, Any]:
    return {key: getattr(problem, key) for key in keys} | {"message": translate(problem)}
