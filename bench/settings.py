"""The product's settings, with the addresses that only a measurement needs."""

from clubscore.settings import *  # noqa: F403
from clubscore.settings import BASE_DIR, TEMPLATES

ROOT_URLCONF = "bench.urls"
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], BASE_DIR / "bench" / "templates"]
