"""``python -m clubscore.server.healthcheck``: exit 0 when the server on this machine answers
well, else 1, with what is wrong.

For the container's health check, which has no browser and no curl.
"""

import http.client
import sys
from typing import Final

from clubscore.server.environment import number, words

_MAX_LENGTH: Final = 300
"""Characters of an answer that are worth showing; another program may send a whole page."""


def complaint(port: int, host: str) -> str:
    """What is wrong with the answer of ``/healthz`` at a port of this machine when asked as
    ``host``; empty when it is 200."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        answer = connection.getresponse()
        text = answer.read(_MAX_LENGTH).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"no answer: {error}"
    finally:
        connection.close()
    return "" if answer.status == 200 else f"{answer.status} {text}".strip()


def main() -> int:
    # A server for club.example answers no other name; a leading dot or star stands for any.
    host = words("CLUBSCORE_HOSTS", "127.0.0.1")[0].lstrip("*.") or "127.0.0.1"
    found = complaint(number("PORT", 8000), host)
    if found:
        sys.stdout.write(f"clubscore is not healthy: {found}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
