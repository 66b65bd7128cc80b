"""Uploading into a folder: what is sent, refused, and gone on with. Hosts: test_hosts."""

import errno
import os
from pathlib import Path

import pytest

from events.website.domain import MANIFEST, Target, TargetKind
from events.website.engines.folder import Folder
from events.website.engines.hosts import Credentials, cut
from events.website.services import uploading
from events.website.services.uploading import Outcome, Progress, upload
from tests.events.website.sites import FIRST, OTHERS, SECOND, files_in, make_site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    make_site(tmp_path / "site", FIRST)
    return tmp_path / "site"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    return tmp_path / "host" / "results"


def send(site: Path, host: Path, **options) -> Outcome:
    target = Target(TargetKind.FOLDER, str(host))
    return upload(
        folder=site,
        target=target,
        credentials=Credentials(),
        data=site.parent / "data",
        pause=lambda _seconds: None,
        **options,
    )


def sentences(outcome: Outcome) -> list[str]:
    return [str(problem) for problem in outcome.problems]


def test_a_site_is_sent_then_what_differs_then_nothing(site: Path, host: Path) -> None:
    host.mkdir(parents=True)
    (host / ".git").mkdir()
    (host / "club.html").write_text("the club's own")
    first = send(site, host)
    assert (first.left, first.complete, first.unchanged, first.problems) == (0, True, 0, ())
    assert first.sent[-3:] == ["index.html", "feed.xml", "api/v1/sessions.json"]
    own = {"club.html": b"the club's own", ".nojekyll": b""}
    assert files_in(host) == {**files_in(site), **own}

    make_site(site, SECOND)
    (host / "sessions" / "1" / "notes.txt").write_text("the club's own")
    second = send(site, host)
    assert second.sent == [
        "sessions/3/ranking/index.html",
        "sessions/2/ranking/index.html",
        "index.html",
    ]
    assert second.removed == ["sessions/1/cards/5/index.html", "sessions/1/ranking/index.html"]
    assert second.sent_bytes == sum(len(SECOND[name]) for name in second.sent)
    own["sessions/1/notes.txt"] = b"the club's own"
    assert files_in(host) == {**files_in(site), **own}
    assert not (host / "sessions" / "1" / "ranking").exists()

    before = {path: path.stat().st_mtime_ns for path in host.rglob("*")}
    third = send(site, host)
    assert (third.sent, third.removed, third.unchanged, third.complete) == ([], [], 6, True)
    assert {path: path.stat().st_mtime_ns for path in host.rglob("*")} == before


def test_a_dry_run_says_what_would_be_sent(site: Path, host: Path) -> None:
    outcome = send(site, host, dry_run=True)
    assert sorted(outcome.sent) == sorted(FIRST)
    assert (outcome.left, outcome.complete, host.exists()) == (7, False, False)


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({"index.html": "theirs", "feed.xml": "theirs"}, "feed.xml, index.html: that is there"),
        ({"sessions/old.html": "theirs"}, "sessions: that is there"),
        ({MANIFEST: "{"}, f"{MANIFEST} is no list of files"),
        ({MANIFEST: "[" * 100_000}, f"{MANIFEST} is no list of files"),
        ({MANIFEST: '{"format": 2, "program": "7.0"}'}, "newer release of clubscore, 7.0."),
        ({MANIFEST: '{"format": 1, "files": {"../x": {"sha256": "", "size": 1, "unit": ""}}}'},
         f"{MANIFEST} is no list of files"),
        ({MANIFEST: '{"format": 1, "files": {".git/x": {"sha256": "", "size": 1, "unit": ""}}}'},
         f"{MANIFEST} is no list of files"),
    ],
)  # fmt: skip
def test_what_is_not_ours_is_refused_and_stays(
    site: Path, host: Path, there: dict[str, str], said: str
) -> None:
    for name, text in there.items():
        (host / name).parent.mkdir(parents=True, exist_ok=True)
        (host / name).write_text(text)
    before = files_in(host)
    outcome = send(site, host)
    assert said in "".join(sentences(outcome))
    assert (outcome.complete, outcome.sent, files_in(host)) == (False, [], before)


def test_the_site_of_somebody_else_is_refused(site: Path, host: Path) -> None:
    make_site(host, FIRST, OTHERS)
    before = files_in(host)
    assert "another club" in sentences(send(site, host))[0]
    assert files_in(host) == before


def test_a_file_of_the_club_in_the_way_of_a_new_page_is_refused(site: Path, host: Path) -> None:
    send(site, host)
    (host / "sessions" / "3" / "ranking").mkdir(parents=True)
    (host / "sessions" / "3" / "ranking" / "index.html").write_text("the club's own")
    make_site(site, SECOND)
    before = files_in(host)
    assert sentences(send(site, host)) == [
        "sessions/3/ranking/index.html: that is there already, and was not made by clubscore."
        " Choose a folder of its own for the site; nothing was changed."
    ]
    assert files_in(host) == before


class Cutting(Folder):
    """A folder whose connection is cut after so many operations in all."""

    left = 0
    log: list[str] = []  # noqa: RUF012

    def _count(self, what: str) -> None:
        if not Cutting.left:
            raise cut("host", "test")
        Cutting.left -= 1
        Cutting.log.append(what)

    def read(self, name: str, limit: int) -> bytes | None:
        self._count(f"read {name}")
        return super().read(name, limit)

    def write(self, name: str, content: bytes) -> None:
        self._count(f"write {name}")
        super().write(name, content)

    def remove(self, name: str) -> None:
        self._count(f"remove {name}")
        super().remove(name)

    def exists(self, name: str) -> bool:
        self._count(f"exists {name}")
        return super().exists(name)


@pytest.fixture
def cutting(monkeypatch: pytest.MonkeyPatch) -> type[Cutting]:
    monkeypatch.setattr(
        uploading, "connect", lambda target, credentials: Cutting(Path(target.folder))
    )
    Cutting.log = []
    return Cutting


def test_what_was_confirmed_before_a_cut_is_not_sent_again(
    site: Path, host: Path, cutting: type[Cutting]
) -> None:
    # The last one finds nothing to do.
    for count in range(40):
        make_site(site, FIRST)
        for path in sorted(host.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        cutting.left = 1000
        assert send(site, host).complete
        make_site(site, SECOND)
        cutting.left, cutting.log = count, []
        outcome = send(site, host, attempts=0)
        if outcome.complete:
            break
        assert "was lost (test)" in sentences(outcome)[0]
        assert outcome.left == (6 if not count else 5 - len(outcome.sent) - len(outcome.removed))
        cutting.left = 1000
        assert send(site, host).complete
        assert files_in(host) == files_in(site)
        pages = [each for each in cutting.log if each.startswith("write") and MANIFEST not in each]
        assert len(pages) == len(set(pages)) == 3
    assert count == 9


def test_another_computer_goes_on_where_the_first_was_cut(
    site: Path, host: Path, cutting: type[Cutting]
) -> None:
    cutting.left = 9
    assert send(site, host, attempts=0).left > 0
    (note,) = (site.parent / "data").glob("*.txt")
    note.unlink()
    cutting.left = 1000
    make_site(site, SECOND)
    assert send(site, host).complete
    assert files_in(host) == files_in(site)


def test_an_old_note_is_not_believed(site: Path, host: Path, cutting: type[Cutting]) -> None:
    cutting.left = 9
    send(site, host, attempts=0)
    # Meanwhile somebody else has sent other pages.
    make_site(host, {**FIRST, "static/css/site.0a.css": "of another release"})
    cutting.left = 1000
    assert send(site, host).sent == ["static/css/site.0a.css"]


def test_a_connection_is_made_anew_after_pauses(
    site: Path, host: Path, cutting: type[Cutting]
) -> None:
    cutting.left, pauses = 0, []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        cutting.left = 12

    outcome = upload(
        folder=site,
        target=Target(TargetKind.FOLDER, str(host)),
        credentials=Credentials(),
        data=site.parent,
        pause=pause,
    )
    assert (outcome.complete, sorted(outcome.sent), pauses) == (True, sorted(FIRST), [1, 5])


def test_an_upload_can_be_stopped_and_tells_how_far_it_is(site: Path, host: Path) -> None:
    told: list[Progress] = []
    outcome = send(site, host, on_progress=told.append, is_stopped=lambda: len(told) > 3)
    assert (outcome.is_stopped, len(outcome.sent), outcome.left) == (True, 3, 4)
    size = sum(map(len, FIRST.values()))
    assert told[0] == Progress(files=7, files_done=0, size=size, size_done=0)
    assert (told[-1].files, told[-1].files_done) == (7, 3)
    assert send(site, host).unchanged == 3


def test_a_second_upload_at_once_is_refused(site: Path, host: Path) -> None:
    seen: list[str] = []
    send(site, host, before=lambda: seen.extend(sentences(send(site, host))))
    assert seen == ["An upload of the site is under way already: wait for its end, or stop it."]


def test_a_site_that_is_not_as_exported_is_refused(site: Path, host: Path) -> None:
    (site / "index.html").write_text("changed")
    assert "index.html of the site was changed" in sentences(send(site, host))[0]
    (site / MANIFEST).unlink()
    assert "There is no site in" in sentences(send(site, host))[0]


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "The disk there is full"), (errno.EROFS, "cannot be written there")],
)
def test_a_disk_that_takes_nothing_is_named_with_the_file(
    site: Path, host: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    send(site, host)
    make_site(site, SECOND)

    def replace(part: Path, path: Path) -> None:
        if path.name != MANIFEST:
            raise OSError(number, os.strerror(number), str(path))
        part.replace(path)

    monkeypatch.setattr("events.website.engines.folder.replace", replace)
    outcome = send(site, host)
    assert said in sentences(outcome)[0]
    assert "sessions/3/ranking/index.html" in sentences(outcome)[0]
    assert (outcome.left, list(host.rglob("*.part"))) == (5, [])
    monkeypatch.undo()
    assert send(site, host).complete
    assert files_in(host) == files_in(site)
