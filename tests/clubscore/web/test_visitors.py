import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.utils import translation

from clubscore.web.visitors import Actor, actor, client_address, device_name, show_device


def test_an_actor_is_the_user_and_the_device() -> None:
    request = RequestFactory().get("/", headers={"user-agent": "Phone\0 1"})
    request.user = User(username="director")
    assert actor(request) == Actor(user=request.user, device="Phone")


@pytest.mark.parametrize(
    ("proxies", "remote", "told", "expected"),
    [
        (0, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (1, "127.0.0.1", "198.51.100.7", "198.51.100.7"),
        (1, "127.0.0.1", "10.0.0.1, 198.51.100.7", "198.51.100.7"),
        (2, "127.0.0.1", "10.0.0.1, 198.51.100.7, 192.0.2.9", "198.51.100.7"),
        (2, "127.0.0.1", "192.0.2.9", "127.0.0.1"),
        (1, "127.0.0.1", "", "127.0.0.1"),
        (1, "127.0.0.1", "nonsense", "127.0.0.1"),
        (1, "", "nonsense", "unknown"),
        (0, "", "", "unknown"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::"),
        (0, "2001:db8:1:2:ffff::1", "", "2001:db8:1:2::"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
        # With a port, in quotes, with a zone
        (1, "127.0.0.1", "203.0.113.7:5123", "203.0.113.7"),
        (1, "127.0.0.1", '"203.0.113.7:5123"', "203.0.113.7"),
        (2, "127.0.0.1", "203.0.113.7:5123 , 192.0.2.9:80", "203.0.113.7"),
        (1, "127.0.0.1", "[2001:db8:1:2::1]:443", "2001:db8:1:2::"),
        (1, "127.0.0.1", '"[2001:db8:1:2::1]"', "2001:db8:1:2::"),
        (1, "127.0.0.1", "2001:db8:1:2::1", "2001:db8:1:2::"),
        (1, "127.0.0.1", "[::ffff:203.0.113.7]:443", "203.0.113.7"),
        (1, "127.0.0.1", "[fe80::1%eth0]:443", "fe80::"),
        (0, "fe80::1%eth0", "", "fe80::"),
        # Nonsense
        (1, "192.0.2.1", "203.0.113.7:", "192.0.2.1"),
        (1, "192.0.2.1", "203.0.113.7:port", "192.0.2.1"),
        (1, "192.0.2.1", "203.0.113.7:123456", "192.0.2.1"),
        (1, "192.0.2.1", "[]:443", "192.0.2.1"),
        (1, "192.0.2.1", "[2001:db8::1", "192.0.2.1"),
        (1, "192.0.2.1", "%eth0", "192.0.2.1"),
        (1, "192.0.2.1", "_hidden", "192.0.2.1"),
        (1, "192.0.2.1", "203.0.113.7,", "192.0.2.1"),
        (1, "192.0.2.1", "1" * 60_000, "192.0.2.1"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_client_address(settings, proxies: int, remote: str, told: str, expected: str):  # type: ignore[no-untyped-def]
    settings.PROXIES = proxies
    request = RequestFactory().get("/", headers={"x-forwarded-for": told}, REMOTE_ADDR=remote)

    assert client_address(request) == expected


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
