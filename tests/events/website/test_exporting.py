"""The club's site: what is made again, what stays, and that both give the same bytes."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import URLResolver, get_resolver
from pytest_django import Settings

from clubscore.text.problems import Refused
from events.models import Session
from events.website.domain import MANIFEST, Manifest
from events.website.services import links, rendering
from events.website.services.exporting import checked_address, export_site
from players.models import Player
from tests.events.website.checking import everything, problems_of
from tests.events.website.club import change, small_club
from tests.queries import forget


@pytest.fixture(scope="module")
def club(store_once: Callable[[Callable[[], None]], None]) -> None:
    """The small club, made once."""
    store_once(small_club)


@pytest.fixture(scope="module")
def made(
    club: None,
    store_once: Callable[[Callable[[], object]], object],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Its site in a folder, made once."""
    folder = tmp_path_factory.mktemp("made") / "site"
    forget()
    store_once(lambda: export_site(folder=folder))
    return folder


@pytest.fixture
def site(made: Path, db: None, tmp_path: Path) -> Path:
    """Its site in a folder of the test's own."""
    return Path(shutil.copytree(made, tmp_path / "site"))


def pk(number: int) -> int:
    """The key of an evening."""
    return Session.objects.order_by("pk")[number].pk


def manifest_of(folder: Path) -> Manifest:
    return Manifest.read((folder / MANIFEST).read_text())


def test_site_is_whole_and_again_as_it_is(site: Path) -> None:
    assert list(problems_of(site)) == []
    files = manifest_of(site).files
    assert set(files) | {MANIFEST} == set(everything(site))
    times = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    again = export_site(folder=site)
    assert (again.written, again.removed, again.unchanged) == ([], [], len(files))
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == times
    new = export_site(folder=site, everything=True)
    assert new.written == []
    assert new.rendered > again.rendered


def test_corrected_line_changes_its_session_and_little_else(site: Path) -> None:
    change("correct the first")
    done = export_site(folder=site)
    others = [file for file in done.written if f"sessions/{pk(0)}" not in file]
    assert f"sessions/{pk(0)}/ranking/index.html" in done.written
    assert len(others) < 15
    assert done.removed == []


def test_page_of_a_moment_ago_is_not_taken(site: Path, settings: Settings) -> None:
    settings.RESULTS_MAX_AGE = 3600.0
    export_site(folder=site, everything=True)
    change("title")
    export_site(folder=site)
    assert "Evening of spring" in (site / f"sessions/{pk(0)}/ranking/index.html").read_text()
    assert "Evening of spring" in (site / "index.html").read_text()


def test_withdrawn_session_leaves_with_all_its_files(site: Path) -> None:
    change("withdraw the first")
    done = export_site(folder=site)
    assert f"sessions/{pk(0)}/ranking/index.html" in done.removed
    assert not (site / f"sessions/{pk(0)}").exists()
    assert not (site / f"api/v1/sessions/{pk(0)}.json").exists()
    assert b"Club evening" not in b"".join(everything(site).values())


def test_name_is_in_no_byte_once_it_is_hidden_or_erased(site: Path) -> None:
    before = b"".join(everything(site).values())
    assert b"Bo Player-A" in before
    assert b"Ada Player-B" in before
    change("initials")
    change("erase")
    change("address")
    export_site(folder=site)
    after = b"".join(everything(site).values())
    assert b"Bo Player-A" not in after
    assert b"Ada Player-B" not in after


def test_private_facts_are_in_no_byte(site: Path) -> None:
    private = {"email": "ada@club.example", "telephone": "0555-0101", "born": "1951-07-30"}
    Player.objects.update(**private, note="walks with a stick")
    Session.objects.filter(pk=pk(1)).update(title="An evening that nobody may see")
    change("new member")
    export_site(folder=site, everything=True)
    whole = b"".join(everything(site).values())
    for text in (*private.values(), "walks with a stick", "nobody may see", "Nora New"):
        assert text.encode() not in whole


def test_files_that_are_the_clubs_own_stay(site: Path) -> None:
    (site / "own.html").write_text("the club's")
    (site / f"sessions/{pk(1)}").mkdir()
    (site / f"sessions/{pk(1)}/own.txt").write_text("the club's")
    change("publish the second")
    export_site(folder=site)
    change("withdraw the second")
    export_site(folder=site)
    assert (site / "own.html").read_text() == "the club's"
    assert [path.name for path in (site / f"sessions/{pk(1)}").iterdir()] == ["own.txt"]


def test_what_a_killed_export_or_somebody_else_did_is_put_right(site: Path) -> None:
    whole = everything(site)
    (site / f"sessions/{pk(0)}/ranking/index.html").write_text("half")
    (site / f"sessions/{pk(0)}/grid/index.html").unlink()
    (site / "feed.xml").unlink()
    done = export_site(folder=site)
    wanted = [
        "feed.xml",
        f"sessions/{pk(0)}/grid/index.html",
        f"sessions/{pk(0)}/ranking/index.html",
    ]
    assert done.written == wanted
    assert everything(site) == whole


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("index.html", "the club's", "“index.html” is there already"),
        (MANIFEST, "{", "no list of files"),
        (MANIFEST, '{"format": 9, "program": "7"}', "newer release of clubscore, 7"),
        (MANIFEST, str(Manifest("another", "1.0.0", {}, {})), "another club"),
        ("privacy/index.html", "the club's", "“privacy/index.html” is there"),
        ("feed.xml/x", "a folder", "“feed.xml” is there already"),
    ],
)
def test_folder_that_is_not_ours_is_refused_and_stays(
    file: str, text: str, said: str, site: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    (other / file).parent.mkdir(parents=True)
    (other / file).write_text(text)
    with pytest.raises(Refused, match=said):
        export_site(folder=other)
    assert everything(other) == {file: text.encode()}


def test_page_that_cannot_be_made_costs_nothing(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = everything(site)
    change("correct the first")
    with monkeypatch.context() as patch:
        patch.setattr("events.sessions.results.views.ranking.rank_session", None)
        forget()
        with pytest.raises(Refused, match=r"The page /[^ ]+ cannot be made: .* 500"):
            export_site(folder=site)
    assert everything(site) == whole


def test_change_while_it_is_made_is_in_it(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crawl = rendering.Site.crawl
    happened = []

    def slow(self: rendering.Site) -> None:
        crawl(self)
        if not happened:
            happened.append(True)
            change("title")

    monkeypatch.setattr(rendering.Site, "crawl", slow)
    export_site(folder=site)
    assert "Evening of spring" in (site / f"sessions/{pk(0)}/ranking/index.html").read_text()


def test_only_some_events_are_made_and_what_is_withdrawn_goes(site: Path) -> None:
    change("publish the second")
    export_site(folder=site)
    change("title")
    change("correct the second")
    change("withdraw the series")
    done = export_site(folder=site, only=[f"session/{pk(1)}"])
    assert f"sessions/{pk(1)}/ranking/index.html" in done.written
    assert [file for file in done.removed if "series" in file]
    assert "Club evening" in (site / f"sessions/{pk(0)}/ranking/index.html").read_text()


@pytest.mark.parametrize(
    ("address", "stored"),
    [
        ("https://club.example/results", "https://club.example/results/"),
        ("http://club.example/", "http://club.example/"),
        ("ftp://club.example/", None),
        ("club.example", None),
        ("https://club.example/?x=1", None),
        ("https://club.example/#x", None),
        ("https://me:secret@club.example/", None),
        ("https:///x", None),
    ],
)
def test_address_of_the_site(address: str, stored: str | None) -> None:
    if stored:
        assert checked_address(address) == stored
    else:
        with pytest.raises(Refused, match="no address of a site"):
            checked_address(address)


def test_pages_name_their_address_where_it_is_known(site: Path) -> None:
    export_site(folder=site, address="https://club.example")
    page = (site / f"sessions/{pk(0)}/ranking/index.html").read_text()
    assert f'href="https://club.example/sessions/{pk(0)}/ranking/"' in page
    assert (site / "robots.txt").is_file()
    assert list(problems_of(site)) == []


def test_every_page_for_visitors_is_in_the_site_or_named_as_left_out() -> None:
    known = set(links.IN_SITE) | links.LEFT_OUT
    found = {
        name for name, view in views(get_resolver()) if getattr(view, "is_for_visitors", False)
    }
    assert "home" in found
    assert found - known == set()


def views(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, object]]:
    """The views below a resolver with their whole names."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern, f"{pattern.namespace}:" if pattern.namespace else space)
        else:
            yield f"{space}{pattern.name}", pattern.callback


def test_command_prints_what_it_did(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    call_command("export_site", str(site))
    answer = json.loads(capsys.readouterr().out)
    files = manifest_of(site).files
    assert answer == {
        "folder": str(site),
        "files": len(files),
        "bytes": sum(each.size for each in files.values()),
        "written": [],
        "removed": [],
        "unchanged": len(files),
        "rendered": answer["rendered"],
        "sessions": 1,
        "tournaments": 1,
        "series": 1,
        "problems": [],
    }


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--only", "session:99999"], 1, "session:99999 is not published"),
        (["--only", "evening:2"], 2, "evening:2"),
        (["--address", "club.example"], 1, "no address of a site"),
        (["--colour", "red"], 2, "colour"),
    ],
)
def test_wrong_calls_of_the_command(
    arguments: list[str], status: int, said: str, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    with pytest.raises(CommandError) as failed:
        call_command("export_site", str(site), *arguments)
    text = capsys.readouterr().out
    assert failed.value.returncode == status or status == 2
    assert said in (text or str(failed.value))
    if status == 1:
        assert json.loads(text)["problems"][0]["line"] == 0
