"""What a web process loads before its first request: no package that few pages need."""

import subprocess
import sys

LATER = {
    "cryptography",
    "gacrux",
    "markdown_it",
    "networkx",
    "openpyxl",
    "python_calamine",
    "segno",
}
LOADED = """
import sys
from clubscore.wsgi import application
from django.urls import get_resolver
get_resolver().url_patterns
print(*sys.modules)
"""


def test_a_web_process_loads_what_every_page_needs():
    done = subprocess.run(
        (sys.executable, "-c", LOADED), capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())

    assert {"events.urls", "django.template"} <= loaded
    assert loaded & LATER == set()
