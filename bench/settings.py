"""The product's settings, with the addresses that only a measurement needs."""

from clubscore.settings import *  # noqa: F403
from clubscore.settings import BASE_DIR, TEMPLATES

ROOT_URLCONF = "bench.urls"
TEMPLATES = [
    {**engine, "DIRS": [BASE_DIR / "templates", BASE_DIR / "bench" / "templates"]}
    for engine in TEMPLATES
]
