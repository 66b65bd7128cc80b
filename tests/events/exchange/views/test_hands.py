"""The hands of a session in the browser: stored, sealed, opened, removed, seen, printed, saved."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from clubscore.models import Job
from clubscore.web.visitors import Actor
from events.exchange.formats.pbn_writer import write_hands
from events.exchange.services.hands import attach_hands
from events.exchange.views import hands as views
from events.models import BoardHands, HandSet, LinePlay, LogEntry, Session
from events.sessions.hands.domain import HandFormat, Makeable, deal_of_number, digest_of
from events.sessions.hands.selectors import all_hands
from events.sessions.setup.services.sessions import finish, publish
from tests.events import factories
from tests.events.exchange.files import FOLDER, data_of
from tests.stored import stored_once

pytestmark = pytest.mark.django_db

BY = Actor()
FOUR_TABLES = """ 8  4  1  1 0
 1 2 1  3 4 1  5 6 1  7 8 1
"""
TWICE = (
    b'% PBN 2.1\n\n[Board "1"]\n[Deal "N:AKQJT98765432... AKQJT98765432... '
    b'.AKQJT98765432.. ...AKQJT98765432"]\n'
)
# North–South make game in spades, nobody else anything.
TRICKS = Makeable((9, 10, 8, 6, 7, 9, 10, 8, 6, 7, 4, 3, 5, 7, 6, 4, 3, 5, 7, 6))


@pytest.fixture(autouse=True)
def _solver(monkeypatch) -> None:
    """There is a solver; no job is done."""
    monkeypatch.setattr(views, "has_solver", lambda: True)


def make_session() -> Session:
    """Two boards of four pairs, with results."""
    return factories.played(boards_per_round=1)


stored, session = stored_once(make_session)


def test_boards_with_results_are_not_offered_for_dealing(director_client, session):
    page = director_client.get(address(session))
    assert "Deal boards" not in text_of(page)
    assert "Boards that have a result were played with other cards" in text_of(page)


def with_hands(session: Session, *, tricks: Makeable | None = TRICKS) -> Session:
    hands = [(board, deal_of_number(board), tricks) for board in (1, 2)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=BY)
    return session


def address(session: Session, ending: str = "") -> str:
    return f"/sessions/{session.pk}/hands/{ending}"


def text_of(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def a_file(*boards: int, kind: HandFormat = HandFormat.PBN) -> SimpleUploadedFile:
    data = write_hands([(board, deal_of_number(board)) for board in boards], kind)
    return SimpleUploadedFile(f"set.{kind}", data)


def test_a_director_deals_the_boards_and_nobody_sees_them(director_client, client):
    session = factories.session(boards_per_round=1)
    publish(session=session, by=BY)
    page = director_client.get(address(session))
    assert "No hands are stored for this session (boards 1–3)." in text_of(page)
    answer = director_client.post(address(session, "deal/"), follow=True)
    assert "The hands are dealt. Nobody has seen them." in text_of(answer)
    assert "nobody, until the session is finished" in text_of(answer)
    assert Job.objects.get().kind == "analysis"
    stored = HandSet.objects.get()
    assert digest_of(stored.seed) in answer.text
    assert stored.seed not in answer.text
    assert answer.context["diagrams"] == []
    public = client.get(address(session))
    assert "The hands are shown when the session is finished." in text_of(public)
    assert public.context["diagrams"] == []
    assert stored.seed not in public.text
    assert "deal-diagram" not in director_client.get(f"/sessions/{session.pk}/travellers/1/").text


@pytest.mark.parametrize("kind", list(HandFormat))
def test_the_hands_of_a_file_are_stored(director_client, session, kind):
    answer = director_client.post(
        address(session, "file/"), {"file": a_file(2, 3, 4, kind=kind)}, follow=True
    )
    text = text_of(answer)
    assert "The hands of 2 boards are stored." in text
    assert "The file has no hands for these boards of the session: 1." in text
    assert "Not stored, because the session does not play them: 4." in text
    assert {board: hand.deal for board, hand in all_hands(session).items()} == {
        2: deal_of_number(2),
        3: deal_of_number(3),
    }


def test_a_file_of_hands_is_offered_to_the_sessions_without_any(director_client, session):
    older = factories.session(title="Finished", boards_per_round=1)
    finish(session=older, by=BY)
    with_hands(factories.session(title="Has its own", boards_per_round=1))
    opened = director_client.post("/open/", {"file": a_file(1, 2)})
    assert opened.context["sessions"] == [session, older]
    form = opened.context["form"]
    sent = {name: form[name].value() for name in ("raw", "file_name")}
    answer = director_client.post(address(session, "file/"), sent, follow=True)
    assert "The hands of 2 boards are stored." in text_of(answer)
    assert HandSet.objects.get(session=session).file_name == "set.pbn"


def test_a_set_of_another_session_is_recognised(director_client, session):
    with_hands(factories.session(title="Last week", boards_per_round=1))
    answer = director_client.post(address(session, "file/"), {"file": a_file(1, 2)}, follow=True)
    assert "belong to “Last week" in text_of(answer)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({}, "Choose a file."),
        ({"file": SimpleUploadedFile("set.pbn", b"nothing")}, "This is no file of results"),
        ({"file": a_file(20)}, "The file has none of the boards of this session, which are 1–3."),
        ({"file": SimpleUploadedFile("set.pbn", TWICE)}, "is dealt 2 times"),
    ],
)
def test_a_file_that_cannot_be_used_stores_nothing(director_client, session, sent, reason):
    answer = director_client.post(address(session, "file/"), sent)
    assert answer.status_code == 422
    assert reason in text_of(answer)
    assert not HandSet.objects.exists()


def test_hands_are_opened_and_removed_with_a_reason(director_client, session):
    with_hands(session)
    refused = director_client.post(address(session, "open/"), {"open-reason": " "})
    assert refused.status_code == 422
    assert "Say why: the reason is kept in the log." in text_of(refused)
    opened = director_client.post(
        address(session, "open/"), {"open-reason": "a card on the floor"}, follow=True
    )
    assert [diagram.number for diagram in opened.context["diagrams"]] == [1, 2]
    removed = director_client.post(
        address(session, "remove/"), {"remove-reason": "wrong set"}, follow=True
    )
    assert "The hands are removed." in text_of(removed)
    assert [
        (entry.action, entry.reason)
        for entry in LogEntry.objects.filter(action__in=["unsealed", "undealt"]).order_by("pk")
    ] == [("unsealed", "a card on the floor"), ("undealt", "wrong set")]


def test_everybody_sees_the_hands_of_a_finished_session(client, session):
    with_hands(session)
    publish(session=session, by=BY)
    finish(session=session, by=BY)
    page = client.get(address(session))
    first = page.context["diagrams"][0]
    assert (first.par_score, str(first.strains[0])) == ("+420", "NT")
    board = client.get(f"/sessions/{session.pk}/travellers/1/")
    assert "deal-diagram" in board.text
    assert "Par +" in text_of(board)


def test_each_line_s_tricks_are_compared_with_double_dummy(client):
    session = factories.session(FOUR_TABLES, boards_per_round=1)
    factories.enter(session, 1, "4sn=", "4sn+1", "3ntn-1", "p")
    with_hands(session)
    publish(session=session, by=BY)
    assert "double-dummy" not in client.get(f"/sessions/{session.pk}/travellers/1/").text
    finish(session=session, by=BY)
    for page in (f"/sessions/{session.pk}/travellers/1/", f"/sessions/{session.pk}/travellers/"):
        shown = re.findall(r'class="double-dummy"[^>]*>([^<]+)<', client.get(page).text)
        assert sorted(shown) == ["+1", "=", "−1"]


@pytest.mark.parametrize("per_page", [4, 9])
def test_records_are_printed(client, session, per_page):
    with_hands(session)
    publish(session=session, by=BY)
    sealed = client.get(address(session, f"records/{per_page}/"))
    assert (sealed.status_code, sealed.url) == (302, address(session))
    finish(session=session, by=BY)
    page = client.get(address(session, f"records/{per_page}/"))
    assert page.text.count('class="record"') == 2
    assert f"records-{per_page}" in page.text
    assert client.get(address(session, "records/5/")).status_code == 404


def test_curtain_cards_are_the_director_s(director_client, client, session):
    with_hands(session)
    assert director_client.get(address(session, "curtain-cards/")).status_code == 302
    finish(session=session, by=BY)
    page = director_client.get(address(session, "curtain-cards/"))
    assert page.text.count("curtain-card hand") == 8
    assert client.get(address(session, "curtain-cards/")).status_code in {302, 403, 404}


@pytest.mark.parametrize("kind", list(HandFormat))
def test_sealed_hands_are_saved_as_a_file_and_that_is_logged(director_client, session, kind):
    with_hands(session)
    answer = director_client.post(address(session, "save/"), {"format": kind.value})
    assert answer.status_code == 422
    assert not LogEntry.objects.filter(action="hands sent").exists()
    values = {"format": kind.value, "save-reason": "for the machine"}
    answer = director_client.post(address(session, "save/"), values)
    pairs = [(board, deal_of_number(board)) for board in (1, 2)]
    assert answer.content == write_hands(pairs, kind)
    assert answer["Content-Disposition"].endswith(f'-hands.{kind}"')
    entry = LogEntry.objects.get(action="hands sent")
    assert (entry.after, entry.reason) == ({"format": kind.value}, "for the machine")


def test_the_list_for_dealing_by_hand(director_client, session):
    with_hands(session)
    values = {"format": "by-hand", "save-reason": "no machine"}
    answer = director_client.post(address(session, "save/"), values)
    first = answer.context["boards"][0]
    letters = [seat for _symbol, seats in first["suits"] for seat in seats]
    assert letters == ["NESW"[owner] for owner in deal_of_number(1).owners()]
    assert LogEntry.objects.get(action="hands sent").after == {"format": "by-hand"}


def test_a_format_that_there_is_not_and_hands_that_there_are_not(director_client, session):
    assert director_client.post(address(session, "save/"), {"format": "exe"}).status_code == 400
    assert director_client.post(address(session, "save/"), {"format": "pbn"}).status_code == 302


def test_the_page_says_how_far_the_analysis_is(director_client, session):
    with_hands(session, tricks=None)
    BoardHands.objects.filter(board=1).update(tricks=str(TRICKS))
    answer = director_client.get(address(session))
    assert "1 of 2 boards" in text_of(answer)
    assert "<progress" in answer.text


def test_without_a_solver_the_page_says_so(director_client, session, monkeypatch):
    monkeypatch.setattr(views, "has_solver", lambda: False)
    with_hands(session, tricks=None)
    answer = director_client.get(address(session))
    assert "there is no solver for this machine" in text_of(answer)
    assert not Job.objects.exists()


def plays_file(name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data_of(name))


def test_auctions_and_play_of_a_file(director_client):
    call_command("import_session", str(FOLDER / "plays.xml"), json=True)
    session = Session.objects.get(title="Evening")
    LinePlay.objects.all().delete()
    assert "Auctions and play from a file" in text_of(director_client.get(address(session)))
    sent = {"plays-file": plays_file("plays.xml")}
    page = director_client.post(address(session, "plays/"), sent, follow=True)
    assert "Stored: 3 auctions, and the card play of 3 results." in text_of(page)
    assert LinePlay.objects.count() == 3

    sent = {"plays-file": plays_file("plays.lin")}
    page = director_client.post(address(session, "plays/"), sent, follow=True)
    assert "6 records of the file are left over." in text_of(page)
    assert "Board 16: the session has no hands of this board." in text_of(page)


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({}, "Choose a file."),
        ({"plays-file": SimpleUploadedFile("x", b"Dear club,")}, "This is no file of results"),
        ({"plays-file": plays_file("hands.lin")}, "There is no result, auction or card play"),
        ({"plays-file": plays_file("games.pbn")}, "There are no auctions and no card play"),
    ],
)
def test_file_without_auctions_is_told(director_client, session, sent, problem):
    page = director_client.post(address(session, "plays/"), sent)
    assert page.status_code == 422
    assert problem in text_of(page)
    assert not LinePlay.objects.exists()


def test_a_file_that_was_imported_adds_its_auctions(director_client):
    call_command("import_session", str(FOLDER / "plays.xml"), json=True)
    LinePlay.objects.all().delete()
    preview = director_client.post("/open/", {"file": plays_file("plays.xml")})
    form = preview.context["form"].initial
    sent = form | {"date": "2026-11-02", "title": "Evening"}
    page = director_client.post("/open/import/", sent, follow=True)
    assert "This file was imported before" in text_of(page)
    assert "Stored: 3 auctions, and the card play of 3 results." in text_of(page)


def test_a_file_whose_auctions_are_all_stored(director_client):
    call_command("import_session", str(FOLDER / "plays.xml"), json=True)
    session = Session.objects.get(title="Evening")
    sent = {"plays-file": plays_file("plays.xml")}
    page = director_client.post(address(session, "plays/"), sent, follow=True)
    assert "All that the file says of auctions and play is stored already." in text_of(page)
