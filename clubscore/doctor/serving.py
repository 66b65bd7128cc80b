"""How it is served: versions, static files, names, TLS, processes."""

import importlib.metadata
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage

import clubscore
from clubscore import healthcheck, server
from clubscore.doctor.finding import Finding, good, note, wrong

_THIS_MACHINE: Final = {"127.0.0.1", "localhost", "[::1]"}


def check_serving() -> Iterator[Finding]:
    yield from check_versions()
    yield from check_static_files()
    yield from check_names()
    yield from check_processes()


def check_versions() -> Iterator[Finding]:
    python = ".".join(str(part) for part in sys.version_info[:3])
    yield good(
        f"This is clubscore {clubscore.__version__} on Django {django.get_version()} and "
        f"Python {python}."
    )
    path = settings.BASE_DIR / "requirements.txt"
    pins = dict(re.findall(r"^([a-z0-9_.-]+)==([^\s;]+)", path.read_text(), re.MULTILINE))
    others = []
    for name, version in pins.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            # Some are for other machines only.
            continue
        if found != version:
            others.append(f"{name} {found} (not {version})")
    if others:
        yield wrong(
            f"Other releases are installed than clubscore was tested with: {', '.join(others)}.",
            "make run installs the right ones; or pip install --require-hashes -r requirements.txt",
        )
    else:
        yield good("The packages are those that clubscore was tested with.")


def check_static_files() -> Iterator[Finding]:
    """Whether styles and scripts are collected, as they are now."""
    wanted = {
        name for finder in get_finders() for name, _ in finder.list([]) if not _is_hidden(name)
    }
    manifest: dict[str, str] | None = getattr(staticfiles_storage, "hashed_files", None)
    if manifest is None:
        yield good("Styles and scripts come from the sources.")
        return
    missing = sorted(
        name
        for name in wanted
        if not (Path(settings.STATIC_ROOT) / manifest.get(name, "nowhere/at/all")).is_file()
    )
    if missing:
        yield wrong(
            f"{len(missing)} of {len(wanted)} styles, scripts and pictures are not collected, "
            f"such as {missing[0]}: pages fail.",
            "make run collects them; or manage.py collectstatic --noinput",
        )
    else:
        yield good(f"{len(wanted)} styles, scripts and pictures are collected.")


def check_names() -> Iterator[Finding]:
    """Under which names it answers, and whether the way there is safe."""
    hosts = settings.ALLOWED_HOSTS
    if settings.DEBUG:
        yield wrong(
            "CLUBSCORE_DEBUG is on: an error shows the program's inside to everybody.",
            "Unset it.",
        )
    if "*" in hosts:
        yield wrong("It answers to any name.", "Name the server in CLUBSCORE_HOSTS.")
    public = [host for host in hosts if host not in _THIS_MACHINE]
    if not public:
        yield good("It answers to this machine's own browser only.")
        return
    yield good(f"It answers to {', '.join(public)}.")
    if not settings.SESSION_COOKIE_SECURE:
        yield note(
            "Logins travel readable for whoever shares the network.",
            "In the club's own network that may do; on the internet put a proxy with TLS in "
            "front and set CLUBSCORE_TLS=yes (docs/install.md).",
        )
    elif not settings.CSRF_TRUSTED_ORIGINS:
        yield note(
            "CLUBSCORE_ORIGINS is not set.",
            f"If forms are refused, set CLUBSCORE_ORIGINS=https://{public[0]}",
        )
    if settings.SESSION_COOKIE_SECURE and server.address not in {"127.0.0.1", "::1"}:
        yield note(
            f"It listens on {server.address}, not only for the proxy on this machine.",
            "Outside a container, leave CLUBSCORE_BIND unset, so that nobody gets round the proxy.",
        )


def check_processes() -> Iterator[Finding]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    text = (
        f"{server.workers} processes with {server.threads} threads each, "
        f"on {cores} processor cores."
    )
    if server.workers < 1 or server.threads < 1:
        yield wrong(text, "WEB_CONCURRENCY and CLUBSCORE_THREADS have to be at least 1.")
    elif cores and server.workers > 2 * cores + 1:
        yield note(text, f"More than {2 * cores + 1} processes only take memory: WEB_CONCURRENCY.")
    else:
        yield good(text)
    host = next(iter(settings.ALLOWED_HOSTS), "127.0.0.1").lstrip("*.") or "127.0.0.1"
    if not server.is_taken():
        yield good(f"Nobody listens on port {server.port}: clubscore is not running.")
    elif healthcheck.is_healthy(server.port, host):
        yield good(f"clubscore runs and answers on port {server.port}.")
    else:
        yield wrong(
            f"Somebody listens on port {server.port}, but does not answer as clubscore does.",
            "Another program has the port (PORT=… for another one), or clubscore hangs: "
            "start it again and look at what it prints.",
        )


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in Path(name).parts)
