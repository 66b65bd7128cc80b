"""Which server answers, where it listens, and how it is started.

On a laptop and in a hall it is waitress, in one process (:mod:`.waitress_server`); on a server
gunicorn, with threads, behind a proxy that receives slow visitors' requests. gunicorn reads its
settings here (``gunicorn -c python:clubscore.server.configuration``).

``CLUBSCORE_SERVER``   waitress, or gunicorn (waitress; gunicorn with TLS, but not on Windows)
``PORT``               8000
``CLUBSCORE_BIND``     address to listen on (127.0.0.1: this machine only; 0.0.0.0 in a hall)
``WEB_CONCURRENCY``    gunicorn's processes (2)
``CLUBSCORE_THREADS``  threads in each process (4)
"""

import os
import socket
import sys
from typing import Any, Final

from clubscore.server import environment, hall

GUNICORN: Final = "gunicorn"
WAITRESS: Final = "waitress"
_PORTS: Final = 20
"""How many ports are tried when another program has the first one."""

_everywhere = "0.0.0.0"  # noqa: S104 - asked for by CLUBSCORE_HALL
address = os.environ.get("CLUBSCORE_BIND") or (_everywhere if hall.is_on() else "127.0.0.1")
port = environment.number("PORT", 8000, maximum=65535)

_has_proxy = environment.flag("CLUBSCORE_TLS", default=environment.flag("CLUBSCORE_PRODUCTION"))
kind = environment.choice(
    "CLUBSCORE_SERVER",
    (GUNICORN, WAITRESS),
    GUNICORN if _has_proxy and sys.platform != "win32" else WAITRESS,
)
bind = [f"[{address}]:{port}" if ":" in address else f"{address}:{port}"]
worker_class = "gthread"
workers = environment.number("WEB_CONCURRENCY", 2)
threads = max(1, environment.number("CLUBSCORE_THREADS", 4))
# Longer than a proxy keeps a connection: it would send a request just as we close.
keepalive = 75
limit_request_line = 8190
# Without it all clients pile onto one process. Only Linux shares connections out.
reuse_port = sys.platform == "linux"
control_socket_disable = True
# A page takes milliseconds. Without it, Ctrl-C in the middle of a start can take half a minute.
graceful_timeout = 5
# No log of visits: it would be one of the visitors' addresses.
accesslog = None
loglevel = os.environ.get("CLUBSCORE_LOG_LEVEL") or "warning"
# In the same lines as the program's own log.
logconfig_dict = {
    "formatters": {"generic": {"()": "clubscore.server.logs.PrivateFormatter"}},
    "root": {"level": "WARNING", "handlers": ["error_console"]},
    "loggers": {
        "gunicorn.error": {
            "level": loglevel.upper(),
            "handlers": ["error_console"],
            "propagate": False,
        }
    },
}


def is_taken() -> bool:
    """Whether somebody listens at the address; ``reuse_port`` would join them silently."""
    try:
        listening().close()
    except OSError:
        return True
    return False


def take_next_port() -> bool:
    """Take the next port that is free, unless somebody named this one; whether there is one."""
    global port
    if os.environ.get("PORT") or os.environ.get("CLUBSCORE_BIND"):
        return False
    taken = port
    for port in range(taken + 1, taken + _PORTS):
        if not is_taken():
            # For the process that serves.
            os.environ["PORT"] = str(port)
            return True
    return False


def listening(address: str = address) -> socket.socket:
    """A socket bound to the address, for this process alone; :class:`OSError` when it is taken."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    # A port whose last connections are still closing is free; on Windows that option would let two
    # servers share one.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    found.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
    except OSError:
        found.close()
        raise
    return found


def url() -> str:
    """Where a browser on this machine finds clubscore."""
    host = "127.0.0.1" if address in {"0.0.0.0", "::"} else address  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def command(kind: str = kind) -> list[str]:
    """The command line of the server."""
    if kind == GUNICORN:
        arguments = [
            "gunicorn",
            "-c",
            "python:clubscore.server.configuration",
            "clubscore.wsgi:application",
        ]
    else:
        arguments = ["clubscore.server.waitress_server"]
    return [sys.executable, "-m", *arguments]


def announce() -> None:
    """Print that the server is ready."""
    sys.stdout.write(f"\nclubscore runs at {url()} (stop it with Ctrl-C)\n\n")
    if hall.is_on():
        sys.stdout.write(f"{hall.greeting(port)}\n")
    sys.stdout.flush()


def post_worker_init(worker: Any) -> None:
    """Called by gunicorn in every worker."""
    # By the first worker only.
    if worker.age == 1:
        announce()
