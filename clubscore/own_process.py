"""Long work in a process of its own, which a request starts and nobody waits for."""

import logging
import subprocess
import sys
import threading

from django.conf import settings

logger = logging.getLogger(__name__)


def start_command(*arguments: str) -> None:
    """Run ``manage.py`` with these arguments; what goes wrong there is in the log."""
    # In a thread, which takes the exit status when it comes.
    threading.Thread(target=_run, args=arguments, daemon=True).start()


def _run(*arguments: str) -> None:
    answer = subprocess.run(  # noqa: S603 - its own program
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        # A console may have other letters than its programs' pipes.
        errors="replace",
    )
    if answer.returncode:
        logger.error("manage.py %s failed: %s", " ".join(arguments), answer.stderr.strip())
