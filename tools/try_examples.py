"""``python -m tools.try_examples``: the files of ``docs/examples`` with the programs they are for.

nginx and Caddy end TLS, with a certificate made for the occasion, before a server with the settings
of production: a director logs in through them. Then a federation in miniature: nginx, two servers
before the original by way of pgbouncer, one before a replica. Only names, addresses, ports and
paths of the files are replaced. Everything listens on this machine alone, and is gone at the end.
Needs PostgreSQL, openssl and root (for pgbouncer); what is missing is named, and makes the exit
code 1.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools.serving import PREPARE, SERVE, free_port, serving
from tools.throwaway_postgres import ROOT, Server, throwaway_server
from tools.visiting import Answer, Browser

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


def production(folder: Path, url: str, tls: int, **more: str) -> dict[str, str]:
    """The settings of a server on the internet, as in ``clubscore.env``."""
    return {
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "CLUBSCORE_PRODUCTION": "yes",
        "CLUBSCORE_HOSTS": "localhost,127.0.0.1",
        "CLUBSCORE_ORIGINS": f"https://localhost:{tls}",
        "CLUBSCORE_SECRET_KEY": secrets.token_urlsafe(64),
        "CLUBSCORE_DATA": str(folder),
        "DATABASE_URL": url,
        **more,
    }


def prepare(environment: dict[str, str]) -> None:
    subprocess.run(
        PREPARE, env={**os.environ, **environment}, check=True, stdout=subprocess.DEVNULL
    )


def log_in(browser: Browser, folder: Path) -> Answer:
    """Log in with the first login."""
    lines = (folder / "director-login.txt").read_text().splitlines()
    name, password = (line.split(": ", 1)[1] for line in lines)
    browser.ask("/login/")
    return browser.ask("/login/", username=name, password=password)


def say(text: str) -> None:
    print(f"  {text}", flush=True)


def expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")
    say(f"{what}: {found}")


def try_proxy(name: str, folder: Path) -> None:
    """One server with the settings of production behind nginx or Caddy."""
    plain, tls = free_port(), free_port()
    with ExitStack() as stack:
        original = stack.enter_context(throwaway_server())
        environment = production(folder, original.url, tls)
        prepare(environment)
        port = stack.enter_context(serving(SERVE, environment, quiet=True))
        there = {"127.0.0.1:8000": f"127.0.0.1:{port}"}
        front = (
            nginx(folder, "nginx.conf", (plain, tls), there)
            if name == "nginx"
            else caddy(folder, (plain, tls), there)
        )
        stack.enter_context(front)
        browser = Browser(tls, tls=True)
        home = browser.ask("/", {"X-Forwarded-Proto": "http"})
        expect("the page over TLS", home.status, 200)
        hsts = home.headers["Strict-Transport-Security"]
        expect("HSTS", hsts, "max-age=31536000; includeSubDomains; preload")
        expect("a request's number", len(home.headers["X-Request-ID"]), 12)
        expect("plain visits to the proxy", Browser(plain).ask("/").status in {301, 308}, True)
        expect("plain visits round the proxy", Browser(port).ask("/").status, 301)
        expect("the login", log_in(browser, folder).status, 302)
        expect("cookies for TLS alone", sorted(set(browser.flags())), ["httponly,secure", "secure"])
        expect("a director's page", browser.ask("/players/").status, 200)
        for size, wanted in ((3, 403), (8.5, 413), (20, 413)):
            status = browser.send("/players/import/", int(size * 2**20))
            expect(f"{size} MiB sent without the proof of a form", status, wanted)


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


def try_federation(folder: Path) -> None:
    """nginx, two servers before pgbouncer and the original, one before a replica."""
    plain, tls = free_port(), free_port()
    with ExitStack() as stack:
        original = stack.enter_context(throwaway_server(durable=True))
        replica = stack.enter_context(original.replica())
        pooler = stack.enter_context(pgbouncer(folder, original))
        data = folder / "data"
        entering = production(data, pooler, tls, CLUBSCORE_POOLER="yes")
        reading = entering | {"DATABASE_URL": replica.url, "CLUBSCORE_POOLER": ""}
        reading |= {"CLUBSCORE_READ_ONLY": "yes", "CLUBSCORE_DATA": str(folder / "reading")}
        prepare(entering)
        say("prepared through the pooler")
        one, other = (stack.enter_context(serving(SERVE, entering, quiet=True)) for _ in "ab")
        with_replica = stack.enter_context(ExitStack())
        public = with_replica.enter_context(serving(SERVE, reading, quiet=True))
        changes = {
            "10.0.0.11:8000": f"127.0.0.1:{one}",
            "10.0.0.12:8000": f"127.0.0.1:{other}",
            "10.0.0.21:8000": f"127.0.0.1:{public}",
            "10.0.0.22:8000": f"127.0.0.1:{public}",
        }
        stack.enter_context(nginx(folder, "federation.nginx.conf", (plain, tls), changes))
        director, visitor = Browser(tls, tls=True), Browser(tls, tls=True)
        expect("the login", log_in(director, data).status, 302)
        for page in ("/players/", "/copies/", "/players/export/register.csv"):
            expect(f"{page}, a director's", director.ask(page).status, 200)
        expect("a visitor's page", visitor.ask("/").status, 200)
        expect("the replica's server has no login", Browser(public).ask("/login/").status, 301)
        with_replica.close()
        expect("a visitor's page without the replica's server", visitor.ask("/").status, 200)


TRIALS = {
    "nginx": lambda folder: try_proxy("nginx", folder),
    "caddy": lambda folder: try_proxy("caddy", folder),
    "federation": try_federation,
}


def main(names: list[str]) -> int:
    missing = 0
    for name in names or TRIALS:
        print(f"\n{name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="clubscore-try-") as folder:
            try:
                TRIALS[name](Path(folder))
            except MissingError as error:
                say(f"NOT TRIED: {error}")
                missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
