"""A host by WebDAV, as Nextcloud and many web spaces have it.

An empty folder stays: a host deletes a folder with everything in it, and nobody could say what
else came into it meanwhile.
"""

import base64
import http.client
import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import quote

import clubscore
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

_MAX_ANSWER: Final = 2**16

_NO_ROOM: Final = 507
_THERE: Final = (403, 405, 501)
"""What a host answers to a question after a folder that is there."""

_SENT_ON: Final = gettext_noop(
    "%(host)s answers that the site’s place is elsewhere (%(answer)s), where nothing is sent."
    " Type the address there, if it is the right one."
)


class _Encrypted(HTTPSConnection):
    """Looks at the certificate whenever it connects: after an answer the host may have hung up."""

    accepted = ""

    def connect(self) -> None:
        super().connect()
        certificates.refuse_other(self.sock, self.host, self.accepted)


class WebDav(OneByOne):
    """One connection, kept open between requests."""

    def __init__(self, target: Target, credentials: Credentials) -> None:
        self._target, self._credentials = target, credentials
        self._headers = {"User-Agent": f"clubscore/{clubscore.__version__}"}
        if target.user:
            if not credentials.password:
                raise hosts.refused(hosts.NO_PASSWORD, host=target.host)
            both = f"{target.user}:{credentials.password}".encode()
            self._headers["Authorization"] = f"Basic {base64.b64encode(both).decode()}"
        self._connection = self._connected()

    def _connected(self, context: ssl.SSLContext | None = None) -> HTTPConnection:
        host, port = self._target.host, self._target.port
        accepted = self._credentials.fingerprint
        connection: HTTPConnection
        if self._target.kind == TargetKind.WEBDAV:
            made = context or certificates.context_for(accepted)
            connection = _Encrypted(host, port, timeout=CONNECT_SECONDS, context=made)
            connection.accepted = "" if context else accepted
        else:
            connection = HTTPConnection(host, port, timeout=CONNECT_SECONDS)
        try:
            connection.connect()
        except BaseException as error:
            connection.close()
            if isinstance(error, ssl.SSLCertVerificationError):
                raise certificates.untrusted(error, self._shown(), host, accepted) from error
            if isinstance(error, OSError):
                raise self._lost(error, connected=False) from error
            raise
        return connection

    def _shown(self) -> str:
        connection = self._connected(certificates.any_context())
        try:
            return certificates.fingerprint(connection.sock)
        finally:
            connection.close()

    def read(self, name: str, limit: int) -> bytes | None:
        status, reason, content = self._ask("GET", name, limit=limit)
        if status == http.client.NOT_FOUND:
            return None
        self._refuse(status, reason, hosts.NOT_READ, name)
        if len(content) > limit:
            raise hosts.refused(hosts.TOO_LONG, file=name)
        return content

    def write(self, name: str, content: bytes) -> None:
        status, reason, _answer = self._ask("PUT", name + PART, body=content)
        if status in {http.client.NOT_FOUND, http.client.CONFLICT, http.client.FORBIDDEN}:
            self._make_folder(name.rpartition("/")[0])
            status, reason, _answer = self._ask("PUT", name + PART, body=content)
        self._refuse(status, reason, hosts.NOT_WRITTEN, name)
        headers = {"Destination": self._address(name), "Overwrite": "T"}
        status, reason, _answer = self._ask("MOVE", name + PART, headers=headers)
        self._refuse(status, reason, hosts.NO_RENAMING, name)

    def _make_folder(self, folder: str) -> None:
        """Make a folder with those above it; what is there, or may not be made, shows when the
        file is written."""
        parts = [part for part in f"{self._target.folder}/{folder}".split("/") if part]
        missing = []
        while parts:
            status, _reason, _answer = self._ask("MKCOL", parts=parts)
            if status not in {http.client.NOT_FOUND, http.client.CONFLICT}:
                break
            missing.append(parts)
            parts = parts[:-1]
        for parts in reversed(missing):
            self._ask("MKCOL", parts=parts)

    def remove(self, name: str) -> None:
        status, reason, _answer = self._ask("DELETE", name)
        if status != http.client.NOT_FOUND:
            self._refuse(status, reason, hosts.NOT_REMOVED, name)

    def exists(self, name: str) -> bool:
        status, reason, _answer = self._ask("HEAD", name)
        if status == http.client.NOT_FOUND:
            return False
        if status // 100 == 3:
            return True
        if status not in _THERE:
            self._refuse(status, reason, hosts.NOT_READ, name)
        return True

    def close(self) -> None:
        self._connection.close()

    def _ask(
        self,
        method: str,
        name: str = "",
        *,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        parts: list[str] | None = None,
        limit: int = _MAX_ANSWER,
    ) -> tuple[int, str, bytes]:
        """The status, its words, and the beginning of the answer; ``parts`` name a folder."""
        path = self._path(name) if parts is None else f"/{quote('/'.join(parts))}/"
        try:
            self._connection.request(method, path, body, {**self._headers, **(headers or {})})
            if self._connection.sock:
                self._connection.sock.settimeout(SECONDS)
            answer = self._connection.getresponse()
            content = answer.read(limit + 1)
            if not answer.isclosed():
                # The next request needs none of the rest.
                self._connection.close()
        except (OSError, HTTPException) as error:
            raise self._lost(error) from error
        reason = f"{answer.status} {answer.reason}"
        if answer.status // 100 == 3 and method != "HEAD":
            reason = f"{reason}, {answer.getheader('Location') or ''}"
        return answer.status, self._credentials.words(reason), content

    def _refuse(self, status: int, reason: str, template: str, name: str) -> None:
        """Refuse what is no success."""
        host = self._target.host
        if status == http.client.UNAUTHORIZED:
            raise hosts.refused(hosts.NOT_LET_IN, host=host, answer=reason)
        if status // 100 == 3:
            raise hosts.refused(_SENT_ON, host=host, answer=reason)
        if status in {http.client.BAD_GATEWAY, http.client.SERVICE_UNAVAILABLE}:
            raise hosts.cut(host, reason)
        if status // 100 != 2:
            template = hosts.NO_ROOM if status == _NO_ROOM else template
            raise hosts.refused(template, file=name, answer=reason)

    def _path(self, name: str) -> str:
        return quote(f"{self._target.folder.rstrip('/')}/{name}")

    def _address(self, name: str) -> str:
        host = f"[{self._target.host}]" if ":" in self._target.host else self._target.host
        port = "" if self._target.port is None else f":{self._target.port}"
        return f"{self._target.kind}://{host}{port}{self._path(name)}"

    def _lost(self, error: Exception, *, connected: bool = True) -> HostError:
        return hosts.lost(self._target.host, error, self._credentials, connected=connected)
