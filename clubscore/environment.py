"""What the environment says: the data folder, yes and no, lists, and the secret key.

Read by ``settings.py`` and ``server.py``. For a laptop everything has a safe default; the secret
has none and is made on first use, into the data folder. In production nothing that matters is
left to a default.
"""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

SHORTEST_SECRET: Final = 50
"""Characters, as Django's own check asks."""


def flag(name: str, *, default: bool = False) -> bool:
    """Whether a variable says yes: ``1``, ``true``, ``yes`` or ``on``, in any case."""
    text = os.environ.get(name, "").strip().casefold()
    return text in {"1", "true", "yes", "on"} if text else default


def words(name: str, default: str = "") -> list[str]:
    """The words of a variable, separated by commas; the default's when it is empty."""
    text = os.environ.get(name, "").strip() or default
    return [word.strip() for word in text.split(",") if word.strip()]


def number(name: str, default: int) -> int:
    """The whole number of a variable; :class:`ValueError` names the variable."""
    text = os.environ.get(name, "").strip()
    try:
        return int(text) if text else default
    except ValueError as error:
        raise ValueError(f"{name} must be a whole number, not {text!r}") from error


def data_folder(base: Path) -> Path:
    """The folder that holds whatever a club must not lose; made when it is missing."""
    folder = Path(os.environ.get("CLUBSCORE_DATA") or base / "var").expanduser().resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """The key from ``CLUBSCORE_SECRET_KEY``, else from the data folder, made there if missing.

    The file is linked into place complete, so that two processes that start at the same time
    agree on one key.
    """
    given = os.environ.get("CLUBSCORE_SECRET_KEY", "")
    if given:
        return given
    path = folder / "secret_key"
    if not path.exists():
        draft = folder / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def refuse_unready_production() -> None:
    """Raise :class:`ImproperlyConfigured` with every sentence of what a server still needs."""
    sentences = list(_missing_in_production())
    if sentences:
        raise ImproperlyConfigured(" ".join(("CLUBSCORE_PRODUCTION is set.", *sentences)))


def proxy_header() -> tuple[str, str]:
    """The header, as WSGI names it, and its value by which a proxy says that a visitor came over
    TLS; :class:`ImproperlyConfigured` when ``CLUBSCORE_PROXY_HEADER`` is not one."""
    text = os.environ.get("CLUBSCORE_PROXY_HEADER", "").strip() or "X-Forwarded-Proto: https"
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not (colon and value and name.replace("-", "").isalnum() and name.isascii()):
        raise ImproperlyConfigured(
            f"CLUBSCORE_PROXY_HEADER must be a header and its value, such as"
            f" “X-Forwarded-Proto: https”, not “{text}”."
        )
    return f"HTTP_{name.upper().replace('-', '_')}", value


def _missing_in_production() -> Iterator[str]:
    secret = os.environ.get("CLUBSCORE_SECRET_KEY", "")
    if len(secret) < SHORTEST_SECRET:
        yield (
            f"CLUBSCORE_SECRET_KEY must have {SHORTEST_SECRET} random characters or more, the same"
            " for every web process: python3 -c 'import secrets;"
            " print(secrets.token_urlsafe(64))' prints some."
        )
    hosts = words("CLUBSCORE_HOSTS")
    if not hosts or "*" in hosts:
        yield (
            "CLUBSCORE_HOSTS must name the hosts under which visitors reach this server, such as"
            " club.example, and no star."
        )
    if not os.environ.get("DATABASE_URL"):
        yield (
            "DATABASE_URL must name the database, such as"
            " postgres://clubscore:password@localhost:5432/clubscore."
        )
    if flag("CLUBSCORE_DEBUG"):
        yield "CLUBSCORE_DEBUG must not be set: its pages show passwords to everybody."
