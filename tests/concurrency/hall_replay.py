"""``python -m tests.concurrency.hall_replay ROUNDS SEED …``: a tournament a seed through the phones
of a real server, which is killed three times in each; the round clock goes on over it. Ends with 1
at the first fault.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from threading import Timer
from typing import Any
from urllib.parse import urlencode

import django

from tools.serving import SERVE, free_port, get

TOKEN = "t" * 32

KILLS = 3


class Server:
    """A server that may be killed, and comes back at the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    def start(self) -> None:
        environment = os.environ | {"CLUBSCORE_BIND": "127.0.0.1", "PORT": str(self.port)}
        self.process = subprocess.Popen(
            SERVE, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        while get(self.port, "/healthz") != 200:
            assert self.process.poll() is None
            time.sleep(0.05)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Answer:
    """As far as Django's own client gives it."""

    def __init__(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.status_code, self.content, self.headers = status, body, headers

    def json(self) -> Any:
        return json.loads(self.content)

    def __getitem__(self, name: str) -> str:
        return self.headers[name]


class Browser:
    """Asks the server until it answers, with the same key: as the phone's own page does."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: SimpleCookie = SimpleCookie()

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def post(self, path: str, body: Any = "", content_type: str = "") -> Answer:
        if isinstance(body, dict):
            body, content_type = urlencode(body), "application/x-www-form-urlencoded"
        return self._ask("POST", path, body, {"Content-Type": content_type})

    def _ask(
        self, method: str, path: str, body: str = "", more: dict[str, str] | None = None
    ) -> Answer:
        own = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
        headers = {"Cookie": f"csrftoken={TOKEN}; {own}", "X-CSRFToken": TOKEN, **(more or {})}
        for _ in range(200):
            connection = HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            try:
                connection.request(method, path, body.encode(), headers)
                got = connection.getresponse()
                answer = Answer(got.status, got.read(), dict(got.getheaders()))
            except (HTTPException, OSError):
                if self.server.process.poll() is not None:
                    self.server.start()
                time.sleep(0.05)
                continue
            finally:
                connection.close()
            for text in got.msg.get_all("Set-Cookie", []):
                if text.startswith("clubscore-hall="):
                    self.cookies.load(text)
            return answer
        raise TimeoutError(path)


class Killer:
    """Kills the server three times, each in the middle of what is sent next."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.chance, self.left = server, random.Random(-seed), KILLS

    def __call__(self, _chance: random.Random, _phone: Any) -> None:
        if self.left and self.chance.random() < 0.4:
            self.left -= 1
            Timer(self.chance.random() / 50, self.server.kill).start()


def main() -> None:
    """All tournaments, one after the other."""
    django.setup()
    from django.contrib.auth.models import User

    from clubscore.web.visitors import Actor
    from events.hall.services.directing import press, set_clock
    from tests.events.hall import phones
    from tests.events.hall.replay import Replay

    server = Server()
    phones.Client = lambda **_more: Browser(server)  # type: ignore[assignment]
    arbiter = Actor(user=User.objects.create_user("arbiter"))
    try:
        rounds, *seeds = map(int, sys.argv[1:])
        for seed in seeds:
            killer = Killer(server, seed)
            replay = Replay(seed, arbiter, killer, rounds=rounds)
            replay.play()
            replay.check()
            assert killer.left == 0
            # The clock of a round stands as it stood when the server went.
            set_clock(tournament=replay.played, values={"length": 90})
            press(tournament=replay.played, key="start")
            press(tournament=replay.played, key="pause")
            before = replay.phones[1].now["clock"]
            server.kill()
            assert replay.phones[1].now["clock"] == before
    finally:
        if server.process.poll() is None:
            server.kill()


if __name__ == "__main__":
    main()
