import pytest
from django.test import RequestFactory

from clubscore.client_address import client_address


@pytest.mark.parametrize(
    ("proxies", "remote", "told", "expected"),
    [
        (0, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (1, "127.0.0.1", "198.51.100.7", "198.51.100.7"),
        (1, "127.0.0.1", "10.0.0.1, 198.51.100.7", "198.51.100.7"),
        (2, "127.0.0.1", "10.0.0.1, 198.51.100.7, 192.0.2.9", "198.51.100.7"),
        (2, "127.0.0.1", "192.0.2.9", "127.0.0.1"),
        (1, "127.0.0.1", "", "unknown"),
        (1, "127.0.0.1", "nonsense", "unknown"),
        (0, "", "", "unknown"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::"),
        (0, "2001:db8:1:2:ffff::1", "", "2001:db8:1:2::"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
    ],
)
def test_client_address(settings, proxies: int, remote: str, told: str, expected: str):  # type: ignore[no-untyped-def]
    settings.PROXIES = proxies
    request = RequestFactory().get("/", headers={"x-forwarded-for": told}, REMOTE_ADDR=remote)

    assert client_address(request) == expected
