"""The web server's own log, in the same lines as the program's; there is no log of visits."""

from typing import Any

from gunicorn.glogging import Logger

from clubscore.logs import PrivateFormatter


class ServerLogger(Logger):
    """gunicorn's logger without the addresses and query strings that it would log."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(PrivateFormatter())
