"""Hosts on this machine that uploads are tried with: FTP, FTP with TLS, SFTP, WebDAV with and
without TLS, and a folder. Each shows a folder of its own to one login.

A host is *cut* after so many ticks: there is one before and one after everything that it is asked
for, so that it may have been done when the connection is lost.
"""

import asyncio
import base64
import datetime
import http.server
import ipaddress
import shutil
import ssl
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import asyncssh
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from events.website.domain import Target
from events.website.engines.hosts import Credentials

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import DTPHandler, FTPHandler, TLS_DTPHandler, TLS_FTPHandler
    from pyftpdlib.ioloop import IOLoop
    from pyftpdlib.servers import FTPServer

NAME, PASSWORD = "anna", "correct horse"


@dataclass
class Cutter:
    """How many ticks are left, and what was asked for."""

    left: int = 10**9
    is_cut: bool = False
    asked: list[str] = field(default_factory=list)

    def tick(self, what: str = "") -> bool:
        """Whether the connection goes on."""
        if what:
            self.asked.append(what)
        if self.left <= 0:
            self.is_cut = True
            return False
        self.left -= 1
        return True


@dataclass
class Running:
    """A host that is there: its folder, where it is, and what lets in."""

    root: Path
    target: Target
    credentials: Credentials
    cutter: Cutter

    @property
    def site(self) -> Path:
        """Where the site is."""
        return self.root / "club" / "results"


@dataclass(frozen=True)
class Certificate:
    """A certificate of 127.0.0.1 with its key, as one file and each alone."""

    both: Path
    alone: Path
    fingerprint: str


def make_certificate(folder: Path) -> Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate = made.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "both.pem").write_bytes(certificate + private)
    (folder / "alone.pem").write_bytes(certificate)
    digest = made.fingerprint(hashes.SHA256())
    written = base64.b64encode(digest).decode().rstrip("=")
    return Certificate(folder / "both.pem", folder / "alone.pem", f"SHA256:{written}")


@contextmanager
def folder(root: Path, certificate: Certificate) -> Iterator[Running]:
    root.mkdir()
    yield Running(root, Target.read(f"{root}/club/results"), Credentials(), Cutter())


@contextmanager
def ftp(  # noqa: C901 - a server
    root: Path, certificate: Certificate | None, **options: Any
) -> Iterator[Running]:
    """Without a certificate without TLS; ``options`` are attributes of the handler."""
    root.mkdir()
    cutter = Cutter()
    authorizer = DummyAuthorizer()
    authorizer.add_user(NAME, PASSWORD, str(root), perm="elradfmw")

    class Data(TLS_DTPHandler if certificate else DTPHandler):  # type: ignore[misc]
        def handle_error(self) -> None:
            self.close()

    class Handler(TLS_FTPHandler if certificate else FTPHandler):  # type: ignore[misc]
        def pre_process_command(self, line: str, cmd: str, arg: str) -> None:
            is_work = cmd in {"RETR", "STOR", "RNFR", "RNTO", "DELE", "RMD", "MKD"}
            if is_work and not cutter.tick(f"{cmd} {arg}"):
                self.close()
                return
            self._is_work = is_work
            if cmd in options.get("unknown", ()):
                self.respond(f"{options.get('status', 502)} Not here.")
                return
            super().pre_process_command(line, cmd, arg)

        def respond(self, resp: str, *args: Any, **kwargs: Any) -> None:
            is_end = resp.startswith("2") and getattr(self, "_is_work", False)
            if is_end and not cutter.tick():
                self.close()
                return
            super().respond(resp, *args, **kwargs)

        def ftp_RNTO(self, path: str) -> str | None:  # noqa: N802
            # As Windows and some others do.
            if options.get("replaces_nothing") and Path(path).exists():
                self.respond("550 It is there already.")
                return None
            return super().ftp_RNTO(path)

        def handle_error(self) -> None:
            self.close()

    Handler.authorizer, Handler.dtp_handler = authorizer, Data
    Handler.auth_failed_timeout = 0
    Handler.encoding = options.get("encoding", "utf8")
    Handler.banner = "Grüß Gott"
    if certificate:
        Handler.certfile, Handler.ssl_context = str(certificate.both), None
        Handler.tls_control_required = Handler.tls_data_required = True
    server = FTPServer(("127.0.0.1", 0), Handler, ioloop=IOLoop())
    is_over = threading.Event()

    def serve() -> None:
        while not is_over.is_set():
            server.ioloop.loop(timeout=0.02, blocking=False)
        server.close_all()

    with _thread(serve, is_over.set):
        port = server.address[1]
        kind = "ftps" if certificate else "ftp"
        yield Running(
            root,
            Target.read(f"{kind}://{NAME}@127.0.0.1:{port}/club/results/"),
            Credentials(
                PASSWORD,
                host_key=certificate.fingerprint if certificate else "",
                allows_plain=not certificate,
            ),
            cutter,
        )


@contextmanager
def plain_ftp(root: Path, certificate: Certificate) -> Iterator[Running]:
    with ftp(root, None) as running:
        yield running


@contextmanager
def sftp(  # noqa: C901 - a server
    root: Path, certificate: Certificate, *, posix: bool = True, key: Any = None
) -> Iterator[Running]:
    """``key`` is a public key that lets in; without ``posix`` nothing is replaced by renaming."""
    root.mkdir()
    cutter, host_key = Cutter(), asyncssh.generate_private_key("ssh-ed25519")

    class Login(asyncssh.SSHServer):
        def begin_auth(self, username: str) -> bool:
            return True

        def password_auth_supported(self) -> bool:
            return key is None

        def public_key_auth_supported(self) -> bool:
            return key is not None

        def validate_public_key(self, username: str, key_: asyncssh.SSHKey) -> bool:
            return (username, key_) == (NAME, key)

        def validate_password(self, username: str, password: str) -> bool:
            return (username, password) == (NAME, PASSWORD)

    class Files(asyncssh.SFTPServer):
        def __init__(self, channel: Any) -> None:
            super().__init__(channel, chroot=bytes(root))
            self._channel = channel

        def _ticking(self, name: str, call: Callable[..., Any], *args: Any) -> Any:
            connection = self._channel.get_connection()
            shown = b" ".join(each for each in args if isinstance(each, bytes) and name != "write")
            if not cutter.tick(f"{name} {shown.decode()}"):
                connection.abort()
                raise asyncssh.SFTPConnectionLost("cut")
            result = call(*args)
            if not cutter.tick():
                connection.abort()
                if name == "open":
                    result.close()
                raise asyncssh.SFTPConnectionLost("cut")
            return result

        def open(self, *args: Any) -> Any:
            return self._ticking("open", super().open, *args)

        def write(self, *args: Any) -> Any:
            return self._ticking("write", super().write, *args)

        def mkdir(self, *args: Any) -> Any:
            return self._ticking("mkdir", super().mkdir, *args)

        def rmdir(self, *args: Any) -> Any:
            return self._ticking("rmdir", super().rmdir, *args)

        def remove(self, *args: Any) -> Any:
            return self._ticking("remove", super().remove, *args)

        def rename(self, *args: Any) -> Any:
            if Path(self.map_path(args[1]).decode()).exists():
                raise asyncssh.SFTPFailure("It is there already.")
            return self._ticking("rename", super().rename, *args)

        def posix_rename(self, *args: Any) -> Any:
            if not posix:
                raise asyncssh.SFTPOpUnsupported("Not here.")
            return self._ticking("rename", super().posix_rename, *args)

    loop = asyncio.new_event_loop()
    acceptor = loop.run_until_complete(
        asyncssh.create_server(
            Login, "127.0.0.1", 0, server_host_keys=[host_key], sftp_factory=Files
        )
    )

    def stop() -> None:
        acceptor.close()
        loop.call_later(0.05, loop.stop)

    def serve() -> None:
        loop.run_forever()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0.01))
        loop.close()

    with _thread(serve, lambda: loop.call_soon_threadsafe(stop)):
        yield Running(
            root,
            Target.read(f"sftp://{NAME}@127.0.0.1:{acceptor.get_port()}/club/results/"),
            Credentials(PASSWORD, host_key=host_key.get_fingerprint()),
            cutter,
        )


@contextmanager
def webdav(  # noqa: C901 - a server
    root: Path, certificate: Certificate | None, **options: Any
) -> Iterator[Running]:
    """``options["answers"]`` are statuses by method, in place of what would be done."""
    root.mkdir()
    cutter = Cutter()
    login = base64.b64encode(f"{NAME}:{PASSWORD}".encode()).decode()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _place(self, address: str) -> Path:
            return root / unquote(urlsplit(address).path).strip("/")

        def _answer(self, status: int, content: bytes = b"", **headers: str) -> None:
            if not cutter.tick():
                self.close_connection = True
                return
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def _do(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if not cutter.tick(f"{self.command} {self.path}"):
                self.close_connection = True
                return
            if self.headers.get("Authorization") != f"Basic {login}":
                self._answer(401)
            elif status := options.get("answers", {}).get(self.command):
                self._answer(status, Location="https://elsewhere.example/")
            else:
                getattr(self, f"_{self.command.lower()}")(self._place(self.path), body)

        do_GET = do_HEAD = do_PUT = do_MKCOL = do_MOVE = do_DELETE = _do  # noqa: N815

        def _get(self, place: Path, body: bytes) -> None:
            if place.is_file():
                self._answer(200, place.read_bytes())
            else:
                self._answer(405 if place.is_dir() else 404)

        _head = _get

        def _put(self, place: Path, body: bytes) -> None:
            if not place.parent.is_dir():
                self._answer(409)
                return
            place.write_bytes(body)
            self._answer(201)

        def _mkcol(self, place: Path, body: bytes) -> None:
            if place.exists() or not place.parent.is_dir():
                self._answer(405 if place.exists() else 409)
                return
            place.mkdir()
            self._answer(201)

        def _move(self, place: Path, body: bytes) -> None:
            other = self._place(self.headers["Destination"])
            if not place.exists() or (other.exists() and self.headers["Overwrite"] != "T"):
                self._answer(412 if place.exists() else 404)
                return
            place.replace(other)
            self._answer(204)

        def _delete(self, place: Path, body: bytes) -> None:
            if not place.exists():
                self._answer(404)
                return
            shutil.rmtree(place) if place.is_dir() else place.unlink()
            self._answer(204)

        def log_message(self, *args: Any) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *args: Any) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.both)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    with _thread(lambda: server.serve_forever(poll_interval=0.02), server.shutdown):
        kind = "https" if certificate else "http"
        yield Running(
            root,
            Target.read(f"{kind}://{NAME}@127.0.0.1:{server.server_port}/club/results/"),
            Credentials(
                PASSWORD,
                host_key=certificate.fingerprint if certificate else "",
                allows_plain=not certificate,
            ),
            cutter,
        )
    server.server_close()


@contextmanager
def _thread(serve: Callable[[], None], stop: Callable[[], object]) -> Iterator[None]:
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop()
        thread.join(10)


KINDS = {"folder": folder, "sftp": sftp, "ftps": ftp, "ftp": plain_ftp, "webdav": webdav}
