"""A browser in miniature: cookies, forms with their token, TLS without verification."""

import contextlib
import http.client
import re
import socket
import ssl
from dataclasses import dataclass
from http.cookies import Morsel, SimpleCookie
from urllib.parse import urlencode

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer."""

    status: int
    headers: http.client.HTTPMessage
    text: str


class Browser:
    """Asks a server on this machine, as ``localhost``, and stores its cookies."""

    def __init__(self, port: int, *, tls: bool = False) -> None:
        self._port = port
        self._tls = tls
        self._cookies: dict[str, Morsel[str]] = {}
        self._token = ""

    def reaches(self) -> bool:
        """Whether somebody listens."""
        try:
            socket.create_connection(("127.0.0.1", self._port), timeout=5).close()
        except OSError:
            return False
        return True

    def ask(self, path: str, headers: dict[str, str] | None = None, **form: str) -> Answer:
        """A page; with values a form is sent, with the token of the last page that had one."""
        body = urlencode({**form, "csrfmiddlewaretoken": self._token}).encode() if form else None
        answer = self._ask("POST" if form else "GET", path, body, headers or {})
        if match := _TOKEN.search(answer.text):
            self._token = match[1]
        return answer

    def send(self, path: str, size: int) -> int:
        """The status of an answer to so many bytes."""
        return self._ask("POST", path, b"x=" + b"y" * (size - 2), {}).status

    def flags(self) -> list[str]:
        """Of each cookie, whether scripts may not read it, and whether it goes over TLS alone."""
        return [
            ",".join(name for name in ("httponly", "secure") if cookie[name])
            for cookie in self._cookies.values()
        ]

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        address, scheme = f"localhost:{self._port}", "https" if self._tls else "http"
        sent = {"Host": address, "Referer": f"{scheme}://{address}{path}", **headers}
        if self._cookies:
            values = (f"{name}={cookie.value}" for name, cookie in self._cookies.items())
            sent["Cookie"] = "; ".join(values)
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection = self._connection()
        # A server that refuses while the body is still being sent has answered already.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, ssl.SSLError):
            connection.request(method, path, body, sent)
        answer = connection.getresponse()
        text = answer.read().decode(errors="replace")
        for line in answer.headers.get_all("Set-Cookie") or ():
            self._cookies |= SimpleCookie(line)
        connection.close()
        return Answer(answer.status, answer.headers, text)

    def _connection(self) -> http.client.HTTPConnection:
        if not self._tls:
            return http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        # By its name, so that the proxy finds the site and its certificate.
        return http.client.HTTPSConnection("localhost", self._port, timeout=60, context=context)
