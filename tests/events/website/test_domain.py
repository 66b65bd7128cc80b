import pytest

from clubscore.text.problems import Refused
from events.website.domain import Address, Clash, Manifest, Places, Stored, address, relative


@pytest.mark.parametrize(
    ("path", "query", "kept", "file", "unit"),
    [
        ("/", "", (), "index.html", "club"),
        ("/sessions/2/ranking/", "", (), "sessions/2/ranking/index.html", "session/2"),
        ("/past/", "page=2&season=2025&q=x", ("season", "page"),
         "past/season-2025-page-2/index.html", "club"),
        ("/past/", "season=&page=", ("season", "page"), "past/index.html", "club"),
        ("/api/v1/sessions", "page=Ab_9-", ("page",), "api/v1/sessions-page-ab9.json", "club"),
        ("/api/v1/sessions/2", "", (), "api/v1/sessions/2.json", "session/2"),
        ("/api/v1/sessions/2/ranking", "", (), "api/v1/sessions/2/ranking.json", "session/2"),
        ("/sessions/2/results.pbn", "", (), "sessions/2/results.pbn", "session/2"),
        ("/sessions/2/travellers.csv", "section=B", ("section",),
         "sessions/2/travellers-section-b.csv", "session/2"),
        ("/tournaments/con/standings/", "", (), "tournaments/con_/standings/index.html",
         "tournament/con"),
        ("/tournaments/NUL/", "", (), "tournaments/nul_/index.html", "tournament/NUL"),
        ("/series/1/", "", (), "series/1/index.html", "series/1"),
        (f"/tournaments/{'a' * 200}/", "", (), f"tournaments/{'a' * 120}/index.html",
         "tournament/" + "a" * 200),
        ("/feed.xml", "", (), "feed.xml", "club"),
    ],
)  # fmt: skip
def test_file_and_unit_of_an_address(path, query, kept, file, unit):
    found = address(path, query, kept)
    assert (found.file, found.unit) == (file, unit)


def test_two_addresses_with_one_file_are_no_site():
    places = Places()
    assert places.take(Address("/tournaments/cup/")) == "tournaments/cup/index.html"
    places.take(Address("/tournaments/cup/"))
    with pytest.raises(Clash, match="/tournaments/Cup/"):
        places.take(Address("/tournaments/Cup/"))


@pytest.mark.parametrize(
    ("file", "target", "link"),
    [
        ("index.html", "sessions/2/index.html", "sessions/2/index.html"),
        ("sessions/2/cards/5/index.html", "sessions/2/travellers/7/index.html",
         "../../travellers/7/index.html"),
        ("sessions/2/cards/5/index.html", "index.html", "../../../../index.html"),
        ("sessions/2/index.html", "sessions/2/index.html", "index.html"),
        ("a/b.json", "a/b/c.json", "b/c.json"),
    ],
)  # fmt: skip
def test_links_are_relative_to_the_file(file, target, link):
    assert relative(file, target) == link


def test_manifest_is_read_as_it_was_written():
    files = {"b.html": Stored("2" * 64, 2, "club"), "a.html": Stored("", 1, "session/2")}
    manifest = Manifest("u", "1.0.0", {"session/2": "s"}, files, complete=False)
    assert Manifest.read(str(manifest)) == manifest
    assert str(manifest).splitlines()[1].startswith('"a.html"')
    assert Manifest.read(str(Manifest("u", "1", {}, {}))).files == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no list of files"),
        ("{", "no list of files"),
        ("[]", "no list of files"),
        ('{"format": 1}', "no list of files"),
        ('{"format": 2, "program": "9.0"}', "newer release of clubscore, 9.0"),
        ('{"format": 1, "site": "u", "program": "1", "complete": true, "units": {},'
         ' "files": {"../x": {"sha256": "", "size": 1, "unit": "club"}}}', "no list of files"),
        ('{"format": 1, "site": "u", "program": "1", "complete": true, "units": {},'
         ' "files": {"/etc/x": {"sha256": "", "size": 1, "unit": "club"}}}', "no list of files"),
    ],
)  # fmt: skip
def test_manifest_that_is_damaged_or_newer_is_refused(text, said):
    with pytest.raises(Refused, match=said):
        Manifest.read(text)
