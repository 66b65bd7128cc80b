"""The programs that the files of ``docs/examples`` are for, run with them for a while on this
machine: only names, addresses, ports and paths are replaced."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.serving import free_port
from tools.throwaway_postgres import ROOT, Server
from tools.visiting import Browser

EXAMPLES = ROOT / "docs" / "examples"
NGINX_FRAME = """
daemon off;
# The folder is private.
user root;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
  access_log off;
  log_format trial '$request_method $uri $upstream_addr';
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{site}
}}
"""


class MissingError(RuntimeError):
    """A program is not on this machine."""


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        raise MissingError(f"{name} is not on this machine (Debian: apt-get install {name}).")
    return found


@contextmanager
def running(command: list[str], port: int, **options: object) -> Iterator[None]:
    """A program while the block runs; at first until it listens."""
    process = subprocess.Popen(command, **options)  # type: ignore[call-overload]
    try:
        browser = Browser(port)
        deadline = time.monotonic() + 20
        while not browser.reaches():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[0]} does not listen")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for ``localhost`` and its key."""
    names = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        + ["-out", str(names[0]), "-keyout", str(names[1])],
        check=True,
        capture_output=True,
    )
    return names


def replaced(name: str, changes: dict[str, str]) -> str:
    """The text of an example; each of the words that are replaced has to be there."""
    text = (EXAMPLES / name).read_text()
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"There is no {old} in {name}")
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(
    folder: Path, name: str, ports: tuple[int, int], changes: dict[str, str]
) -> Iterator[None]:
    """nginx with an example's site, on a port for plain visits and one for TLS."""
    plain, tls = ports
    chain, key = certificate(folder)
    site = replaced(
        name,
        {
            "listen [::]:80;": "",
            "listen [::]:443 ssl http2;": "",
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl": f"listen 127.0.0.1:{tls} ssl",
            "/etc/letsencrypt/live/club.example/fullchain.pem": str(chain),
            "/etc/letsencrypt/live/club.example/privkey.pem": str(key),
            "server_name club.example": "server_name localhost",
            **changes,
        },
    )
    (folder / "nginx.conf").write_text(NGINX_FRAME.format(folder=folder, site=site))
    command = [program("nginx"), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t", "-q"], check=True)
    with running(command, tls):
        yield


@contextmanager
def caddy(folder: Path, ports: tuple[int, int], changes: dict[str, str]) -> Iterator[None]:
    plain, tls = ports
    options = f"{{\n\thttp_port {plain}\n\thttps_port {tls}\n\tlocal_certs\n"
    options += "\tskip_install_trust\n\tadmin off\n}\n"
    text = options + replaced("Caddyfile", {"\nclub.example {": "\nlocalhost {", **changes})
    (folder / "Caddyfile").write_text(text)
    environment = {
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    options_of_caddy = ["--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    for verb in ("validate", "run"):
        command = [program("caddy"), verb, *options_of_caddy]
        quiet = {"env": environment, "stderr": (folder / "caddy.log").open("ab")}
        if verb == "validate":
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **quiet)  # type: ignore[call-overload]
    with running(command, tls, **quiet):
        yield


@contextmanager
def pgbouncer(folder: Path, original: Server) -> Iterator[str]:
    """A pooler before the database; its address."""
    port = free_port()
    users, config = folder / "userlist.txt", folder / "pgbouncer.ini"
    users.write_text('"clubscore" ""\n')
    changes = {
        "host=10.0.0.31": f"host={original.folder}",
        "listen_addr = 10.0.0.30": "listen_addr = 127.0.0.1",
        "listen_port = 6432": f"listen_port = {port}\nunix_socket_dir =",
        "auth_type = scram-sha-256": "auth_type = trust",
        "/etc/pgbouncer/userlist.txt": str(users),
        "default_pool_size = 20": "default_pool_size = 4",
    }
    config.write_text(replaced("pgbouncer.ini", changes))
    folder.chmod(0o755)
    log = (folder / "pgbouncer.log").open("ab")
    command = [program("pgbouncer"), "-u", "postgres", str(config)]
    with running(command, port, stderr=log, stdout=log):
        yield f"postgres://clubscore@127.0.0.1:{port}/clubscore"
