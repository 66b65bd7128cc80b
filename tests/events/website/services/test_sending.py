"""Uploads of the club's site: from the account to the row, as jobs, by itself, by the command."""

import datetime
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubscore.jobs import queue as jobs, worker
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import ClubSite, LogEntry, Session, SiteUpload
from events.sessions.desk.services import bin as desk
from events.sessions.setup.services import sessions
from events.website.domain import MANIFEST, Manifest, Target, TargetKind
from events.website.selectors import behind
from events.website.services import account, sending
from players.models import Player
from players.services.players import change_player
from tests.events import factories
from tests.events.website.engines import servers
from tests.events.website.sites import FIRST, OTHERS, OURS, files_in, make_site
from tests.queries import queries

pytestmark = pytest.mark.django_db

State = SiteUpload.State

OF_CLUB = {name: text for name, text in FIRST.items() if not name.startswith("sessions/")}


@pytest.fixture
def host(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the site goes; making it is tried elsewhere: it has a page for each session."""
    settings.DATA_DIR = tmp_path / "data"

    def export_site(*, folder: Path, between: Callable[[], None]) -> None:
        between()
        shown = Session.objects.filter(published_at__isnull=False)
        pages = {f"sessions/{session.pk}/names/index.html": str(session) for session in shown}
        make_site(folder, {**OF_CLUB, **pages}, OURS)

    monkeypatch.setattr(sending, "export_site", export_site)
    target = Target(TargetKind.FOLDER, str(tmp_path / "host"))
    account.store_account(target=target, by=Actor())
    return tmp_path / "host"


def published(title: str = "Club evening") -> Session:
    made = factories.played(title=title)
    sessions.finish(session=made, by=Actor())
    sessions.publish(session=made, by=Actor())
    return made


def work() -> SiteUpload | None:
    """Do the job that waits, as the worker does."""
    if job := jobs.take(worker="test"):
        jobs.carry_out(job)
    return SiteUpload.objects.first()


def age(minutes: int) -> None:
    """Let everything be so much older."""
    ago = datetime.timedelta(minutes=minutes)
    for row in SiteUpload.objects.filter(ended_at__isnull=False):
        SiteUpload.objects.filter(pk=row.pk).update(ended_at=row.ended_at - ago)
    table, moments = LogEntry._meta.db_table, LogEntry.objects.values_list("pk", "at")
    with connection.cursor() as cursor:
        for pk, at in list(moments):
            cursor.execute(f"UPDATE {table} SET at = %s WHERE id = %s", [at - ago, pk])


def test_an_upload_is_a_job_with_progress_and_outcome(host: Path) -> None:
    published()
    row = sending.start_upload(by=Actor())
    assert sending.start_upload(by=Actor()) == row
    assert (row.state, Job.objects.get().kind) == (State.RUNNING, "site")
    done = work()
    assert (done, done.state, done.files, done.files_done) == (row, State.DONE, 5, 5)
    assert (done.size, done.size_done, done.problem) == (done.size_done, done.size, {})
    assert done.ended_at
    assert not Job.objects.exists()
    assert set(files_in(host)) == {*files_in(host.parent / "data" / "site")}


def test_an_upload_lets_what_is_more_urgent_be_done(
    host: Path, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Job] = []
    monkeypatch.setattr(worker, "_do", lambda job: (done.append(job), jobs.carry_out(job)))
    monkeypatch.setattr(worker, "LOOK", -1)
    monkeypatch.setattr(sending, "_TELL", 0)
    settings.JOBS = {
        "urgent": {"run": f"{__name__}.urgent"},
        "site": settings.JOBS["site"],
        "later": {"run": f"{__name__}.urgent"},
    }
    sending.start_upload(by=Actor())
    jobs.ask(kind="urgent", by=Actor())
    jobs.ask(kind="later", by=Actor())
    site = jobs.take(worker="test", above=2)
    while site.kind != "site":
        jobs.carry_out(site)
        site = jobs.take(worker="test", above=2)
    jobs.ask(kind="urgent", by=Actor())
    jobs.carry_out(site)
    assert [job.kind for job in done] == ["urgent"]
    assert SiteUpload.objects.get().state == State.DONE


def urgent(job: Job) -> jobs.Answer:
    return {}


def test_an_upload_is_stopped(host: Path) -> None:
    row = sending.start_upload(by=Actor())
    assert sending.stop_upload(by=Actor())
    assert not sending.stop_upload(by=Actor())
    row.refresh_from_db()
    assert (row.state, work().state, host.exists()) == (State.STOPPED, State.STOPPED, False)
    assert sending.start_upload(by=Actor()) != row
    assert work().state == State.DONE


def test_a_failure_is_told_and_a_killed_upload_is_no_longer_under_way(host: Path) -> None:
    host.mkdir()
    (host / "index.html").write_text("the club's own")
    killed = SiteUpload.objects.create(target=str(host))
    sending.start_upload(by=Actor())
    row = work()
    assert row.state == State.FAILED
    assert row.problem["values"] == {"names": "index.html"}
    killed.refresh_from_db()
    assert (killed.state, killed.problem["template"]) == (State.FAILED, sending._ENDED)
    lost = sending.start_upload(by=Actor())
    sending.give_up(Job.objects.get())
    lost.refresh_from_db()
    assert lost.state == State.FAILED


def test_events_that_are_not_here_are_asked_about(host: Path) -> None:
    """As after an older copy was restored; what was sent from here may be deleted here."""
    gone = published()
    sending.start_upload(by=Actor())
    work()
    SiteUpload.objects.all().delete()
    Session.everything.filter(pk=gone.pk).update(published_at=None, deleted_at=timezone.now())
    sending.start_upload(by=Actor())
    assert work().state == State.DONE

    later = make_site(
        host.parent / "later", {**OF_CLUB, "sessions/987/ranking/index.html": "later"}
    )
    (host / MANIFEST).write_text(str(later))
    sending.start_upload(by=Actor())
    refused = work()
    assert (refused.state, refused.asks) == (State.FAILED, True)
    assert refused.problem["values"]["events"] == "session 987"
    assert "sessions/987/ranking/index.html" in Manifest.read((host / MANIFEST).read_text()).files
    sending.start_upload(by=Actor(), may_remove_unknown=True)
    assert work().state == State.DONE


@pytest.mark.both_databases
def test_the_site_is_behind_by_what_changes_pages(host: Path, director_client: Client) -> None:
    assert behind() is None
    shown, hidden = published(), factories.played(title="Not yet")
    assert behind() is None
    sending.start_upload(by=Actor())
    work()
    assert behind() is None
    sessions.publish(session=hidden, by=Actor())
    # It is still played: what is entered comes with the end.
    assert behind().changes == 1
    assert "The club’s site is 1 change behind." in director_client.get("/").content.decode()
    sessions.finish(session=hidden, by=Actor())
    sessions.withdraw(session=shown, by=Actor())
    assert behind().changes == 3
    player = Player.objects.first()
    player.telephone = "0123"
    change_player(player=player, by=Actor(), fields=["telephone"])
    assert behind().changes == 3
    player.initials_only = True
    change_player(player=player, by=Actor(), fields=["initials_only"])
    assert behind().changes == 4
    ClubSite.objects.update(target="")
    assert queries(behind) == 1
    assert "club’s site" not in director_client.get("/").content.decode()


def test_it_follows_by_itself_two_minutes_after_the_last_change(host: Path) -> None:
    published()
    age(3)
    assert sending.upload_when_changed() is None
    ClubSite.objects.update(uploads_itself=True)
    assert sending.upload_when_changed().is_automatic
    assert sending.upload_when_changed() is None
    work()
    assert sending.upload_when_changed() is None
    published("Another")
    assert sending.upload_when_changed() is None
    age(3)
    assert sending.upload_when_changed()
    assert work().state == State.DONE


def test_a_failure_is_tried_again_after_1_5_and_15_minutes(
    host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published()
    age(3)
    ClubSite.objects.update(uploads_itself=True)
    monkeypatch.setattr(sending, "_STARTED", timezone.now() - datetime.timedelta(days=1))
    host.write_text("a file is in the way")
    for minutes in (1, 5, 15):
        assert sending.upload_when_changed()
        assert work().state == State.FAILED
        assert sending.upload_when_changed() is None
        age(minutes)
    assert sending.upload_when_changed()
    work()
    age(60)
    assert sending.upload_when_changed() is None
    monkeypatch.setattr(sending, "_STARTED", timezone.now())
    assert sending.upload_when_changed()
    host.unlink()
    assert work().state == State.DONE
    assert behind() is None


def test_an_account_is_kept_sealed_for_its_host_alone(tmp_path: Path) -> None:
    target = Target.read("sftp://anna@one.example/results/")
    account.store_account(target=target, password="correct horse", by=Actor())
    account.accept_host_key(fingerprint="SHA256:abc", by=Actor())
    account.store_account(target=Target.read("sftp://anna@one.example/other/"), by=Actor())
    stored = account.credentials_for(account.stored_target())
    assert (stored.password, stored.host_key) == ("correct horse", "SHA256:abc")
    assert "correct" not in str(vars(ClubSite.objects.get()))
    assert account.credentials_for(Target.read("sftp://anna@two.example/")).password == ""
    account.store_account(target=Target.read("sftp://eve@one.example/other/"), by=Actor())
    stored = account.credentials_for(account.stored_target())
    assert (stored.password, stored.host_key) == ("", "")
    account.forget_account(by=Actor())
    with pytest.raises(Refused, match="Nobody has said yet"):
        account.stored_target()


@pytest.mark.parametrize(
    ("kind", "host", "folder", "name", "target"),
    [
        ("file", "", "/media/stick/site", "", "file:///media/stick/site"),
        ("sftp", "host.example", "results", "anna", "sftp://anna@host.example/results"),
        (
            "sftp",
            "host.example:2222",
            "~/r é",
            "a@b",
            "sftp://a%40b@host.example:2222/~/r%20%C3%A9",
        ),
        ("https", "[::1]", "/dav/", "", "https://[::1]/dav/"),
        ("ftp", "anna@host.example", "", "", None),
        ("ftp", "", "", "", None),
        ("ftp", "host.example/x", "", "", None),
        ("ftp", "host.example:x", "", "", None),
        ("file", "", "", "", None),
    ],
)
def test_the_fields_of_the_page_make_a_target(
    kind: str, host: str, folder: str, name: str, target: str | None
) -> None:
    values = {"kind": TargetKind(kind), "host": host, "folder": folder, "name": name}
    if target is None:
        with pytest.raises(Refused):
            account.target_of(**values)
    else:
        made = account.target_of(**values)
        assert (str(made), Target.read(target)) == (target, made)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> servers.Certificate:
    return servers.make_certificate(tmp_path_factory.mktemp("certificate"))


def test_trying_shows_the_fingerprint_and_writes_nothing(
    host: Path, tmp_path: Path, certificate: servers.Certificate
) -> None:
    with servers.sftp(tmp_path / "root", certificate) as running:
        account.store_account(target=running.target, password=servers.PASSWORD, by=Actor())
        trial = account.try_account()
        assert trial.fingerprint == running.credentials.host_key
        sending.start_upload(by=Actor())
        assert work().problem["values"]["fingerprint"] == trial.fingerprint
        account.accept_host_key(fingerprint=trial.fingerprint, by=Actor())
        assert account.try_account().is_successful
        account.store_account(target=running.target, password="wrong", by=Actor())
        assert "does not take the name" in str(account.try_account().problems[0])
        assert files_in(running.root) == {}


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({"club.html": "theirs"}, ""),
        ({"index.html": "theirs"}, "index.html: that is there already"),
        ({MANIFEST: "{"}, "is no list of files that this release can read"),
        ({MANIFEST: str(Manifest(OTHERS, "1.0.0", {}, {}))}, "The site of another club"),
        ({MANIFEST: str(Manifest(OURS, "1.0.0", {}, {})), "index.html": "ours"}, ""),
    ],
)
def test_trying_says_what_an_upload_would_refuse(
    host: Path, there: dict[str, str], said: str
) -> None:
    ClubSite.objects.update(uuid=OURS)
    host.mkdir()
    for name, text in there.items():
        (host / name).write_text(text)
    before = files_in(host)
    problems = "".join(str(problem.message) for problem in account.try_account().problems)
    assert (said in problems, bool(problems), files_in(host)) == (True, bool(said), before)


def command(*options: str) -> tuple[dict[str, object], int]:
    out, status = io.StringIO(), 0
    try:
        call_command("upload_site", *options, stdout=out)
    except CommandError as error:
        status = error.returncode
    return json.loads(out.getvalue()), status


def test_the_command_sends_what_is_given_or_stored(
    host: Path, tmp_path: Path, certificate: servers.Certificate
) -> None:
    published()
    answer, status = command()
    assert (status, answer.pop("problems"), len(answer.pop("sent"))) == (0, [], 5)
    assert answer == {
        "to": f"file://{host}", "sent_bytes": answer["sent_bytes"], "removed": [], "unchanged": 0,
        "left": 0, "complete": True,
    }  # fmt: skip
    secret = tmp_path / "password.txt"
    secret.write_text(f"{servers.PASSWORD}\n")
    make_site(tmp_path / "site", FIRST)
    with servers.ftp(tmp_path / "root", None) as running:
        given = ("--to", str(running.target), "--folder", str(tmp_path / "site"))
        answer, status = command(*given, "--password-file", str(secret))
        assert (status, answer["left"], running.cutter.asked) == (1, 0, [])
        assert answer["problems"][0]["message"].endswith("page Club’s site. Here: --insecure.")
        answer, status = command(*given, "--password-file", str(secret), "--insecure")
        assert (status, answer["to"], len(answer["sent"])) == (0, str(running.target), len(FIRST))
    assert [row.state for row in SiteUpload.objects.all()] == ["done", "failed", "done"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--to", "sftp://anna:tr0ub4dor@host.example/"], "--password-file"),
        (["--to", "sftp://anna:tr0#ub4dor@host.example/"], "This is no place for the site."),
        (["--to", "gopher://host.example/"], "This is no place for the site."),
        (["--to", "/x", "--password-file", "/nowhere/x"], "/nowhere/x cannot be read"),
        (["--to", "/x", "--folder", "/nowhere"], "There is no site in /nowhere"),
        ([], "Nobody has said yet where the site goes."),
    ],
)
def test_what_the_command_refuses(options: list[str], said: str, settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    answer, status = command(*options)
    assert (status, answer["complete"], answer["problems"][0]["line"]) == (1, False, 0)
    assert said in answer["problems"][0]["message"]
    assert "ub4dor" not in json.dumps(answer)


def test_only_changes_of_what_is_or_was_published_count(host: Path) -> None:
    shown, hidden = published(), factories.played(title="Hidden")
    sending.start_upload(by=Actor())
    work()
    desk.delete_session(session=hidden, by=Actor())
    desk.restore_session(pk=hidden.pk, by=Actor())
    assert behind() is None
    desk.delete_session(session=shown, by=Actor())
    assert behind().changes == 1
