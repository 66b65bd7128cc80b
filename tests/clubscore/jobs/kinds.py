"""Jobs that tests do in a process of their own; ``arguments`` has the file that they leave."""

import os
import signal
import time
from pathlib import Path

from clubscore.models import Job


def note(job: Job) -> dict[str, object]:
    """Write a line into the file."""
    with Path(job.arguments["file"]).open("a") as file:
        file.write(f"{job.subject}\n")
    return {"process": os.getpid(), "nice": os.nice(0)}


def sleep(job: Job) -> dict[str, object]:
    """Never end."""
    note(job)
    time.sleep(60)
    return {}


def die(job: Job) -> dict[str, object]:
    """End the process, as the system does that has no memory left."""
    note(job)
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def die_once(job: Job) -> dict[str, object]:
    """End the process the first time."""
    return die(job) if not Path(job.arguments["file"]).exists() else note(job)


def tell(job: Job) -> None:
    """Note that the job was given up."""
    note(job)
