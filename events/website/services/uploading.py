"""Sending the site to a host: what is new, then what is changed, then what leads to it; then what
is no longer in it is removed. Only what the manifest there names is ever replaced or removed.

A connection may be cut anywhere: the manifest there says first whose the files are, and a note in
the data folder has every file that the host confirmed, as long as that manifest is the last one
written from here. Knows no page and no row of the database.
"""

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from clubscore.files.locks import lock
from clubscore.text.problems import Problem, Refused
from events.website.domain import MANIFEST, Manifest, Sending, Target, doubtful, refuse_other, sending
from events.website.engines.connecting import connect, refuse_plain
from events.website.engines.hosts import PART, Credentials, CutError, Host

MAX_MANIFEST: Final = 20 * 2**20

ATTEMPTS: Final = 3
"""How often a connection that was lost is made anew."""

PAUSES: Final = (1, 5, 15)
"""Seconds before that; later ones wait as long as the last."""

_LOCK: Final = "site-upload.lock"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an upload is: files sent or removed, and bytes sent, of how many."""

    files: int
    files_done: int
    size: int
    size_done: int


@dataclass(slots=True)
class Outcome:
    """What an upload has done; the refusal says why it did not do all. None of it counts the
    manifest."""

    to: str
    sent: list[str] = field(default_factory=list)
    sent_bytes: int = 0
    removed: list[str] = field(default_factory=list)
    unchanged: int = 0
    left: int = 0
    complete: bool = False
    refusal: Refused | None = None
    is_stopped: bool = False
    manifest: str = ""
    """The SHA-256 of the manifest that is there, as far as it is known."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why it did not do all."""
        return self.refusal.problems if self.refusal else ()


Approve = Callable[[Manifest, str], None]
"""Raises :class:`Refused` where the manifest there, with its SHA-256, must not be replaced."""


def upload(
    *,
    folder: Path,
    target: Target,
    credentials: Credentials,
    data: Path,
    attempts: int = ATTEMPTS,
    dry_run: bool = False,
    before: Callable[[], None] = lambda: None,
    approve: Approve = lambda _there, _digest: None,
    on_progress: Callable[[Progress], None] = lambda _progress: None,
    is_stopped: Callable[[], bool] = lambda: False,
    pause: Callable[[float], None] = time.sleep,
) -> Outcome:
    """Make the host show the site of a folder; with ``dry_run`` say what that would take. Notes and
    lock are in the folder ``data``; ``before`` makes the site, once nobody else is uploading."""
    task = _Upload(
        folder, target, credentials, _Note(data, target), dry_run, approve, on_progress, is_stopped
    )
    try:
        refuse_plain(target, credentials)
        with _alone(data):
            before()
            task.run(attempts, pause)
    except Refused as refusal:
        task.outcome.refusal = refusal
    return task.outcome


def look_there(
    *, target: Target, credentials: Credentials, site: str, first_names: Sequence[str]
) -> None:
    """Connect, and raise :class:`Refused` where the site ``site``, whose first level has these
    names, would not be let in; only read."""
    with contextlib.closing(connect(target, credentials)) as host:
        content = host.read(MANIFEST, MAX_MANIFEST)
        there = _manifest_of(content)
        if there:
            refuse_other(there, site)
        else:
            _refuse_foreign(host, first_names, there)


def _manifest_of(content: bytes | None) -> Manifest | None:
    return None if content is None else Manifest.read(content.decode(errors="replace"))


@contextlib.contextmanager
def _alone(data: Path) -> Iterator[None]:
    path = data / _LOCK
    try:
        data.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    except OSError as error:
        raise _not_written(path, error) from error
    with file:
        # Some folders of a network know no locks.
        with contextlib.suppress(OSError):
            if not lock(file.fileno()):
                raise Refused.because(
                    "An upload of the site is under way already: wait for its end, or stop it."
                )
        yield


class _StoppedError(Exception):
    """Somebody wants no more of it."""


@dataclass
class _Upload:
    folder: Path
    target: Target
    credentials: Credentials
    note: "_Note"
    dry_run: bool
    approve: Approve
    on_progress: Callable[[Progress], None]
    is_stopped: Callable[[], bool]

    def __post_init__(self) -> None:
        self.outcome = Outcome(str(self.target))
        self._is_planned = False
        self._size = 0

    def run(self, attempts: int, pause: Callable[[float], None]) -> None:
        """Connect and do it, and again where the connection is lost."""
        site = _site_of(self.folder)
        self.outcome.left = len(site.files)
        for count in range(attempts + 1):
            try:
                host = connect(self.target, self.credentials)
                with contextlib.closing(host):
                    self._do(site, host)
            except CutError:
                if count == attempts or self.is_stopped():
                    raise
                pause(PAUSES[min(count, len(PAUSES) - 1)])
            except _StoppedError:
                self.outcome.is_stopped = True
                return
            else:
                return

    def _do(self, site: Manifest, host: Host) -> None:
        content = host.read(MANIFEST, MAX_MANIFEST)
        digest = "" if content is None else _digest(content)
        there = _manifest_of(content)
        plan = sending(site, there, self.note.confirmed(digest))
        self._begin(site, plan)
        _refuse_foreign(host, plan.sent, there)
        if there:
            self.approve(there, digest)
            self.outcome.manifest = digest
        text = str(site).encode()
        if self.dry_run:
            self.outcome.sent, self.outcome.removed = plan.sent, list(plan.removed)
            self.outcome.sent_bytes = self._size
            self.outcome.complete = plan.is_empty and content == text
            return
        if content != text:
            if not plan.is_empty:
                self._write_manifest(host, str(plan.interim).encode())
                for names in (plan.new, plan.changed, plan.last):
                    self._send(host, site, names)
                self._remove(host, plan, there)
            self._write_manifest(host, text)
        self.note.forget()
        self.outcome.complete = True

    def _begin(self, site: Manifest, plan: Sending) -> None:
        """Count what is to do; what was done before the connection was lost stays counted."""
        if not self._is_planned:
            self.outcome.unchanged = plan.unchanged
        self._is_planned = True
        self.outcome.left = len(plan.sent) + len(plan.removed)
        left = sum(site.files[name].size for name in plan.sent)
        self._size = self.outcome.sent_bytes + left
        self._tell()

    def _tell(self) -> None:
        done = len(self.outcome.sent) + len(self.outcome.removed)
        progress = Progress(done + self.outcome.left, done, self._size, self.outcome.sent_bytes)
        self.on_progress(progress)

    def _write_manifest(self, host: Host, content: bytes) -> None:
        host.write(MANIFEST, content)
        self.outcome.manifest = _digest(content)
        self.note.begin(self.outcome.manifest)

    def _send(self, host: Host, site: Manifest, names: Sequence[str]) -> None:
        with contextlib.closing(host.write_many(self._contents(site, names))) as written:
            for name in written:
                self.note.add(name, site.files[name].sha256)
                self.outcome.sent.append(name)
                self.outcome.sent_bytes += site.files[name].size
                self._done()
        if self.is_stopped():
            raise _StoppedError

    def _contents(self, site: Manifest, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for name in names:
            # What the host is writing meanwhile comes to its end.
            if self.is_stopped():
                return
            try:
                content = (self.folder / name).read_bytes()
            except OSError as error:
                raise Refused.because(
                    "%(file)s of the site cannot be read (%(reason)s). Export it again.",
                    file=name,
                    reason=error.strerror or type(error).__name__,
                ) from error
            if _digest(content) != site.files[name].sha256:
                raise Refused.because(
                    "%(file)s of the site was changed since it was exported. Export it again.",
                    file=name,
                )
            yield name, content

    def _remove(self, host: Host, plan: Sending, there: Manifest | None) -> None:
        for name in plan.removed:
            if self.is_stopped():
                raise _StoppedError
            host.remove(name)
            if there and not there.files[name].sha256:
                # Perhaps it was being sent when a connection was cut.
                host.remove(name + PART)
            self.outcome.removed.append(name)
            self._done()

    def _done(self) -> None:
        self.outcome.left -= 1
        self._tell()


def _site_of(folder: Path) -> Manifest:
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Refused.because(
            "There is no site in %(folder)s (%(reason)s). Export it first.",
            folder=str(folder),
            reason=error.strerror or type(error).__name__,
        ) from error
    return replace(Manifest.read(text), complete=True)


def _refuse_foreign(host: Host, names: Sequence[str], there: Manifest | None) -> None:
    """Refuse where a file is in the way of these that is none of ours."""
    sent = [name for name in names if there is None or name not in there.files]
    foreign: list[str] = []
    for prefix, names in doubtful(sent, there).items():
        if host.exists(prefix):
            if there is None or names == [prefix]:
                foreign.append(prefix)
            else:
                foreign += [name for name in names if host.exists(name)]
    if foreign:
        raise Refused.because(
            "%(names)s: that is there already, and was not made by clubscore. Choose a folder of"
            " its own for the site; nothing was changed.",
            names=", ".join(sorted(foreign)),
        )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class _Note:
    """What a host has confirmed since the manifest there was written: names and hashes."""

    def __init__(self, data: Path, target: Target) -> None:
        self._path = data / f"site-upload-{_digest(str(target).encode())[:16]}.txt"
        self._target = str(target)

    def confirmed(self, manifest: str) -> Mapping[str, str]:
        """The confirmed files, if that is still the manifest there."""
        try:
            head, *lines = self._path.read_text(encoding="utf-8").splitlines()
            if json.loads(head) != {"target": self._target, "manifest": manifest}:
                return {}
        except (OSError, ValueError):
            return {}
        pairs = (line.partition(" ") for line in lines)
        return {name: digest for digest, _space, name in pairs}

    def begin(self, manifest: str) -> None:
        """Forget what was confirmed: the manifest there says it now."""
        head = json.dumps({"target": self._target, "manifest": manifest})
        self._write(f"{head}\n", "w")

    def add(self, name: str, digest: str) -> None:
        self._write(f"{digest} {name}\n", "a")

    def forget(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _write(self, text: str, mode: str) -> None:
        try:
            with self._path.open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise _not_written(self._path, error) from error


def _not_written(path: Path, error: OSError) -> Refused:
    return Refused.because(
        "The data folder cannot be written (%(reason)s): %(file)s.",
        file=str(path),
        reason=error.strerror or type(error).__name__,
    )
