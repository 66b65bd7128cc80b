"""``python -m tools.try_examples``: the files of ``docs/examples`` with the programs they are for.

nginx and Caddy end TLS, with a certificate made for the occasion, before a server with the settings
of production: a director logs in through them. Then a federation in miniature: nginx, two servers
before the original by way of pgbouncer, one before a replica. Only names, addresses, ports and
paths of the files are replaced. Everything listens on this machine alone, and is gone at the end.
Needs PostgreSQL, openssl and root (for pgbouncer); what is missing is named, and makes the exit
code 1.
"""

import os
import re
import secrets
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tools.example_programs import MissingError, caddy, nginx, pgbouncer
from tools.serving import PREPARE, SERVE, free_port, serving
from tools.throwaway_postgres import throwaway_server
from tools.visiting import Answer, Browser


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


def served_by(folder: Path, names: dict[int, str]) -> list[str]:
    """The databases of the servers that nginx has asked since the last call."""
    log = folder / "visits"
    ports = re.findall(r"127\.0\.0\.1:(\d+)", log.read_text())
    log.write_text("")
    return sorted({names[int(port)] for port in ports})


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
        names = {one: "original", other: "original", public: "replica"}
        changes = {
            "access_log off;": f"access_log {folder}/visits trial;",
            "10.0.0.11:8000": f"127.0.0.1:{one}",
            "10.0.0.12:8000": f"127.0.0.1:{other}",
            "10.0.0.21:8000": f"127.0.0.1:{public}",
            "10.0.0.22:8000": f"127.0.0.1:{public}",
        }
        stack.enter_context(nginx(folder, "federation.nginx.conf", (plain, tls), changes))
        director, visitor = Browser(tls, tls=True), Browser(tls, tls=True)
        expect("the login", log_in(director, data).status, 302)
        for page in ("/players/", "/players/export/members.csv", "/backups/"):
            expect(f"{page}, a director's", director.ask(page).status, 200)
        expect("a copy made through the pooler", director.ask("/backups/make/", a="b").status, 302)
        made = list((data / "backups").glob("*-asked.jsonl.gz"))
        expect("copies in the folder", len(made), 1)
        expect("a director's pages come from", served_by(folder, names), ["original"])
        expect("a visitor's page", visitor.ask("/").status, 200)
        expect("it comes from", served_by(folder, names), ["replica"])
        refused = Browser(public).ask("/login/", {"X-Forwarded-Proto": "https"})
        expect("the replica's server has no login", refused.status, 403)
        replica.stop()
        expect("a visitor's page without the replica", visitor.ask("/").status, 200)
        expect("it comes from", served_by(folder, names), ["original", "replica"])
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
