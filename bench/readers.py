"""``python -m bench.readers [PART OF A NAME]``: what files cost that strangers made to cost much.

For each of ``tests/hostile.py`` and ``tests/hostile_files.py`` the seconds of the processor and the
most memory, of the process that reads it and of the one that asks; and what is said of it. With
``--here`` the files are read in the process that asks, as if there were no limits but 3 GB and 20
seconds.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

MEBI = 2**20
UNBOUNDED = 3 * 2**30
SECONDS = 20


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--one"]:
        return measure(arguments[1], is_here="--here" in arguments)
    here = [each for each in arguments if each == "--here"]
    wanted = next((each for each in arguments if each != "--here"), "")
    print(f"{'':44}   file   reader: CPU  memory   server: CPU  memory")
    for name in files():
        if wanted in name:
            # Each in new processes, whose use is known when they end.
            subprocess.run(
                [sys.executable, "-m", "bench.readers", "--one", name, *here], check=False
            )
    return None


def files() -> dict[str, tuple[Callable[[], bytes], Callable[[bytes], object]]]:
    """The files by name: what makes each, and what its door does with it."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    django.setup()
    from clubscore.files.reader_process import read_apart
    from tests.hostile import HOSTILE, every_row
    from tests.hostile_files import HOSTILE_FILES, whole

    def rows(data: bytes) -> object:
        return read_apart(every_row, data)

    doors = ((HOSTILE_FILES, whole), (HOSTILE, rows))
    return {name: (make, read) for kinds, read in doors for name, make in kinds.items()}


def measure(name: str, *, is_here: bool) -> None:
    from clubscore.files import reader_process
    from clubscore.text.problems import Refused

    make, read = files()[name]
    data = make()
    reader_process._is_reader = is_here
    before, had = _seconds(resource.RUSAGE_SELF), _memory("self", "VmRSS")
    if is_here:
        resource.setrlimit(resource.RLIMIT_DATA, (UNBOUNDED, UNBOUNDED))
        used = int(before) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (used, used))
    print(f"{name:44}{len(data) / MEBI:5.1f} MB", end="", flush=True)
    try:
        said = str(read(data))
    except Refused as refusal:
        said = str(refusal)
    except MemoryError:
        said = f"more than {UNBOUNDED // MEBI:,} MB"
    seconds = _seconds(resource.RUSAGE_SELF) - before
    grown = max(0, _memory("self", "VmHWM") - had)
    process = reader_process._shared._process
    reader = _memory(str(process.pid), "VmHWM") if process else 0
    reader_process._shared.close()
    children = _seconds(resource.RUSAGE_CHILDREN)
    print(f"{children:9.1f} s{reader:5} MB{seconds:11.1f} s{grown:6} MB   {said[:70]}", flush=True)


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def _memory(process: str, name: str) -> int:
    """A line of what Linux says of a process, in MB; 0 where it is gone."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(name))


if __name__ == "__main__":
    main(sys.argv[1:])
