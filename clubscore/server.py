"""How gunicorn serves clubscore: its settings module, ``gunicorn -c python:clubscore.server``.

``PORT``               8000
``CLUBSCORE_BIND``     address to listen on (127.0.0.1: this machine only)
``WEB_CONCURRENCY``    processes (2)
``CLUBSCORE_THREADS``  threads in each (2; 4 behind a proxy)
"""

import os
import socket
import sys
from typing import Any

from clubscore import environment

address = os.environ.get("CLUBSCORE_BIND") or "127.0.0.1"
port = environment.number("PORT", 8000, maximum=65535)

bind = [f"[{address}]:{port}" if ":" in address else f"{address}:{port}"]
worker_class = "clubscore.server_worker.Worker"
workers = environment.number("WEB_CONCURRENCY", 2)
threads = environment.number("CLUBSCORE_THREADS", 2)
# Without it all clients pile onto one process. Only Linux shares connections out.
reuse_port = sys.platform == "linux"
control_socket_disable = True
# A page takes milliseconds. Without it, Ctrl-C in the middle of a start can take half a minute.
graceful_timeout = 5
# No log of visits: it would be one of the visitors' addresses.
accesslog = None
logger_class = "clubscore.server_log.ServerLogger"
loglevel = os.environ.get("CLUBSCORE_LOG_LEVEL") or "warning"


def is_taken() -> bool:
    """Whether somebody listens at the address; ``reuse_port`` would join them silently."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # A port whose last connections are still closing is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return True
    return False


def url() -> str:
    """Where a browser on this machine finds clubscore."""
    host = "127.0.0.1" if address in {"0.0.0.0", "::"} else address  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def post_worker_init(worker: Any) -> None:
    """Print that the server is ready."""
    # By the first worker only.
    if worker.age == 1:
        sys.stdout.write(f"\nclubscore runs at {url()} (stop it with Ctrl-C)\n\n")
        sys.stdout.flush()
