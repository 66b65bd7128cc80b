"""A host by FTP, with TLS (explicit) or without."""

import contextlib
import ftplib
import io
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final, TextIO

from clubscore.text.problems import gettext_noop
from events.website.domain import Target, TargetKind
from events.website.engines import certificates, hosts
from events.website.engines.hosts import (
    CONNECT_SECONDS,
    PART,
    SECONDS,
    Credentials,
    HostError,
    OneByOne,
)

_GOODBYE: Final = 5
"""Seconds for the end of an encrypted connection, which some servers do not answer."""

_NO_TLS: Final = gettext_noop(
    "%(host)s offers no encrypted FTP (%(answer)s), so that the password could be read on the way."
    " Take SFTP if the host has it; or FTP, if you know what you do."
)

_BROKEN: Final = (OSError, EOFError, ftplib.Error, ValueError, OverflowError)
"""What a lost connection looks like, and a server that talks nonsense."""

_FULL: Final = ("452", "552")
_UNKNOWN_COMMAND: Final = ("500", "501", "502", "504")

_BLOCK: Final = 2**16
_MAX_LIST: Final = 10 * 2**20


class _Lines:
    """Lets a server say things in whatever encoding: only its numbers count."""

    _lines: TextIO | None = None

    @property
    def file(self) -> TextIO | None:
        return self._lines

    @file.setter
    def file(self, lines: TextIO | None) -> None:
        if isinstance(lines, io.TextIOWrapper):
            lines.reconfigure(errors="replace")
        self._lines = lines


class _Plain(_Lines, ftplib.FTP):
    pass


class _Tls(_Lines, ftplib.FTP_TLS):
    """Takes the session of the control connection for those of the files: many servers refuse to
    trust another one."""

    def ntransfercmd(
        self, cmd: str, rest: int | str | None = None
    ) -> tuple[socket.socket, int | None]:
        connection, size = ftplib.FTP.ntransfercmd(self, cmd, rest)  # noqa: S321 - with TLS
        control = self.sock
        if isinstance(control, ssl.SSLSocket):
            connection = self.context.wrap_socket(
                connection, server_hostname=self.host, session=control.session
            )
        return connection, size


class Ftp(OneByOne):
    """One connection, and another for each file."""

    def __init__(self, target: Target, credentials: Credentials) -> None:
        self._target, self._credentials = target, credentials
        if target.user and not credentials.password:
            raise hosts.refused(hosts.NO_PASSWORD, host=target.host)
        self._folders = {PurePosixPath("/")}
        self._patience = _GOODBYE
        self._ftp = self._connected()
        try:
            self._log_in()
        except BaseException:
            self._ftp.close()
            raise

    def _connected(self, context: ssl.SSLContext | None = None) -> ftplib.FTP:
        """A connection to which nothing was said but that it is to be encrypted."""
        host, accepted = self._target.host, self._credentials.fingerprint
        is_tls = self._target.kind == TargetKind.FTPS
        ftp = (
            _Tls(context=context or certificates.context_for(accepted), encoding="utf-8")
            if is_tls
            else _Plain(encoding="utf-8")
        )
        try:
            ftp.connect(host, self._target.port or ftplib.FTP_PORT, timeout=CONNECT_SECONDS)
            ftp.timeout = SECONDS
            _wait_at_most(ftp, SECONDS)
            if isinstance(ftp, _Tls):
                ftp.auth()
                if context is None:
                    certificates.refuse_other(ftp.sock, host, accepted)
        except BaseException as error:
            ftp.close()
            if isinstance(error, ssl.SSLCertVerificationError):
                raise certificates.untrusted(error, self._shown(), host, accepted) from error
            if isinstance(error, ftplib.Error) and not str(error).startswith("421"):
                raise hosts.refused(_NO_TLS, host=host, answer=self._words(error)) from error
            if isinstance(error, _BROKEN) and not isinstance(error, HostError):
                raise self._lost(error, connected=False) from error
            raise
        return ftp

    def _shown(self) -> str:
        """The fingerprint of a certificate that this computer does not trust."""
        ftp = self._connected(certificates.any_context())
        try:
            return certificates.fingerprint(ftp.sock)
        finally:
            ftp.close()

    def _log_in(self) -> None:
        host = self._target.host
        try:
            self._ftp.login(self._target.user, self._credentials.password)
        # A line break in the password is what no server could be sent.
        except (ftplib.error_perm, ValueError) as error:
            raise hosts.refused(hosts.NOT_LET_IN, host=host, answer=self._words(error)) from error
        except _BROKEN as error:
            raise self._lost(error, connected=False) from error
        with self._asking(hosts.NOT_READ, self._target.folder):
            if isinstance(self._ftp, _Tls):
                self._ftp.prot_p()
            self._home = self._ftp.pwd() if self._target.is_of_login else ""
            self._ftp.voidcmd("TYPE I")

    def read(self, name: str, limit: int) -> bytes | None:
        with self._asking(hosts.NOT_READ, name):
            try:
                content = self._received(f"RETR {self._path(name)}", limit)
            except ftplib.error_perm:
                if self._is_there(name):
                    raise
                return None
        if len(content) > limit:
            raise hosts.refused(hosts.TOO_LONG, file=name)
        return content

    def _received(self, command: str, limit: int) -> bytes:
        """What the host sends, or the beginning of it."""
        content = io.BytesIO()
        with self._ftp.transfercmd(command) as connection:
            while content.tell() <= limit and (block := connection.recv(_BLOCK)):
                content.write(block)
            self._end(connection)
        if content.tell() <= limit:
            self._ftp.voidresp()
        return content.getvalue()

    def write(self, name: str, content: bytes) -> None:
        path = self._path(name)
        with self._asking(hosts.NOT_WRITTEN, name):
            try:
                self._put(path + PART, content)
            except ftplib.error_perm as error:
                if str(error)[:3] in _FULL:
                    raise
                self._make_folder(PurePosixPath(path).parent)
                self._put(path + PART, content)
            self._replace(path + PART, path, name)

    def _put(self, path: str, content: bytes) -> None:
        with self._ftp.transfercmd(f"STOR {path}") as connection:
            connection.sendall(content)
            self._end(connection)
        self._ftp.voidresp()

    def _make_folder(self, path: PurePosixPath) -> None:
        """Make a folder with those above it; what is there, or may not be made, shows when the
        file is written."""
        missing = []
        for folder in (path, *PurePosixPath(path).parents):
            if folder in self._folders:
                break
            try:
                self._ftp.mkd(str(folder))
            except ftplib.error_perm:
                # There already, or without the one above it: hosts say the same of both.
                missing.append(folder)
            else:
                break
        for folder in reversed(missing):
            with contextlib.suppress(ftplib.error_perm):
                self._ftp.mkd(str(folder))
        self._folders.update([path, *missing])

    def _replace(self, part: str, path: str, name: str) -> None:
        try:
            self._ftp.rename(part, path)
        except ftplib.error_perm as error:
            # Where renaming replaces nothing. A host that never lets a file be renamed keeps the
            # old one: the first file of a site finds that out, before any is there.
            try:
                if not self._is_there(name):
                    raise
                self._ftp.delete(path)
                self._ftp.rename(part, path)
            except ftplib.error_perm:
                said = self._words(error)
                raise hosts.refused(hosts.NO_RENAMING, file=name, answer=said) from error

    def remove(self, name: str) -> None:
        with self._asking(hosts.NOT_REMOVED, name):
            try:
                self._ftp.delete(self._path(name))
            except ftplib.error_perm:
                if self._is_there(name):
                    raise
            for folder in list(PurePosixPath(name).parents)[:-1]:
                try:
                    self._ftp.rmd(self._path(str(folder)))
                except ftplib.error_perm:
                    return
                self._folders.discard(PurePosixPath(self._path(str(folder))))

    def exists(self, name: str) -> bool:
        with self._asking(hosts.NOT_READ, name):
            return self._is_there(name)

    def _is_there(self, name: str) -> bool:
        """Asked by size and as a folder; by a list of names where the host tells no sizes."""
        path = self._path(name)
        try:
            self._ftp.voidcmd(f"SIZE {path}")
        except ftplib.error_perm as error:
            said = str(error)[:3]
        else:
            return True
        try:
            self._ftp.cwd(path)
        except ftplib.error_perm:
            return said in _UNKNOWN_COMMAND and self._is_listed(path)
        return True

    def _is_listed(self, path: str) -> bool:
        place = PurePosixPath(path)
        try:
            names = self._received(f"NLST {place.parent}", _MAX_LIST).decode(errors="replace")
        except ftplib.error_perm:
            return False
        return place.name in {PurePosixPath(each).name for each in names.splitlines()}

    def close(self) -> None:
        with contextlib.suppress(OSError, EOFError, ftplib.Error):
            _wait_at_most(self._ftp, _GOODBYE)
            self._ftp.quit()
        self._ftp.close()

    def _end(self, connection: socket.socket) -> None:
        """Say that an encrypted connection ends here; the host's answer to the file counts. One
        that does not answer this once is not waited for again."""
        if isinstance(connection, ssl.SSLSocket):
            connection.settimeout(self._patience)
            try:
                connection.unwrap()
            except TimeoutError:
                self._patience = 0
            except (OSError, ValueError):
                pass

    def _path(self, name: str) -> str:
        return self._target.path(name, self._home)

    @contextlib.contextmanager
    def _asking(self, template: str, name: str) -> Iterator[None]:
        try:
            yield
        except HostError:
            raise
        except (ftplib.error_perm, ftplib.error_temp) as error:
            said = str(error)
            if re.match(r"42\d", said):
                raise self._lost(error) from error
            template = hosts.NO_ROOM if said[:3] in _FULL else template
            raise hosts.refused(template, file=name, answer=self._words(error)) from error
        except _BROKEN as error:
            raise self._lost(error) from error

    def _lost(self, error: BaseException, *, connected: bool = True) -> HostError:
        return hosts.lost(self._target.host, error, self._credentials, connected=connected)

    def _words(self, error: Any) -> str:
        return self._credentials.words(str(error) or type(error).__name__)


def _wait_at_most(ftp: ftplib.FTP, seconds: int) -> None:
    if ftp.sock:
        ftp.sock.settimeout(seconds)
