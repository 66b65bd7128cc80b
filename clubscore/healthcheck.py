"""``python -m clubscore.healthcheck``: exit 0 when the server on this machine answers well.

For the container's health check, which has no browser and no curl.
"""

import http.client
import sys

from clubscore.environment import number, words


def is_healthy(port: int, host: str) -> bool:
    """Whether ``/healthz`` at a port of this machine answers 200 when asked as ``host``."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def main() -> int:
    # A server for club.example answers no other name; a leading dot or star stands for any.
    host = words("CLUBSCORE_HOSTS", "127.0.0.1")[0].lstrip("*.") or "127.0.0.1"
    return 0 if is_healthy(number("PORT", 8000), host) else 1


if __name__ == "__main__":
    sys.exit(main())
