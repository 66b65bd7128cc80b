"""The browser for the browser tests: the machine's Chromium or Chrome, else one that is installed.

Its headless shell is best, the same engine without the program around it: a test takes a third of
the processor time. ``CLUBSCORE_CHROMIUM`` names another program.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
_ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


class ChromiumMissingError(RuntimeError):
    """There is no Chromium on this machine, and none could be installed."""


def find_chromium() -> Path | None:
    """The program, or ``None``."""
    named = os.environ.get("CLUBSCORE_CHROMIUM")
    candidates = [named] if named else [*map(shutil.which, _NAMES), *_ELSEWHERE]
    found = next((Path(path) for path in candidates if path and Path(path).exists()), None)
    return found if found or named else _playwrights()


def require_chromium() -> Path:
    """Like :func:`find_chromium`; installs one when the machine has none."""
    found = find_chromium()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("No Chromium on this machine: installing Debian's.", flush=True)
        # Before Debian 12 there was no package of the shell.
        for package in ("chromium-headless-shell", "chromium"):
            if found is None:
                apt_get(package)
                found = find_chromium()
    if found is None:
        print("No Chromium on this machine: installing Playwright's.", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        found = find_chromium()
    if found is None:
        raise ChromiumMissingError(
            "There is no Chromium or Chrome on this machine. Install one (Debian: apt-get "
            "install chromium-headless-shell; macOS: brew install --cask chromium), or name it in "
            "CLUBSCORE_CHROMIUM."
        )
    return found


def apt_get(package: str) -> None:
    """Install a package of Debian's; when it fails, apt-get prints why, and this goes on."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    for command in (
        [*quiet, "update"],
        [*quiet, "install", "-y", "--no-install-recommends", package],
    ):
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )


def _playwrights() -> Path | None:
    """The browser that ``playwright install`` installed, in a place that only Playwright knows."""
    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


if __name__ == "__main__":
    print(require_chromium())
