"""Compare the pinned packages with the public list of known vulnerabilities, with pip-audit.

A known vulnerability is a failure. An unreachable list or pip-audit is none, since it says nothing
about the packages; it is printed in capitals instead, so that nobody takes silence for safety.
pip-audit runs in an environment of its own, pinned in ``requirements-audit.txt``.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

FILES = ("requirements.txt", "requirements-dev.txt")
"""What a club runs, and what the tests run."""
_PIP_AUDIT = [
    sys.executable, "-m", "uv", "run", "--quiet", "--no-project", "--isolated", "--python",
    sys.executable, "--with-requirements", "requirements-audit.txt", "--", "pip-audit",
    "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--timeout", "20",
    "--format", "json",
]  # fmt: skip

Run = Callable[[list[str]], "subprocess.CompletedProcess[str]"]


def run_program(command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def audit(files: Iterable[str], run: Run = run_program) -> int:
    """Check the packages of these files, and print what was found: 1 when some are vulnerable."""
    command = _PIP_AUDIT + [part for name in files for part in ("--requirement", name)]
    errors = ""
    try:
        answer = run(command)
        errors = answer.stderr
        packages = json.loads(answer.stdout)["dependencies"]
    except (OSError, ValueError, KeyError, TypeError, subprocess.TimeoutExpired) as error:
        _report_unreachable(errors or f"{type(error).__name__}: {error}")
        return 0
    skipped = [package for package in packages if "skip_reason" in package]
    # Without the network pip-audit skips every package, and ends well.
    if packages and len(skipped) == len(packages):
        _report_unreachable(skipped[0]["skip_reason"])
        return 0
    if skipped:
        print(f"!!! NOT AUDITED: {', '.join(package['name'] for package in skipped)}")
    found = list(_found(packages))
    for line in found:
        print(f"!!! VULNERABLE: {line}")
    print(f"{len(packages) - len(skipped)} packages looked at, {len(found)} known vulnerabilities")
    return 1 if found else 0


def _found(packages: Iterable[dict[str, Any]]) -> Iterator[str]:
    for package in packages:
        for each in package.get("vulns", ()):
            fixed = ", ".join(each.get("fix_versions", ())) or "no version yet"
            yield f"{package['name']} {package['version']}: {each['id']}, fixed in {fixed}"


def _report_unreachable(reason: str) -> None:
    print("!!! THE PACKAGES WERE NOT AUDITED for known vulnerabilities:")
    print(f"!!! {reason.strip().splitlines()[-1]}")
    print("!!! Run this again where the network is there: .venv/bin/python -m tools.audit")


def main() -> int:
    return audit(FILES)


if __name__ == "__main__":
    sys.exit(main())
