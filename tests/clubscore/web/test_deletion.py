import pytest
from django.test import Client

from clubscore.text.problems import Refused
from events.models import Deletion, Session
from tests.events import factories

pytestmark = pytest.mark.django_db


def address(session: Session) -> str:
    return f"/sessions/{session.pk}/delete/"


def posted(client: Client, session: Session, name: str) -> dict[str, str]:
    return {"name": name, "seen": client.get(address(session)).context["plan"].seen}


def test_the_page_asks_for_the_name(director_client: Client) -> None:
    session = factories.session(title="By mistake")
    page = director_client.get(address(session))
    assert page.status_code == 200
    assert "type its name: <strong>By mistake</strong>" in page.text
    assert Session.objects.count() == 1


def test_typing_the_name_deletes_after_a_backup(
    director_client: Client, deletion_backups: list[str]
) -> None:
    session = factories.session(title="By mistake")
    data = posted(director_client, session, "by  MISTAKE")
    answer = director_client.post(address(session), data, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["“By mistake” is deleted."]
    assert (Session.objects.count(), answer.redirect_chain) == (0, [("/", 302)])
    assert deletion_backups == ["deletion"]


@pytest.mark.parametrize("typed", ["", "By mistak", "Another"])
def test_another_name_deletes_nothing(
    director_client: Client, deletion_backups: list[str], typed: str
) -> None:
    session = factories.session(title="By mistake")
    answer = director_client.post(address(session), posted(director_client, session, typed))
    assert answer.status_code == 422
    assert "This is not the name. Type: By mistake" in answer.text
    assert (Session.objects.count(), deletion_backups) == (1, [])


def test_without_a_backup_nothing_is_deleted(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_reason: str) -> None:
        raise Refused.because("The disk is full.")

    monkeypatch.setattr("clubscore.web.deletion.make_backup", refuse)
    session = factories.session(title="By mistake")
    answer = director_client.post(address(session), posted(director_client, session, "By mistake"))
    assert answer.status_code == 422
    assert "The disk is full." in answer.text
    assert "Nothing was deleted, because there would be no backup of it." in answer.text
    assert (Session.objects.count(), Deletion.objects.count()) == (1, 0)


def test_what_changed_since_the_page_is_shown_again(
    director_client: Client, deletion_backups: list[str]
) -> None:
    session = factories.session(title="By mistake")
    data = posted(director_client, session, "By mistake")
    factories.enter(session, 1, "420", "50")
    answer = director_client.post(address(session), data)
    assert answer.status_code == 422
    assert "This was changed in the meantime." in answer.text
    assert "Its results are deleted (2)" in answer.text
    assert (Session.objects.count(), deletion_backups) == (1, [])
    # The page shown has the stamp of what is stored now, and the name that was typed.
    again = {"name": "By mistake", "seen": answer.context["plan"].seen}
    assert director_client.post(address(session), again).status_code == 302


def test_what_changes_while_the_backup_is_made_is_shown_again(
    director_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = factories.session(title="By mistake")
    data = posted(director_client, session, "By mistake")
    monkeypatch.setattr(
        "clubscore.web.deletion.make_backup",
        lambda _reason: factories.enter(session, 1, "420", "50"),
    )
    answer = director_client.post(address(session), data)
    assert answer.status_code == 422
    assert "This was changed in the meantime." in answer.text
    assert Session.objects.count() == 1
