"""The product's settings, with what a test run changes: a data folder of its own, and speed.

pytest reads this before any ``conftest.py``. Databases: SQLite in the temporary folder (a file,
so that several threads can use it), or PostgreSQL when ``DATABASE_URL`` says so. Either begins as
a copy of a template (``tools/template.py``).
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

IS_COLLECTED = bool(os.environ.pop("CLUBSCORE_COLLECTED", ""))
"""Whether pages link to scripts and styles as a club's do: joined, which takes a browser less."""
_FOLDER = Path(tempfile.mkdtemp(prefix="clubscore-tests-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
for _name in list(os.environ):
    # Not the browser's: it is a program of the tests, and no setting.
    if _name.startswith("CLUBSCORE_") and _name != "CLUBSCORE_CHROMIUM":
        del os.environ[_name]
os.environ.pop("DATABASE_URL_FILE", None)
os.environ["CLUBSCORE_DATA"] = str(_FOLDER)
# Commands speak the language of the terminal, whoever runs the tests.
os.environ["LANGUAGE"] = "en"

from clubscore.settings import *  # noqa: E402, F403
from clubscore.settings import DATABASES, STORAGES  # noqa: E402
from tools.template import postgres_template  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(_FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA synchronous=OFF"
else:
    # Several processes of pytest share the server.
    DATABASES["default"]["TEST"] = {
        "NAME": f"test_clubscore_{os.getpid()}",
        "TEMPLATE": postgres_template(os.environ["DATABASE_URL"]),
    }

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if not IS_COLLECTED:
    # Pages link to the sources.
    STATIC_ROOT = _FOLDER / "staticfiles"
    STATIC_ROOT.mkdir()
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    # Else every client would list the files that an earlier test has collected.
    WHITENOISE_AUTOREFRESH = True

# A test that wants copies in the background says so.
BACKUP_AT_EVENING = False

# Nothing waits for the clock; the test of it sets its own.
RESULTS_MAX_AGE = 0.0
