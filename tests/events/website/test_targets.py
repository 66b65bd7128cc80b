"""Where the site goes, as an address; tests/events/website/services has those of the page."""

import pytest

from clubscore.text.problems import Refused
from events.website.domain import Target


@pytest.mark.parametrize(
    ("text", "shown", "place", "at_home"),
    [
        ("/media/stick", "file:///media/stick", "/media/stick/a", "/media/stick/a"),
        ("file:///a%20b/", "file:///a%20b/", "/a b/a", "/a b/a"),
        ("file:///C:/site", "file:///C:/site", "C:/site/a", "C:/site/a"),
        ("C:\\site", "file:///C:\\site", "C:\\site/a", "C:\\site/a"),
        ("sftp://a@h", "sftp://a@h/", "/a", "/a"),
        ("SFTP://a@H:22/x/", "sftp://a@h:22/x/", "/x/a", "/x/a"),
        ("ftps://a@h/~/", "ftps://a@h/~/", "a", "/home/a"),
        ("ftps://a@h/~", "ftps://a@h/~", "a", "/home/a"),
        ("ftp://h/~/x//", "ftp://h/~/x//", "x/a", "/home/x/a"),
        ("https://a%40b@[::1]:8/é/", "https://a%40b@[::1]:8/%C3%A9/", "/é/a", "/é/a"),
    ],
)
def test_an_address_names_a_place(text: str, shown: str, place: str, at_home: str) -> None:
    target = Target.read(text)
    assert (str(target), target.path("a"), target.path("a", "/home/")) == (shown, place, at_home)
    assert Target.read(shown) == target


@pytest.mark.parametrize(
    "text",
    [
        "", "results", "./results", "mailto:x", "s3://x/y", "sftp:///x", "file://host/x", "file:///",
        "sftp://h:port/", "sftp://h:99999/", "https://h/x?y", "https://h/x#y", "sftp://h/a%0d%0ab",
        "sftp://h/a\nb", "sftp://a..b/", "sftp://secret:word@h/", "sftp://secret:@h/", "sftp://[secret/",
    ],
)  # fmt: skip
def test_what_is_no_place_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(Refused) as refused:
        Target.read(text)
    assert "secret" not in str(refused.value)
