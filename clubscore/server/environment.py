"""Reading the environment: the data folder, yes and no, lists, and the secrets.

Read by ``settings.py`` and ``server.py``. For a laptop everything has a safe default; the secret
has none and is made on first use, into the data folder. In production nothing that matters is
left to a default. A secret may be in a file that the environment names, as containers and systemd
hand them over: ``NAME_FILE`` instead of ``NAME``.
"""

import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

ROOT: Final = Path(__file__).resolve().parents[2]
"""The folder of the packages: a clone, or Python's folder of what is installed."""
_INSTALLED: Final = ROOT / "clubscore" / "resources"
IS_INSTALLED: Final = _INSTALLED.is_dir()
RESOURCES: Final = _INSTALLED if IS_INSTALLED else ROOT
"""The folder of templates, styles, languages and guides."""

MIN_SECRET: Final = 50
"""Characters, as Django's own check requires."""

_ENGINES: Final = {"django.db.backends.postgresql", "django.db.backends.sqlite3"}


def as_typed(text: str) -> str:
    """A sentence with the commands that there are: an installed package has but ``clubscore``."""
    if not IS_INSTALLED:
        return text
    return text.replace("manage.py ", "clubscore ").replace("make run", "clubscore")


def flag(name: str, *, default: bool = False) -> bool:
    """Whether a variable is yes: ``1``, ``true``, ``yes`` or ``on``, in any case."""
    text = os.environ.get(name, "").strip().casefold()
    return text in {"1", "true", "yes", "on"} if text else default


def words(name: str, default: str = "") -> list[str]:
    """The words of a variable, separated by commas; the default's when it is empty."""
    text = os.environ.get(name, "").strip() or default
    return [word.strip() for word in text.split(",") if word.strip()]


def number(name: str, default: int, *, maximum: int | None = None) -> int:
    """The whole number of a variable; :class:`ImproperlyConfigured` names the variable."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or (maximum is not None and int(text) > maximum):
        limit = "" if maximum is None else f" up to {maximum}"
        raise ImproperlyConfigured(f"{name} must be a whole number{limit}, not “{text}”.")
    return int(text)


def choice(name: str, choices: Sequence[str], default: str) -> str:
    """One of some words; :class:`ImproperlyConfigured` names the variable and all of them."""
    text = os.environ.get(name, "").strip().casefold() or default
    if text not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not “{text}”.")
    return text


def secret(name: str) -> str:
    """The value of a variable, or the content of the file that ``NAME_FILE`` names, without the
    blanks around it; empty when neither is set.

    :class:`ImproperlyConfigured` when both are set, or when the file is missing, empty or no text;
    nothing of its content is repeated.
    """
    value, path = (os.environ.get(each, "").strip() for each in (name, f"{name}_FILE"))
    if not path:
        return value
    if value:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: unset one of them.")
    # From None: the error of a text has the text itself.
    try:
        value = Path(path).expanduser().read_text(encoding="utf-8").strip()
    except OSError as error:
        raise _unusable(name, path, f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise _unusable(name, path, "is no text in UTF-8") from None
    if not value:
        raise _unusable(name, path, "is empty")
    return value


def _unusable(name: str, path: str, reason: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"The file {path} that {name}_FILE names {reason}.")


def time_zone(default: str) -> str:
    """The zone of ``CLUBSCORE_TIME_ZONE``; :class:`ImproperlyConfigured` when there is none."""
    name = os.environ.get("CLUBSCORE_TIME_ZONE", "").strip() or default
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError) as error:
        raise ImproperlyConfigured(
            f"CLUBSCORE_TIME_ZONE must be a time zone such as Europe/Dublin, not “{name}”."
        ) from error
    return name


def database(folder: Path, **options: Any) -> dict[str, Any]:
    """The database of ``DATABASE_URL`` or its file, else a file in the data folder.

    :class:`ImproperlyConfigured` when it is no address of one; the address is not repeated, for
    it has the password.
    """
    url = secret("DATABASE_URL")
    if not url:
        # The folder stays out of the address, in which “%20”, “#” and “C:” mean something else.
        file = {"NAME": str(folder / "clubscore.sqlite3")}
        return {**dj_database_url.parse("sqlite:///file", **options), **file}
    try:
        found = dict(dj_database_url.parse(url, **options))
    except ValueError:
        found = {}
    if found.get("ENGINE") not in _ENGINES:
        # From None: the first error may quote the address.
        raise ImproperlyConfigured(
            "DATABASE_URL is no address of a database that clubscore can use. It looks like"
            " postgres://clubscore:password@localhost:5432/clubscore; in the password, whatever is"
            " neither letter nor digit is written with a percent sign (%2F for /). Without"
            " DATABASE_URL the data is in a file of the data folder."
        ) from None
    return found


def manage(*arguments: str) -> list[str]:
    """The command line of one of our own commands, to be run in :data:`ROOT`."""
    return [sys.executable, "-m", "clubscore", *arguments]


def data_folder() -> Path:
    """The folder that holds whatever a club must not lose; made when it is missing. ``var`` in a
    clone, and where the system has a user's data when clubscore is installed."""
    usual = user_data_path("clubscore", appauthor=False) if IS_INSTALLED else ROOT / "var"
    folder = Path(os.environ.get("CLUBSCORE_DATA") or usual).expanduser().resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be made: {error.strerror}. CLUBSCORE_DATA names it."
        ) from error
    return folder


def secret_key(folder: Path) -> str:
    """The key from ``CLUBSCORE_SECRET_KEY`` or its file, else from the data folder, made there if
    missing.

    The file is linked into place complete, so that two processes that start at the same time
    agree on one key.
    """
    if given := secret("CLUBSCORE_SECRET_KEY"):
        return given
    path = folder / "secret_key"
    try:
        return _stored_secret(path)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be used: {error.strerror}. It has to belong to the"
            " user who runs clubscore, who is not the superuser one day and somebody else the next."
        ) from error


def _stored_secret(path: Path) -> str:
    folder = path.parent
    if not path.exists():
        draft = folder / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        # A link fails if another process was faster; a rename would replace its key.
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        except OSError:
            # The file systems of most sticks have no links.
            if not path.exists():
                draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()


def refuse_unready_production() -> None:
    """Raise :class:`ImproperlyConfigured` with a sentence for everything that is missing."""
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
    if len(secret("CLUBSCORE_SECRET_KEY")) < MIN_SECRET:
        yield (
            f"CLUBSCORE_SECRET_KEY must have {MIN_SECRET} random characters or more, the same"
            " for every web process: python3 -c 'import secrets;"
            " print(secrets.token_urlsafe(64))' prints some."
        )
    hosts = words("CLUBSCORE_HOSTS")
    if not hosts or "*" in hosts:
        yield (
            "CLUBSCORE_HOSTS must name the hosts under which visitors reach this server, such as"
            " club.example, and no star."
        )
    if not secret("DATABASE_URL"):
        yield (
            "DATABASE_URL must name the database, such as"
            " postgres://clubscore:password@localhost:5432/clubscore."
        )
    if flag("CLUBSCORE_DEBUG"):
        yield "CLUBSCORE_DEBUG must not be set: its pages show passwords to everybody."


LOGIN_FILE: Final = "director-login.txt"
