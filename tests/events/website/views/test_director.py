"""The director's page *Club's site*."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.asserts import assertInHTML

from clubscore.text.problems import Problem, sentence, sentence_to_json
from clubscore.web.visitors import Actor
from events.models import ClubSite, SiteUpload
from events.sessions.setup.services.sessions import publish, withdraw
from events.website.domain import FIRST_LEVEL, MANIFEST, Target
from events.website.services.account import Trial, store_account
from events.website.views import director
from players.models import Player
from players.services.erasure import erase_player
from tests.events import factories
from tests.jobs import work_off

pytestmark = pytest.mark.django_db

SFTP = {
    "kind": "sftp", "host": "host.example:2222", "folder": "~/results/", "name": "anna",
    "password": "correct horse",
}  # fmt: skip


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(User.objects.create_user("leonie", is_staff=True))
    return client


def site() -> ClubSite:
    return ClubSite.objects.get()


def test_where_the_site_goes_is_stored_and_no_password_is_shown(desk: Client):
    assert desk.post("/site/account/", SFTP).status_code == 302
    page = desk.get("/site/").text

    assert site().target == "sftp://anna@host.example:2222/~/results/"
    assert 'value="host.example:2222"' in page
    assert 'value="~/results/"' in page
    sealed = site().sealed_password
    assert sealed
    assert "correct horse" not in page + sealed
    desk.post("/site/account/", SFTP | {"password": ""})
    assert site().sealed_password == sealed
    desk.post("/site/account/", {"action": "forget"})
    assert (site().target, site().sealed_password) == ("", "")


@pytest.mark.parametrize(("path", "sent", "said"), [
    ("account", SFTP | {"host": "a@host.example"}, "Type the name of the host alone."),
    ("account", SFTP | {"host": ""}, "This field is required."),
    ("account", SFTP | {"name": ""}, "This field is required."),
    ("account", SFTP | {"kind": "ftp"}, "With FTP everybody on the way can read the password."),
    ("account", {"kind": "file", "folder": "results"}, "This is no place for the site."),
    ("account", SFTP | {"kind": "nothing"}, "Select a valid choice."),
    ("settings", {"address": "https://club.example/?a=1"}, "is no address of a site"),
    ("settings", {"uploads_itself": "on"}, "Say first where the site goes."),
])  # fmt: skip
def test_what_cannot_be_stored_is_told_at_its_field(
    desk: Client, path: str, sent: dict[str, str], said: str
):
    answer = desk.post(f"/site/{path}/", sent)

    assert (answer.status_code, said in answer.text) == (422, True)
    assert (site().target, site().address) == ("", "")


def test_what_the_site_says_of_itself_is_stored(desk: Client):
    said = {"address": "https://club.example/results", "contact": "Leonie", "language": "nl"}
    desk.post("/site/settings/", said)

    stored = site()
    assert (stored.address, stored.contact) == ("https://club.example/results/", "Leonie")
    assert (stored.has_search, stored.language) == (False, "nl")
    snippet = "src=&quot;https://club.example/results/widget/last-ranking/index.html&quot;"
    assert snippet.replace("&quot;", '"') in desk.get("/site/").text.replace("&quot;", '"')


def test_the_path_begins_with_where_and_offers_no_upload_to_nowhere(desk: Client):
    def page() -> tuple[bool, bool]:
        text = desk.get("/site/").text
        is_open = 'id="where" open' in text
        return is_open, "Upload now" in text

    before = page()
    desk.post("/site/account/", SFTP)

    assert (before, page()) == ((True, False), (False, True))


def test_a_trial_shows_the_fingerprint_which_the_director_accepts(
    desk: Client, monkeypatch: pytest.MonkeyPatch
):
    desk.post("/site/account/", SFTP)
    unknown = Trial("SHA256:abc", (Problem(sentence("Nobody has said yet.")),))
    monkeypatch.setattr(director, "try_account", lambda: unknown)
    page = desk.post("/site/try/")
    button = '<button class="btn btn-outline-secondary" name="fingerprint" value="SHA256:abc">'
    assert button in page.text
    monkeypatch.setattr(director, "try_account", lambda: Trial())
    after = desk.post("/site/try/", {"fingerprint": "SHA256:abc"}, follow=True)

    assert site().host_key == "SHA256:abc"
    assert "It can be reached. Nothing was written." in after.text


def test_an_upload_is_followed_stopped_and_remembered(desk: Client, tmp_path: Path):
    publish(session=factories.played(), by=Actor())
    stick = tmp_path / "stick"
    store_account(target=Target.read(str(stick)), by=Actor())
    desk.post("/site/upload/")
    page = desk.get("/site/").text
    assert "The pages are being made." in page
    assert "<progress" in page
    desk.post("/site/stop/")
    assert SiteUpload.objects.get().state == SiteUpload.State.STOPPED
    desk.post("/site/upload/")
    work_off()
    page = desk.get("/site/").text

    assert (stick / MANIFEST).is_file()
    assert f"To {stick}" in page
    assert "complete" in page


def test_pages_made_beside_show_what_would_change_and_are_one_file(desk: Client, tmp_path: Path):
    session = factories.played(title="Club evening")
    publish(session=session, by=Actor())
    assert desk.get("/site/club-site.zip").status_code == 302
    desk.post("/site/pages/")
    assert "The pages are being made." in desk.get("/site/").text
    work_off()
    page = desk.get("/site/").text
    zips = [b"".join(desk.get("/site/club-site.zip")) for _ in range(2)]  # type: ignore[call-overload]

    assert "Club evening, 5 March 2026" in page
    assert "Lists, search and other pages" in page
    assert zips[0] == zips[1]
    names = zipfile.ZipFile(io.BytesIO(zips[0])).namelist()
    assert set(FIRST_LEVEL) <= {name.split("/")[0] for name in names}
    assert {MANIFEST, "index.html", f"sessions/{session.pk}/ranking/index.html"} <= set(names)


def test_what_is_erased_stays_until_the_upload_and_files_to_delete_are_named(
    desk: Client, data: Path, tmp_path: Path
):
    session = factories.played()
    publish(session=session, by=Actor())
    player = Player.objects.order_by("number").first()
    assert player is not None
    erase = f"/players/{player.number}/erase/"
    assert "In the club’s site" not in desk.get(erase).text
    stick = tmp_path / "stick"
    store_account(target=Target.read(str(stick)), by=Actor())
    desk.post("/site/upload/")
    desk.post("/site/pages/")
    work_off()
    whole = f"<li><span class='target'>{stick}</span>: the whole site, %s. </li>"
    assertInHTML(whole % "up to date", desk.get(erase).text)
    erase_player(number=player.number, by=Actor())
    after = desk.get(f"/players/{player.number}/").text
    assertInHTML(whole % "1 change behind", after)
    desk.post("/site/upload/")
    work_off()
    assert f"{stick}" not in desk.get(f"/players/{player.number}/").text
    assert "Upload now" in after
    assert "Out of reach" in after
    session.refresh_from_db()
    withdraw(session=session, by=Actor())
    for _again in range(2):
        desk.post("/site/pages/")
        work_off()
    page = f"sessions/{session.pk}/ranking/index.html"
    assert page in desk.get("/site/").text
    desk.post("/site/pages/", {"action": "deleted"})
    assert page not in desk.get("/site/").text


def test_places_where_the_site_no_longer_goes_are_named(desk: Client, tmp_path: Path):
    factories.played()
    player = Player.objects.first()
    assert player is not None
    rows = {"whole": (0, "done", 3), "part": (None, "failed", 2), "nothing": (None, "failed", 0)}
    for name, (entry, state, files) in rows.items():
        SiteUpload.objects.create(
            target=f"file:///old/{name}", state=state, files_done=files, log_entry=entry
        )
    page = desk.get(f"/players/{player.number}/erase/").text
    told = desk.post("/site/account/", {"action": "forget"}, follow=True).text

    for text in ("/old/whole", "/old/part", "The site no longer goes there"):
        assert text in page
    assert "/old/nothing" not in page
    assert "stays where it is: /old/part (a part of the site" in told
    SiteUpload.objects.all().delete()
    told = desk.post("/site/account/", {"action": "forget"}, follow=True).text
    assert "Forgotten. Nothing was sent from here." in told


def test_a_look_is_of_its_moment_and_of_its_target(desk: Client, tmp_path: Path):
    session = factories.played()
    publish(session=session, by=Actor())
    store_account(target=Target.read(str(tmp_path / "stick")), by=Actor())
    desk.post("/site/upload/")
    desk.post("/site/pages/")
    work_off()
    old = "Since then something was changed: look again."
    page = desk.get("/site/").text
    assert "Nothing would change: what was uploaded last was" in page
    assert old not in page
    withdraw(session=session, by=Actor())
    assert old in desk.get("/site/").text
    desk.post("/site/pages/")
    work_off()
    assert "Compared with what was uploaded last:" in desk.get("/site/").text
    store_account(target=Target.read(str(tmp_path / "other")), by=Actor())
    assert old in desk.get("/site/").text
    desk.post("/site/pages/")
    work_off()
    assert "Nothing was uploaded there from here yet" in desk.get("/site/").text
    desk.post("/site/account/", {"action": "forget"})
    assert old in desk.get("/site/").text


def test_the_outcome_stands_above_and_an_unknown_host_can_be_accepted(desk: Client):
    desk.post("/site/account/", SFTP)
    problem = sentence_to_json(sentence("It shows %(fingerprint)s.", fingerprint="SHA256:abc"))
    SiteUpload.objects.create(target=site().target, state="failed", problem=problem)
    box = desk.get("/site/").text.partition('id="changes"')[0]
    assert "failed." in box
    assert "It shows SHA256:abc." in box
    assert 'name="fingerprint" value="SHA256:abc"' in box
    ClubSite.objects.update(host_key="SHA256:abc")
    assert 'name="fingerprint"' not in desk.get("/site/").text
    SiteUpload.objects.create(target=site().target, state="done")
    assert "complete." in desk.get("/site/").text.partition('id="changes"')[0]
