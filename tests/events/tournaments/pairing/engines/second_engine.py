"""Rounds by a second engine of the Dutch system, caissify-pairings, and by bbpPairings.

What the first leaves to its caller is worked out here: pairing scores, floats (C.04.3, article
1.4), who has met, and numbers. Two things it does otherwise: it compares numbers, where whoever has
more points ranks higher (article 1.2), and knows no pairs that are forbidden; both are added.
"""

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from caissify_pairings.engines.dutch import DutchEngine

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.pairing.domain.proposal import Task

Round = tuple[set[tuple[int, int]], set[int]]
"""The pairs, White first, and who has the bye."""

_COLOURS = {Colour.WHITE: "white", Colour.BLACK: "black"}
_ABOVE_ALL_NUMBERS = 10_000


class _Engine(DutchEngine):
    apart: frozenset[frozenset[int]] = frozenset()

    def _can_pair(self, p1: Any, p2: Any) -> bool:
        return frozenset({p1.id, p2.id}) not in self.apart and super()._can_pair(p1, p2)

    def _assign_colors(self, p1: Any, p2: Any) -> Any:
        lower = min(p1, p2, key=lambda each: (each.score, -each.pairing_number))
        number = lower.pairing_number
        lower.pairing_number += _ABOVE_ALL_NUMBERS
        try:
            return super()._assign_colors(p1, p2)
        finally:
            lower.pairing_number = number


def pairs_of_second_engine(task: Task, apart: Iterable[frozenset[int]] = ()) -> Round:
    """The round of a task; nobody meets who is in ``apart``."""
    event = task.tournament
    past = _Past(task)
    engine = _Engine(
        players=[past.player(number) for number in past.results if number in task.present],
        previous_pairings=past.met,
        round_number=task.round,
        total_rounds=max(event.rounds, task.round),
        initial_color=_COLOURS[task.initial],
    )
    # Set afterwards it adds no points, and lets round 1 go by its score groups.
    engine.accelerated = True
    engine.apart = frozenset(apart)
    found = engine.generate_pairings()
    pairs = {
        (pairing["white_id"], pairing["black_id"])
        for pairing in found
        if pairing["black_id"] is not None
    }
    return pairs, {pairing["white_id"] for pairing in found if pairing["black_id"] is None}


class _Past:
    """The rounds before that of a task, as the engine asks for them."""

    def __init__(self, task: Task) -> None:
        self.task = task
        before = task.round - 1
        self.entrants = {entrant.number: entrant for entrant in task.tournament.entrants}
        self.results: dict[int, Sequence[Result | None]] = {
            number: (entrant.results + (None,) * before)[:before]
            for number, entrant in self.entrants.items()
        }
        self.met = {
            (min(number, result.opponent), max(number, result.opponent))
            for number, own in self.results.items()
            for result in own
            if result and result.opponent is not None and result.code.played
        }
        # As gacrux does: who has never been paired and is absent has no number yet.
        known = [
            number
            for number, own in self.results.items()
            if number in task.present or any(map(_is_by_pairing, own))
        ]
        self.numbers = {number: place for place, number in enumerate(known, start=1)}

    def player(self, number: int) -> dict[str, Any]:
        own = [each for each in self.results[number] if each]
        return {
            "id": number,
            "name": "",
            "title": "",
            "rating": 0,
            "starting_number": self.numbers[number],
            "pairing_number": self.numbers[number],
            "score": float(self._score(number, self.task.round - 1)),
            "color_hist": [
                _COLOURS[each.colour] for each in own if each.code.played and each.colour
            ],
            "float_history": [
                self._float(number, index) for index in range(len(self.results[number]))
            ],
            "bye_count": sum(each.code in (Code.PAIRING_BYE, Code.FULL_BYE) for each in own),
            "forfeit_win_count": sum(each.code is Code.FORFEIT_WIN for each in own),
        }

    def _score(self, number: int, rounds: int) -> Any:
        """Before the round that follows so many, with what acceleration adds to it."""
        virtual = sum(
            acceleration.points
            for acceleration in self.task.accelerations
            if acceleration.applies(number, rounds + 1)
        )
        return self.task.tournament.points_of(self.entrants[number], rounds) + virtual

    def _float(self, number: int, index: int) -> str:
        result = self.results[number][index]
        if result is None:
            return "none"
        if result.opponent is None or not result.code.played:
            system = self.task.tournament.system
            return "down" if (system.points(result.code) or 0) > system.loss else "none"
        own, other = self._score(number, index), self._score(result.opponent, index)
        return "down" if own > other else "up" if own < other else "none"


def _is_by_pairing(result: Result | None) -> bool:
    return result is not None and (result.opponent is not None or result.code is Code.PAIRING_BYE)


def bbp_program() -> str | None:
    """bbpPairings, where the machine has it; from version 6 on it knows the rules of 2026."""
    return shutil.which("bbpPairings") or shutil.which("bbpPairings.exe")


def pairs_of_bbp(program: str, text: str, round_: int, folder: Path) -> Round:
    """A round of a file by bbpPairings."""
    source, out = folder / "in.trf", folder / "out.txt"
    source.write_text(before_round_of_file(text, round_))
    command = [program, "--dutch", str(source), "-p", str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    lines = [tuple(map(int, line.split())) for line in out.read_text().split("\n")[1:] if line]
    return {(one, other) for one, other in lines if other}, {
        one for one, other in lines if not other
    }


_POINTS = {"1": 1.0, "+": 1.0, "=": 0.5, "U": 1.0, "F": 1.0, "H": 0.5}
_RESULTS = 91
_WIDTH = 10


def before_round_of_file(text: str, round_: int) -> str:
    """The file of a tournament as it was before a round; who does not play in it has a bye."""
    lines = []
    for line in text.splitlines():
        if line.startswith("162"):
            # What a missing result counts is not read.
            line = line.split(" X ")[0]
        elif line.startswith("001"):
            cells = [
                line[start : start + _WIDTH].ljust(_WIDTH)
                for start in range(_RESULTS, len(line), _WIDTH)
            ]
            before, now = cells[: round_ - 1], "".join(cells[round_ - 1 : round_]).split()
            takes_part = now and (now[0] != "0000" or now[-1] == "U")
            points = sum(_POINTS.get(cell.rstrip()[-1], 0) for cell in before if cell.strip())
            absence = "" if takes_part else "0000 - Z"
            line = f"{line[:9]} {line[10:80]}{points:4.1f}{line[84:91]}{''.join(before)}{absence}"
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"
