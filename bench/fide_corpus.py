"""``python -m bench.fide_corpus [--minutes M]``: our pairings and places against other engines.

Ours are judged by caissify-pairings (pairs) and gacrux (places), those that caissify pairs by ours;
plain tournaments alone, for caissify counts absences and forfeits otherwise. Where bbpPairings is
installed, it judges those with byes, forfeits and acceleration. Each direction goes on behind the
last tournament of ``docs/fide/engines.tsv``, where the figures are added; what differs is added to
``docs/fide/differences.md``, to be judged by somebody.
"""

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from clubscore.text.problems import Refused, sentence
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.generating import (
    Acceleration,
    Amount,
    Options,
    generate,
    generated_text,
)
from events.tournaments.pairing.domain.orders import order_of
from events.tournaments.pairing.domain.proposal import Pair, Proposal, Task
from events.tournaments.pairing.engines.checking import check_round
from events.tournaments.pairing.engines.systems import pair
from events.tournaments.standings.domain.catalogue import chosen
from events.tournaments.standings.domain.stage import stage
from events.tournaments.standings.domain.standings import rank
from tests.events.tournaments.pairing.engines.second_engine import (
    Round,
    bbp_program,
    pairs_of_bbp,
    pairs_of_second_engine,
)
from tests.events.tournaments.standings.domain.gacrux_oracle import places

FIGURES = Path("docs/fide/engines.tsv")
DIFFERENCES = Path("docs/fide/differences.md")
COLUMNS = (
    "engine", "version", "direction", "tournaments", "rounds", "pairs_differ", "places_differ",
)  # fmt: skip
PLAYERS, ROUNDS = (8, 16), (5, 7)
SAVED_EVERY = 20
"""Seconds."""
_NOTHING = Amount()
_PLAIN = Options(
    acceleration=Acceleration.NONE, full_bye=_NOTHING, half_bye=_NOTHING, zero_bye=_NOTHING,
    forfeit_win=_NOTHING, double_forfeit=_NOTHING,
)  # fmt: skip


@dataclass(slots=True)
class Figures:
    """A direction: who made the tournaments that the engine made or judged."""

    engine: str
    version: str
    direction: str
    tournaments: int = 0
    rounds: int = 0
    pairs_differ: int = 0
    places_differ: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        return self.engine, self.version, self.direction


Found = tuple[int, int, list[str]]
"""Rounds, rounds or tournaments that differ, and a line for each of these."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    end = time.monotonic() + 60 * parser.parse_args().minutes
    with ExitStack() as stack:
        directions = _directions(Path(stack.enter_context(TemporaryDirectory())))
        figures = _read()
        told: list[str] = []
        saved = time.monotonic()
        while time.monotonic() < end:
            for key, (run, of_places) in directions.items():
                line = figures.setdefault(key, Figures(*key))
                rounds, differ, lines = run(line.tournaments + 1)
                line.tournaments += 1
                line.rounds += rounds
                if of_places:
                    line.places_differ += differ
                else:
                    line.pairs_differ += differ
                told += [
                    f"| {key[0]} {key[1]} | {key[2]} | {text} | to be judged |" for text in lines
                ]
            if time.monotonic() - saved > SAVED_EVERY:
                told, saved = _save(figures, told), time.monotonic()
        _save(figures, told)
    for each in figures.values():
        print(*(getattr(each, column) for column in COLUMNS), sep="\t")


def _directions(folder: Path) -> dict[tuple[str, str, str], tuple[Callable[[int], Found], bool]]:
    caissify = "caissify-pairings", version("caissify-pairings")
    found: dict[tuple[str, str, str], tuple[Callable[[int], Found], bool]] = {
        (*caissify, "ours, plain"): (lambda file: _ours(file, _PLAIN, 1, _caissify), False),
        (*caissify, "theirs, plain"): (_theirs, False),
        ("gacrux", version("gacrux"), "ours, places"): (_places, True),
    }
    if program := bbp_program():

        def bbp(tournament: Tournament, number: int, file: int) -> Round:
            text = generated_text(tournament, seed=4, file=file)
            return pairs_of_bbp(program, text, number, folder)

        found["bbpPairings", "6", "ours, all kinds"] = (
            lambda file: _ours(file, Options(), 4, bbp),
            False,
        )
    return found


def _sized(options: Options, file: int) -> Options:
    """Small ones: sizes and rounds by turns."""
    span = PLAYERS[1] - PLAYERS[0] + 1
    return replace(
        options,
        players=PLAYERS[0] + file % span,
        rounds=ROUNDS[0] + file // span % (ROUNDS[1] - ROUNDS[0] + 1),
    )


def _caissify(tournament: Tournament, number: int, _file: int) -> Round:
    task = order_of(tournament, number).task
    assert isinstance(task, Task)
    return pairs_of_second_engine(task)


def _ours(
    file: int, options: Options, seed: int, judge: Callable[[Tournament, int, int], Round]
) -> Found:
    try:
        tournament = generate(_sized(options, file), seed=seed, file=file, pair=pair)
    except Refused:
        return 0, 0, []
    lines = []
    for number in range(1, tournament.rounds + 1):
        order = order_of(tournament, number)
        ours = {*order.own_games, *((bye, 0) for bye in order.own_byes)}
        try:
            pairs, byes = judge(tournament, number, file)
        except Exception as error:  # noqa: BLE001 - whatever the other engine does is a difference
            lines.append(f"seed {seed}, file {file}, round {number} | {type(error).__name__}")
            continue
        theirs = {*pairs, *((bye, 0) for bye in byes)}
        if ours != theirs:
            lines.append(f"seed {seed}, file {file}, round {number} | {_both(ours, theirs)}")
    return tournament.rounds, len(lines), lines


def _theirs(file: int) -> Found:
    """A tournament that caissify pairs, judged by ours."""

    def by_caissify(task: Task) -> Proposal:
        try:
            pairs, byes = pairs_of_second_engine(task)
        except Exception as error:
            raise Refused(sentence("no pairing")) from error
        made = (Pair(white, black, sentence("caissify")) for white, black in sorted(pairs))
        return Proposal(tuple(made), tuple(sorted(byes)))

    try:
        tournament = generate(_sized(_PLAIN, file), seed=2, file=file, pair=by_caissify)
    except Refused:
        return 0, 0, []
    checks = [check_round(tournament, number) for number in range(1, tournament.rounds + 1)]
    lines = [
        f"seed 2, file {file}, round {each.number} | {each.why}" for each in checks if not each.ok
    ]
    return tournament.rounds, len(lines), lines


def _places(file: int) -> Found:
    """Places of tournaments with byes and forfeits by gacrux."""
    try:
        tournament = generate(_sized(Options(), file), seed=3, file=file, pair=pair)
    except Refused:
        return 0, 0, []
    ranking = rank(stage(tournament), chosen(tournament.tie_breaks))
    ours = {line.number: line.place.number for line in ranking.lines()}
    theirs = places(tournament, list(tournament.tie_breaks), tournament.rounds)
    lines = [
        f"seed 3, file {file}, {','.join(tournament.tie_breaks)} | number {number}: ours "
        f"{ours[number]}, theirs {theirs[number]}"
        for number in ours
        if ours[number] != theirs[number]
    ]
    return tournament.rounds, bool(lines), lines[:1]


def _both(ours: set[tuple[int, int]], theirs: set[tuple[int, int]]) -> str:
    named = [" ".join(f"{one}-{other}" for one, other in sorted(each)) for each in (ours, theirs)]
    return f"ours {named[0]}, theirs {named[1]}"


def _read() -> dict[tuple[str, str, str], Figures]:
    if not FIGURES.exists():
        return {}
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return {line.key: line for line in map(_line, csv.DictReader(file, delimiter="\t"))}


def _line(row: dict[str, str]) -> Figures:
    numbers = {column: int(row[column]) for column in COLUMNS[3:]}
    return Figures(row["engine"], row["version"], row["direction"], **numbers)


def _rows(figures: dict[tuple[str, str, str], Figures]) -> Iterator[list[object]]:
    for each in figures.values():
        yield [getattr(each, column) for column in COLUMNS]


def _save(figures: dict[tuple[str, str, str], Figures], told: list[str]) -> list[str]:
    """Write the figures and what differed; nothing of it is left to tell."""
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_rows(figures))
    if told:
        with DIFFERENCES.open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in told))
    return []


if __name__ == "__main__":
    main()
