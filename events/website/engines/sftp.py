"""A host by SFTP: the one module that knows asyncssh.

Eight files are written at once, for each waits for several answers of the host.
"""

import asyncio
import contextlib
from collections.abc import Coroutine, Iterable
from pathlib import PurePosixPath
from typing import Any, Final, TypeVar, cast

import asyncssh

from clubscore.text.problems import gettext_noop
from events.website.domain import Target
from events.website.engines import hosts
from events.website.engines.hosts import (
    CONNECT_SECONDS,
    PART,
    SECONDS,
    Credentials,
    HostError,
    Written,
)

AT_ONCE: Final = 8

_BLOCK: Final = 2**18

_NOT_THERE: Final = (asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath)
_FULL: Final = (asyncssh.SFTPNoSpaceOnFilesystem, asyncssh.SFTPQuotaExceeded)
_CUT: Final = (asyncssh.ConnectionLost, asyncssh.SFTPConnectionLost, asyncssh.SFTPNoConnection)
_LOST: Final = (*_CUT, asyncssh.DisconnectError, OSError, EOFError)
_BAD_KEY: Final = gettext_noop(
    "This is no private key that can be read (%(answer)s). One with a passphrase needs that as the"
    " password, and one that ssh-keygen has encrypted cannot be read: make one without for this."
)

R = TypeVar("R")


class _Client(asyncssh.SSHClient):
    """Takes the one host key that was accepted, and remembers what it saw."""

    def __init__(self, accepted: str) -> None:
        self._accepted = accepted
        self.seen = ""

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        self.seen = key.get_fingerprint("sha256")
        return self.seen == self._accepted


class Sftp:
    """One connection; a loop that runs while something is asked of it."""

    def __init__(self, target: Target, credentials: Credentials) -> None:
        self._target, self._credentials = target, credentials
        self._connection: asyncssh.SSHClientConnection | None = None
        keys = _keys(credentials)
        if not keys and not credentials.password:
            raise hosts.refused(hosts.NO_PASSWORD, host=target.host)
        self._loop = asyncio.new_event_loop()
        try:
            self._loop.run_until_complete(self._connect(keys))
        except BaseException:
            self.close()
            raise

    async def _connect(self, keys: list[asyncssh.SSHKey]) -> None:
        host, client = self._target.host, _Client(self._credentials.fingerprint)
        try:
            async with asyncio.timeout(CONNECT_SECONDS + SECONDS):
                self._connection, _client = await asyncssh.create_connection(
                    lambda: client,
                    host,
                    self._target.port or asyncssh.DEFAULT_PORT,
                    username=self._target.user,
                    password=None if keys else self._credentials.password,
                    client_keys=keys or None,
                    # Nothing of whoever has started the program: no keys, agents, known hosts.
                    config=None,
                    agent_path=None,
                    known_hosts=([], [], []),
                    gss_host=None,
                    connect_timeout=CONNECT_SECONDS,
                    login_timeout=SECONDS,
                )
                self._sftp = await self._connection.start_sftp_client()
        except asyncssh.HostKeyNotVerifiable as error:
            raise hosts.unknown_key(host, client.seen, self._credentials.fingerprint) from error
        except asyncssh.PermissionDenied as error:
            raise hosts.refused(hosts.NOT_LET_IN, host=host, answer=self._words(error)) from error
        except (*_LOST, asyncssh.Error) as error:
            raise self._lost(error, connected=False) from error

    def read(self, name: str, limit: int) -> bytes | None:
        content = self._do(self._read(name, limit), hosts.NOT_READ, name)
        if content is not None and len(content) > limit:
            raise hosts.refused(hosts.TOO_LONG, file=name)
        return content

    async def _read(self, name: str, limit: int) -> bytes | None:
        try:
            async with self._sftp.open(self._target.path(name), "rb") as file:
                content = bytearray()
                while len(content) <= limit:
                    block = cast("bytes", await _soon(file.read(_BLOCK)))
                    if not block:
                        break
                    content += block
                return bytes(content)
        except _NOT_THERE:
            return None

    def write(self, name: str, content: bytes) -> None:
        self._do(self._write(name, content), hosts.NOT_WRITTEN, name)

    def write_many(self, files: Iterable[tuple[str, bytes]]) -> Written:
        waiting, left = dict[asyncio.Task[None], str](), iter(files)
        try:
            while True:
                while len(waiting) < AT_ONCE and (file := next(left, None)):
                    waiting[self._loop.create_task(self._write(*file))] = file[0]
                if not waiting:
                    return
                done, _pending = self._loop.run_until_complete(
                    asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                )
                # What was written counts, whatever happened to others.
                for task in sorted(done, key=lambda task: task.exception() is not None):
                    name = waiting.pop(task)
                    self._do(task, hosts.NOT_WRITTEN, name)
                    yield name
        finally:
            for task in waiting:
                task.cancel()
            if waiting:
                self._loop.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))

    async def _write(self, name: str, content: bytes) -> None:
        path = self._target.path(name)
        try:
            await self._put(path + PART, content)
        except _NOT_THERE:
            await self._make_folder(PurePosixPath(path).parent)
            await self._put(path + PART, content)
        await self._replace(path + PART, path, name)

    async def _put(self, path: str, content: bytes) -> None:
        async with self._sftp.open(path, "wb") as file:
            for start in range(0, len(content), _BLOCK):
                await _soon(file.write(content[start : start + _BLOCK]))

    async def _make_folder(self, path: PurePosixPath) -> None:
        """Make a folder with those above it that are missing; several files may want the same."""
        try:
            await _soon(self._sftp.mkdir(str(path)))
        except asyncssh.SFTPError as error:
            if isinstance(error, _LOST):
                raise
            if await _soon(self._sftp.isdir(str(path))):
                return
            if path.parent == path or not isinstance(error, _NOT_THERE):
                raise
            await self._make_folder(path.parent)
            with contextlib.suppress(asyncssh.SFTPError):
                await _soon(self._sftp.mkdir(str(path)))

    async def _replace(self, part: str, path: str, name: str) -> None:
        try:
            await _soon(self._sftp.posix_rename(part, path))
        except asyncssh.SFTPError as error:
            if isinstance(error, _LOST):
                raise
            try:
                await self._replace_in_two(part, path)
            except asyncssh.SFTPError as second:
                if isinstance(second, _LOST):
                    raise
                said = self._words(second)
                raise hosts.refused(hosts.NO_RENAMING, file=name, answer=said) from second

    async def _replace_in_two(self, part: str, path: str) -> None:
        """Rename where that replaces nothing: what never lets a file be renamed keeps the old
        one, too."""
        try:
            await _soon(self._sftp.rename(part, path))
        except asyncssh.SFTPError:
            if not await _soon(self._sftp.isfile(path)):
                raise
            await _soon(self._sftp.remove(path))
            await _soon(self._sftp.rename(part, path))

    def remove(self, name: str) -> None:
        self._do(self._remove(name), hosts.NOT_REMOVED, name)

    async def _remove(self, name: str) -> None:
        with contextlib.suppress(*_NOT_THERE):
            await _soon(self._sftp.remove(self._target.path(name)))
        for folder in list(PurePosixPath(name).parents)[:-1]:
            path = self._target.path(str(folder))
            try:
                await _soon(self._sftp.rmdir(path))
            except _NOT_THERE:
                pass
            except asyncssh.SFTPError as error:
                if isinstance(error, _LOST):
                    raise
                return

    def exists(self, name: str) -> bool:
        return self._do(_soon(self._sftp.lexists(self._target.path(name))), hosts.NOT_READ, name)

    def close(self) -> None:
        if self._loop.is_closed():
            return
        if self._connection:
            self._connection.abort()
            self._loop.run_until_complete(self._connection.wait_closed())
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, R] | asyncio.Task[R], template: str, name: str) -> R:
        try:
            return self._loop.run_until_complete(work)
        except HostError:
            raise
        except _LOST as error:
            raise self._lost(error) from error
        except _FULL as error:
            raise hosts.refused(hosts.NO_ROOM, file=name, answer=self._words(error)) from error
        except asyncssh.Error as error:
            raise hosts.refused(template, file=name, answer=self._words(error)) from error

    def _lost(self, error: Exception, *, connected: bool = True) -> HostError:
        if isinstance(error, _CUT):
            error = ConnectionAbortedError()
        return hosts.lost(self._target.host, error, self._credentials, connected=connected)

    def _words(self, error: object) -> str:
        return self._credentials.words(getattr(error, "reason", "") or error)


async def _soon(work: Coroutine[Any, Any, R]) -> R:
    return await asyncio.wait_for(work, SECONDS)


def _keys(credentials: Credentials) -> list[asyncssh.SSHKey]:
    if not credentials.key:
        return []
    try:
        # A password is wanted where the key has one, and no harm where it has not.
        return [asyncssh.import_private_key(credentials.key, credentials.password or None)]
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as error:
        raise hosts.refused(_BAD_KEY, answer=credentials.words(error)) from error
