import pytest
from django.utils import translation

from clubscore.browser_name import device_name, show_device

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
CHROME = f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} Chrome/131.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (CHROME, "Chrome on Linux"),
        (CHROME.replace("Chrome/", "Chromium/131 Chrome/"), "Chromium on Linux"),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/131.0.0.0 Safari/537.36"
            " Edg/131.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0",
            "Firefox on macOS",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
            " (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 14; SM-S911B) {WEBKIT} SamsungBrowser/25.0"
            " Chrome/121.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("curl/8.5.0", "curl"),
        ("Phone\0 1", "Phone"),
        ("x" * 500, "x" * 40),
        ("  ", ""),
        ("", ""),
    ],
)
def test_a_device_is_a_browser_and_a_system(header: str, name: str) -> None:
    assert device_name(header) == name


def test_nothing_of_a_telephone_but_its_kind_is_kept() -> None:
    header = f"Mozilla/5.0 (Linux; Android 14; SM-S911B) {WEBKIT} Chrome/121.0.6167.178"
    assert device_name(header) == "Chrome on Android"


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("Chrome on Linux", "Chrome on Linux"),
        ("Samsung Internet on Android", "Samsung Internet on Android"),
        (CHROME, "Chrome on Linux"),
        ("demo", "demo"),
        ("", ""),
    ],
)
def test_a_kept_device_is_shown(kept: str, shown: str) -> None:
    with translation.override("en"):
        assert show_device(kept) == shown
