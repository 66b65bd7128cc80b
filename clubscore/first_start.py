"""The first start: a director's login and the demo club.

A start is the first one as long as there is no user. The password is random, and stored in the
data folder for whoever may read that folder.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import transaction

LOGIN_FILE: Final = "director-login.txt"
# No 0 and o, 1 and l and i: the password is read from a screen.
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Login:
    """A user name and its password, in the clear."""

    name: str
    password: str


def prepare_first_start(*, folder: Path, demo: bool = True) -> Login | None:
    """Create the user ``director`` and, if wanted, the demo club; ``None`` when there
    is a user already.

    All or nothing: a start that fails half-way is the first one again.
    """
    with transaction.atomic():
        if get_user_model().objects.exists():
            return None
        login = Login("director", readable_password())
        get_user_model().objects.create_superuser(login.name, password=login.password)
        if demo:
            call_command("demo", verbosity=0)
        save_login(folder=folder, login=login)
    return login


def readable_password() -> str:
    """Four groups of four letters and digits: 79 bits, easily typed from a screen."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def save_login(*, folder: Path, login: Login) -> None:
    """Write the login into the data folder, readable by the owner only."""
    path = folder / LOGIN_FILE
    # An existing file would stay as readable as it was.
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(f"name: {login.name}\npassword: {login.password}\n", encoding="utf-8")
