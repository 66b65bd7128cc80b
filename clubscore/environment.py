"""What the environment says: the data folder, yes and no, lists, and the secret key.

Read by ``settings.py`` and ``server.py``. Everything has a safe default; the secret has none and
is made on first use, into the data folder.
"""

import os
import secrets
from pathlib import Path


def flag(name: str) -> bool:
    """Whether a variable says yes: ``1``, ``true``, ``yes`` or ``on``, in any case."""
    return os.environ.get(name, "").strip().casefold() in {"1", "true", "yes", "on"}


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
