"""``make coverage``: how many branches of the domain and of the services the tests take.

Runs the tests on SQLite under coverage.py, configured in ``pyproject.toml``. Prints the floors
with their figures, and the modules below the aim; ends with 1 where a floor is below it.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import suites

AIM = 95
"""Per cent of the branches."""
FLOORS = ("domain", "services")
_COVERAGE = (sys.executable, "-m", "coverage")


@dataclass(frozen=True, slots=True)
class Branches:
    """How many ways lead on from the conditions of some code, and how many of them were taken."""

    number: int
    taken: int

    def __add__(self, other: "Branches") -> "Branches":
        return Branches(self.number + other.number, self.taken + other.taken)

    @property
    def percent(self) -> float:
        return 100 * self.taken / self.number if self.number else 100.0

    @property
    def is_enough(self) -> bool:
        return 100 * self.taken >= AIM * self.number


def floor_of(module: str) -> str:
    """The floor of a module by its path: a folder, or a file of that name."""
    return next(floor for floor in FLOORS if floor in Path(module).with_suffix("").parts)


def read_modules(measured: Mapping[str, Any]) -> dict[str, Branches]:
    """The branches of each module, from the report that coverage.py writes as JSON."""
    return {
        module: Branches(values["summary"]["num_branches"], values["summary"]["covered_branches"])
        for module, values in measured["files"].items()
    }


def report(modules: Mapping[str, Branches]) -> Iterator[str]:
    """The floors, and the modules below the aim."""
    for floor, branches in floors(modules).items():
        yield f"{floor:<10}{branches.percent:6.1f} % of {branches.number} branches"
    for module, branches in sorted(modules.items(), key=lambda pair: pair[1].percent):
        if not branches.is_enough:
            yield f"    {branches.percent:6.1f} % of {branches.number:>4}  {module}"


def floors(modules: Mapping[str, Branches]) -> dict[str, Branches]:
    """The branches of each floor."""
    return {
        floor: sum(
            (found for module, found in modules.items() if floor_of(module) == floor),
            Branches(0, 0),
        )
        for floor in FLOORS
    }


def main() -> int:
    subprocess.run([*_COVERAGE, "erase"], check=True)
    code = suites.main(["--coverage", "sqlite"])
    subprocess.run([*_COVERAGE, "combine", "--quiet"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "coverage.json"
        subprocess.run([*_COVERAGE, "json", "--quiet", "-o", str(path)], check=True)
        modules = read_modules(json.loads(path.read_text()))
    print("", *report(modules), sep="\n")
    return code or int(not all(floor.is_enough for floor in floors(modules).values()))


if __name__ == "__main__":
    sys.exit(main())
