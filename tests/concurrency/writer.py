"""A director's browser, as far as saving goes: a process of its own that sends line after line.

Reads a plan on standard input, writes a report on standard output, both JSON. A line is sent until
the server has answered, with the version that the page knows; after a conflict it is sent again
with the stored version. A server in trouble (500 and above) has not answered. A *careless* writer
takes a broken connection for an answer.
"""

import http.client
import json
import sys
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

PATIENCE_SECONDS = 60
TOKEN = "t" * 32


def main(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """Save every line of the plan; for each: its id, the text, and the version it got."""
    writer = _Writer(plan)
    progress = Path(plan["progress"])
    saved = []
    for number, (line, text) in enumerate(plan["lines"], start=1):
        version = writer.save(line, text)
        saved.append({"line": line, "text": text, "version": version})
        progress.write_text(str(number))
    return saved


class _Writer:
    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.connection = self._connect()

    def save(self, line: int, text: str) -> int | None:
        """The version that the server gave to the line; ``None`` when there was no answer."""
        version = 0
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                status, answer = self._post(line, text, version)
                if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise http.client.HTTPException(status)
            except (OSError, http.client.HTTPException):
                self.connection.close()
                self.connection = self._connect()
                if self.plan["careless"]:
                    return None
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
                continue
            if status == 409:
                version = answer["line"]["version"]
                continue
            if status != 200:
                raise RuntimeError(f"{status}: {answer}")
            return int(answer["line"]["version"])

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.plan["port"], timeout=30)

    def _post(self, line: int, text: str, version: int) -> tuple[int, dict[str, Any]]:
        self.connection.request(
            "POST",
            f"/sessions/{self.plan['session']}/lines/{line}/",
            urlencode({"typed": text, "version": version}),
            {
                "Accept": "application/json",
                "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": f"sessionid={self.plan['login']}; csrftoken={TOKEN}",
                "X-CSRFToken": TOKEN,
            },
        )
        response = self.connection.getresponse()
        body = response.read()
        is_answer = response.status < HTTPStatus.INTERNAL_SERVER_ERROR
        return response.status, json.loads(body) if is_answer else {}


if __name__ == "__main__":
    json.dump(main(json.load(sys.stdin)), sys.stdout)
