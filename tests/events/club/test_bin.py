"""What is deleted is nowhere but in the bin, and comes back whole."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from clubscore.database.models import KEPT_IN_BIN
from clubscore.keeping.backups import store
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.club.bin import bring_back, empty_bin, in_bin
from events.models import (
    ContestantPlayer,
    Entry,
    Game,
    Series,
    Session,
    TableCode,
    Tournament,
    TravellerLine,
)
from events.sessions.desk.services.bin import delete_session
from events.sessions.series.services import delete_series, publish_series
from events.sessions.setup.services import sessions
from events.tables.services.settings import switch_on
from events.tournaments.core.services import publish_tournament
from events.tournaments.desk.services import delete_tournament
from players import history
from players.models import Player
from players.selectors.register import player_of_token, search_players
from players.services.erasure import erase_player
from players.services.players import delete_player
from players.services.private_links import make_private_link
from tests.events import factories
from tests.events.sessions.evenings import evening, series
from tests.events.tournaments import cups
from tests.jobs import work_off
from tests.players.people import enter, player

pytestmark = pytest.mark.django_db

BY = Actor()


def binned_session() -> tuple[Session, Callable[[], None], list[str]]:
    made = evening()
    pages = [f"/sessions/{made.pk}/{page}" for page in ("", "ranking/", "results.xlsx")]
    pages.append(f"/api/v1/sessions/{made.pk}")
    return made, lambda: delete_session(session=made, by=BY), pages


def binned_series() -> tuple[Series, Callable[[], None], list[str]]:
    made = series(evening(), name="Evening series")
    publish_series(series=made, by=BY)
    return made, lambda: delete_series(series=made, by=BY), [f"/series/{made.pk}/"]


def binned_tournament() -> tuple[Tournament, Callable[[], None], list[str]]:
    made = cups.played()
    publish_tournament(tournament=made, by=BY)
    return made, lambda: delete_tournament(tournament=made, by=BY), [f"/tournaments/{made.slug}/"]


@pytest.mark.parametrize(
    ("kind", "make"),
    [("session", binned_session), ("series", binned_series), ("tournament", binned_tournament)],
)
def test_an_event_is_on_no_page_until_it_is_back_as_it_was(
    client: Client, director_client: Client, kind: str, make: Callable[[], tuple[Any, Any, Any]]
) -> None:
    made, delete, pages = make()
    published = made.__class__.everything.get(pk=made.pk).published_at
    readers = (client, director_client)
    name = str(made).partition(" (")[0]
    lists = ["/", "/past/?season=2025", "/series/", "/tournaments/", f"/search/?q={name}"]
    before = [director_client.get(page).status_code for page in pages]
    seen = [name in director_client.get(page).text for page in lists]
    assert any(seen)
    delete()
    for reader in readers:
        assert {reader.get(page).status_code for page in pages} <= {404, 302 * (reader is client)}
        assert [page for page in lists if f">{name}<" in reader.get(page).text] == []
    row = f'name="number" value="{made.pk}"'
    assert row in director_client.get("/deleted/").text
    assert client.get("/deleted/").status_code == 302
    with pytest.raises(IntegrityError), transaction.atomic():
        type(made).everything.filter(pk=made.pk).update(published_at=timezone.now())

    assert client.post("/deleted/restore/", {"kind": kind, "number": made.pk}).status_code == 302
    assert in_bin() != []
    answer = director_client.post("/deleted/restore/", {"kind": kind, "number": made.pk})
    assert (answer.status_code, answer.url) == (302, made.get_absolute_url())
    assert [director_client.get(page).status_code for page in pages] == before
    assert [name in director_client.get(page).text for page in lists] == seen
    back = type(made).objects.get(pk=made.pk)
    assert (back.published_at, back.deleted_with, in_bin()) == (published, {}, [])
    again = director_client.post("/deleted/restore/", {"kind": kind, "number": made.pk})
    assert (again.status_code, "no longer in the bin" in again.text) == (422, True)


def test_what_is_back_is_named_with_its_date_as_the_language_writes_it(director_client) -> None:
    session = evening()
    delete_session(session=session, by=BY)
    values = {"kind": "session", "number": session.pk}
    answer = director_client.post("/deleted/restore/", values, follow=True)
    day = date_format(session.date, "SHORT_DATE_FORMAT")
    [said] = answer.context["messages"]
    assert str(said) == f"“{session.title}, {day}” is back, as it was."


def test_phones_lines_and_players_know_nothing_of_what_is_in_the_bin(
    client: Client, director_client: Client
) -> None:
    session, cup = evening(), cups.played()
    sessions.reopen(session=session, by=BY)
    ann = Player.objects.get(given="Ann", family="Ax")
    enter(ann, cup)
    switch_on(session_id=session.pk, preset="club", by=BY)
    code = TableCode.objects.filter(session=session).first().code
    assert client.get(f"/t/{code}/").status_code == 200
    line = TravellerLine.objects.filter(section__session=session).first()
    save = f"/sessions/{session.pk}/lines/{line.pk}/"
    assert len(history.played(ann.pk)) == 2
    delete_session(session=session, by=BY)
    delete_tournament(tournament=cup, by=BY)
    assert (history.played(ann.pk), history.record(ann.pk)) == ([], history.record(0))
    assert client.get(f"/t/{code}/").status_code == 404
    assert director_client.post(save, {"typed": "4sn="}).status_code == 404


def test_a_player_in_the_bin_is_named_to_directors_alone(client: Client) -> None:
    session = evening()
    ann = Player.objects.get(given="Ann", family="Ax")
    token = make_private_link(number=ann.pk, by=BY)
    delete_player(number=ann.pk, by=BY)
    ranking = client.get(f"/sessions/{session.pk}/ranking/").text
    assert ("Ann Ax" in ranking, "Erased-" in ranking) == (False, True)
    assert (list(search_players("Ax")), player_of_token(token)) == ([], None)
    assert bring_back(kind="player", number=ann.pk, by=BY) == ann
    assert "Ann Ax" in client.get(f"/sessions/{session.pk}/ranking/").text
    assert player_of_token(token) == ann


def test_a_player_whose_name_somebody_has_by_now_stays_in_the_bin() -> None:
    first = player("Clara Finch", club_number="7")
    delete_player(number=first.pk, by=BY)
    player("Clara Finch")
    with pytest.raises(Refused, match="A player of this name is already in the register"):
        bring_back(kind="player", number=first.pk, by=BY)
    assert [binned.number for binned in in_bin()] == [first.pk]


def test_after_its_time_everything_in_the_bin_is_gone() -> None:
    session, cup = evening(), cups.played()
    made = series(session)
    ann = Player.objects.get(given="Ann", family="Ax")
    delete_series(series=made, by=BY)
    delete_session(session=session, by=BY)
    delete_tournament(tournament=cup, by=BY)
    delete_player(number=ann.pk, by=BY)
    early = timezone.now() - KEPT_IN_BIN
    assert (empty_bin(before=early, by=BY), len(in_bin())) == (0, 4)
    for model in (Session, Series, Tournament, Player):
        manager = model._base_manager
        manager.exclude(deleted_at=None).update(deleted_at=early - datetime.timedelta(days=1))
    store.ask_for_backup(reason=store.Reason.ASKED, by=BY)
    work_off()
    models = (Session, Series, Tournament, ContestantPlayer, Entry, Game)
    assert [model._base_manager.count() for model in models] == [0] * len(models)
    assert not Player.everybody.filter(pk=ann.pk).exists()


def test_who_is_erased_is_erased_in_the_bin_too() -> None:
    session, cup = evening(title="For Ann Ax"), cups.played()
    ann = Player.objects.get(given="Ann", family="Ax")
    enter(ann, cup)
    delete_session(session=session, by=BY)
    delete_tournament(tournament=cup, by=BY)
    erase_player(number=ann.pk, by=BY)
    assert "Ann" not in Session.everything.get().title
    assert Entry.objects.get(player=ann).name.startswith("Erased-")


@pytest.mark.parametrize(("minutes", "asked"), [(50, 0), (70, 1)])
def test_what_is_finished_or_published_is_backed_up(
    director_client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    minutes: int,
    asked: int,
) -> None:
    settings.BACKUP_AT_EVENING = True
    monkeypatch.setattr(store, "_is_time_to_look", lambda: False)
    latest = store.Backup(store.Path("x"), timezone.now(), store.Reason.START, 1)
    monkeypatch.setattr(store, "backups", lambda: [latest])
    monkeypatch.setattr(store, "age", lambda _backup: datetime.timedelta(minutes=minutes))
    made: list[str] = []
    monkeypatch.setattr(store, "ask_for_backup", lambda *, reason, by: made.append(reason))
    session = factories.session()
    for action in ("publish", "withdraw", "finish", "reopen"):
        director_client.post(f"/sessions/{session.pk}/state/", {"action": action})
    assert made == ["results"] * 2 * asked
