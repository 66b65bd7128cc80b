"""How it is served: versions, static files, names, TLS, processes."""

import importlib.metadata
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import checks
from django.core.checks import CheckMessage, Error, Info
from django.utils.translation import gettext as _

import clubscore
from clubscore.keeping.doctor.data import check_secret
from clubscore.server import configuration as server, environment, hall, healthcheck, server_lock

_THIS_MACHINE: Final = {"127.0.0.1", "localhost", "[::1]"}


def check_serving() -> Iterator[CheckMessage]:
    yield from check_versions()
    yield from check_static_files()
    yield from check_names()
    yield from check_numbers()
    yield from check_processes()


@checks.register("clubscore", deploy=True)
def check_settings(**_options: Any) -> list[CheckMessage]:
    """What of all this the settings decide: ``manage.py check --deploy`` asks for it, too."""
    found = (*check_names(), *check_numbers(), *check_secret())
    return [message for message in found if message.level > checks.INFO]


def check_versions() -> Iterator[CheckMessage]:
    python = ".".join(str(part) for part in sys.version_info[:3])
    text = _("This is clubscore %(version)s on Django %(django)s and Python %(python)s.")
    version = clubscore.__version__
    yield Info(text % {"version": version, "django": django.get_version(), "python": python})
    path = settings.BASE_DIR / "requirements.txt"
    pins = dict(
        re.findall(r"^([a-z0-9_.-]+)==([^\s;]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    )
    others = []
    for name, version in pins.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            # Some are for other machines only.
            continue
        if found != version:
            others.append(
                _("%(name)s %(found)s (not %(wanted)s)")
                % {"name": name, "found": found, "wanted": version}
            )
    if others:
        # Whoever installed the wheel chose them, within its ranges.
        yield (checks.Warning if environment.IS_INSTALLED else Error)(
            _("Some packages are not the releases clubscore was tested with: %(names)s.")
            % {"names": ", ".join(others)},
            _(
                "make run installs the right ones, as does pip install --require-hashes -r "
                "requirements.txt"
            ),
        )
    else:
        yield Info(_("All packages are the releases clubscore was tested with."))


def check_static_files() -> Iterator[CheckMessage]:
    """Whether styles and scripts are collected, as they are now."""
    # The manifest has the slashes of an address, on Windows too.
    wanted = {
        "/".join(filter(None, (getattr(storage, "prefix", None), name.replace("\\", "/"))))
        for finder in get_finders()
        for name, storage in finder.list([])
        if not _is_hidden(name)
    }
    manifest: dict[str, str] | None = getattr(staticfiles_storage, "hashed_files", None)
    if manifest is None:
        yield Info(_("Styles and scripts are served from the sources."))
        return
    missing = sorted(
        name
        for name in wanted
        if not (Path(settings.STATIC_ROOT) / manifest.get(name, "nowhere/at/all")).is_file()
    )
    if missing:
        text = _(
            "%(missing)s of %(count)s styles, scripts and pictures are not collected, such as "
            "%(name)s: pages fail."
        )
        values = {"missing": len(missing), "count": len(wanted), "name": missing[0]}
        advice = _("make run collects them; or manage.py collectstatic --noinput")
        yield Error(text % values, advice)
    else:
        text = _("%(count)s styles, scripts and pictures are collected.")
        yield Info(text % {"count": len(wanted)})


def check_names() -> Iterator[CheckMessage]:
    """Under which host names it answers, and whether the connection is safe."""
    hosts = settings.ALLOWED_HOSTS
    if settings.DEBUG:
        yield Error(
            _("CLUBSCORE_DEBUG is on: errors show internal details to everybody."), _("Unset it.")
        )
    if "*" in hosts:
        yield Error(
            _("It answers to any host name."), _("Set CLUBSCORE_HOSTS to the server's name.")
        )
    public = [host for host in hosts if host not in _THIS_MACHINE]
    if not public:
        yield Info(_("It answers only to browsers on this machine."))
        return
    yield Info(_("It answers to %(names)s.") % {"names": ", ".join(public)})
    yield from _check_hall()
    if settings.LOGIN_ONLY_HERE:
        yield Info(_("Hall mode: directors log in on this machine only."))
    elif not settings.SESSION_COOKIE_SECURE:
        yield checks.Warning(
            _("Passwords travel unencrypted: anybody on the network can read them."),
            _(
                "On the club's own network that may be acceptable; on the internet put a proxy "
                "with TLS in front and set CLUBSCORE_TLS=yes (docs/install.md)."
            ),
        )
    elif not settings.CSRF_TRUSTED_ORIGINS:
        yield checks.Warning(
            _("CLUBSCORE_ORIGINS is not set."),
            _("If forms are refused, set CLUBSCORE_ORIGINS=https://%(name)s") % {"name": public[0]},
        )
    if settings.SESSION_COOKIE_SECURE and server.address not in {"127.0.0.1", "::1"}:
        yield checks.Warning(
            _("It listens on %(address)s, not only to the proxy on this machine.")
            % {"address": server.address},
            _(
                "Outside a container, leave CLUBSCORE_BIND unset, so that nobody can bypass the "
                "proxy."
            ),
        )


def _check_hall() -> Iterator[CheckMessage]:
    """Whether phones can reach a server that is for a hall."""
    if not settings.HALL:
        return
    if not hall.own_addresses():
        yield Error(
            _("Hall mode: this machine has no address in any network."),
            _("Connect it to the Wi-Fi of the hall and start clubscore again."),
        )
    elif server.address in {"127.0.0.1", "::1", "localhost"}:
        yield Error(
            _("Hall mode: CLUBSCORE_BIND keeps clubscore to this machine; no phone can reach it."),
            _("Unset CLUBSCORE_BIND."),
        )
    else:
        text = _("Hall mode: phones on the same network open %(addresses)s.")
        yield Info(text % {"addresses": " ".join(hall.addresses_of(server.port))})


def check_numbers() -> Iterator[CheckMessage]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    text = _("%(workers)s processes with %(threads)s threads each, on %(cores)s processor cores.")
    workers = server.workers if server.kind == server.GUNICORN else 1
    text %= {"workers": workers, "threads": server.threads, "cores": cores}
    if workers < 1:
        yield Error(text, _("WEB_CONCURRENCY must be at least 1."))
    elif cores and workers > 2 * cores + 1:
        advice = _("More than %(count)s processes only use memory: lower WEB_CONCURRENCY.")
        yield checks.Warning(text, advice % {"count": 2 * cores + 1})
    else:
        yield Info(text)


def check_processes() -> Iterator[CheckMessage]:
    """Whether clubscore runs, and answers."""
    host = next(iter(settings.ALLOWED_HOSTS), "127.0.0.1").lstrip("*.") or "127.0.0.1"
    # The server may have been started with another port than this command.
    port = server.port if server.is_taken() else server_lock.port_of(settings.DATA_DIR)
    if port is None:
        text = _("Nothing listens on port %(port)s: clubscore is not running.")
        yield Info(text % {"port": server.port})
    elif not (complaint := healthcheck.complaint(port, host)):
        yield Info(_("clubscore is running and answers on port %(port)s.") % {"port": port})
    elif '"ok"' in complaint:
        text = _("clubscore is running on port %(port)s, but is not healthy: %(answer)s")
        yield Error(
            text % {"port": port, "answer": complaint},
            _("Look at the findings about the database and the disk."),
        )
    else:
        yield Error(
            _("Somebody listens on port %(port)s, but does not answer as clubscore does.")
            % {"port": port},
            _(
                "Another program has the port (PORT=… for another one), or clubscore hangs: "
                "start it again and look at what it prints."
            ),
        )


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in Path(name).parts)
