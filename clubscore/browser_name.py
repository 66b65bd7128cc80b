"""From which device somebody asks, in two words: ``Firefox on Windows``.

The logs store nothing else. The browser's own header also has its version, the model of the
telephone and more, which nobody who reads a log needs.
"""

import re

from django.utils.translation import gettext as _

MAX_LENGTH = 40

# The first that is found counts: most browsers name those they descend from as well.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
_TWO_WORDS = re.compile(r"(?P<browser>[\w ]+) on (?P<system>\w+)")


def device_name(user_agent: str) -> str:
    """The browser and the system that a User-Agent header names; of any other program its first
    word, and empty for none.
    """
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    if browser and system:
        return f"{browser} on {system}"
    first = re.match(r"[^\s/\0]*", user_agent.strip())
    return browser or (first.group()[:MAX_LENGTH] if first else "")


def show_device(stored: str) -> str:
    """A log's device in the reader's language; a whole header is shortened."""
    # Logs of early releases have the whole header.
    short = device_name(stored) if "/" in stored else stored
    words = _TWO_WORDS.fullmatch(short)
    return _("%(browser)s on %(system)s") % words.groupdict() if words else short
