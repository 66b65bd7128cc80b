"""``python -m bench.movements``: movements found, balanced, chosen and read.

Finding and balancing a movement for 40 tables, as the page of one does; the chooser for a large
and a small field, as the first request after a start; and a thousand movement files through
``import_movement --dry-run``, in one process. The best of some turns, beside the limit that the
product sets itself.
"""

import io
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from bench.measuring import REPEATS, best

FILES = 1000


@dataclass(frozen=True, slots=True)
class Measure:
    """What is timed; ``before`` runs untimed ahead of every turn, ``limit`` is in milliseconds."""

    name: str
    limit: int | None
    run: Callable[[], object]
    before: Callable[[], object] = lambda: None
    repeats: int = REPEATS


def measures(folder: Path) -> list[Measure]:
    from django.core.management import call_command

    from movements.domain import plans
    from movements.domain.balance import measure
    from movements.domain.check import check
    from movements.domain.choose import Wish, choose
    from movements.domain.plans import Family, Plan

    forty = Plan(Family.RELAY_ONE, 80, 40)

    def forget() -> None:
        plans.build.cache_clear()
        plans.quality.cache_clear()
        measure.cache_clear()

    def import_files() -> None:
        files = sorted(map(str, folder.glob("*.asc")))
        call_command("import_movement", *files, dry_run=True, json=True, stdout=io.StringIO())

    return [
        Measure("40 tables: found and balanced", 200, lambda: measure(plans.build(forty)), forget),
        Measure("40 tables: all findings", None, lambda: check(plans.build(forty)), forget),
        Measure("chooser, 14 pairs", 500, lambda: choose(Wish(14)), forget),
        Measure("chooser, 80 pairs", 500, lambda: choose(Wish(80, boards=28)), forget),
        Measure("chooser, 79 pairs, once more", 500, lambda: choose(Wish(79, boards=28))),
        Measure(f"{FILES} files imported, nothing stored", None, import_files, repeats=1),
    ]


def write_files(folder: Path) -> None:
    """Files of every kind up to 20 tables, as many as are measured."""
    from movements.domain import plans
    from movements.formats import asc

    every = [
        plan
        for contestants in range(4, 41)
        for plan in plans.plans(contestants)
        if plan.rounds > plan.tables // 2
    ]
    for number in range(FILES):
        text = asc.write(plans.build(every[number % len(every)]))
        (folder / f"{number:04d}.asc").write_text(text)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    with tempfile.TemporaryDirectory() as name:
        os.environ.update({"CLUBSCORE_DATA": f"{name}/data", "DATABASE_URL": ""})
        import_module("django").setup()
        folder = Path(name) / "files"
        folder.mkdir()
        write_files(folder)
        for measure in measures(folder):
            cost = best(measure.run, before=measure.before, repeats=measure.repeats)
            limit = f"   limit {measure.limit} ms" if measure.limit else ""
            print(f"{measure.name:40} {cost.wall:9.1f} ms{limit}")


if __name__ == "__main__":
    main()
