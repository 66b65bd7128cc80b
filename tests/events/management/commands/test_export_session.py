import csv
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from clubscore.web.visitors import Actor
from events.exchange.domain.plan_comparison import compare
from events.exchange.figures.planning import plan_of
from events.exchange.formats import pbn, usebio
from events.exchange.services.hands import attach_hands
from events.models import Contestant, ContestantPlayer, HandSet, Session, TravellerLine
from events.sessions.core.domain.contract import Seat
from events.sessions.hands.domain import Makeable, deal_of_number
from events.sessions.hands.selectors import shown_hands
from events.sessions.setup.services.sessions import reopen
from tests.events.exchange.files import data_of

pytestmark = pytest.mark.django_db


def stored(name, tmp_path, capsys):
    path = tmp_path / "in"
    path.write_bytes(data_of(name))
    call_command("import_session", str(path), json=True)
    capsys.readouterr()
    return Session.objects.get()


def exported(session, to, tmp_path):
    path = tmp_path / f"out.{to}"
    call_command("export_session", str(session.pk), "--format", to, "--output", str(path))
    return path.read_bytes()


@pytest.mark.parametrize("name", ["sections.xml", "direct.xml", "evening.bws.xz"])
def test_usebio_is_read_back_as_the_same_session(name, tmp_path, capsys):
    session = stored(name, tmp_path, capsys)
    data = exported(session, "usebio", tmp_path)
    reading = usebio.read(data)
    plan = plan_of(reading)
    (section,) = reading.events[0].sections
    assert reading.notices == ()
    assert (plan.title, plan.date, plan.winners) == (
        session.title, str(session.date), session.winners,
    )  # fmt: skip
    # What was not played is left out: the format has no mark for it.
    lines = TravellerLine.objects.exclude(adjustment="NP")
    assert sorted((line.board, repr(line.result)) for line in plan.lines) == sorted(
        (line.board, repr(line.result)) for line in lines
    )
    numbers = [contestant.number for contestant in section.contestants]
    assert len(set(numbers)) == len(numbers)
    comparison = compare(plan)
    assert comparison.differing == ()
    assert exported(session, "usebio", tmp_path) == data


def contents(session, *, leads):
    """All that a session is, whatever its keys."""
    contestants = {
        contestant.pk: (contestant.section.letter, contestant.direction, contestant.number)
        for contestant in session_contestants_of(session)
    }
    return (
        session.title, session.date, session.method, session.winners, session.scale,
        session.neuberg, session.rounding,
        sorted(
            (contestants[each.contestant_id], each.place, each.player.name)
            for each in ContestantPlayer.objects.filter(session=session).select_related("player")
        ),
        sorted(
            (
                line.section.letter, line.board,
                repr(line.result if leads else replace(line.result, lead=None)),
                sorted((side.direction, contestants[side.contestant_id]) for side in sides),
            )
            for line in TravellerLine.objects.filter(section__session=session)
            if (sides := line.sides.all())
        ),
    )  # fmt: skip


def session_contestants_of(session):
    return Contestant.objects.filter(section__session=session).select_related("section")


# A table of PBN has no column for the lead.
@pytest.mark.parametrize(("to", "leads"), [("usebio", True), ("pbn", False)])
def test_session_that_was_exported_and_imported_is_the_same(to, leads, tmp_path, capsys):
    first = stored("sections.xml", tmp_path, capsys)
    path = tmp_path / "back"
    path.write_bytes(exported(first, to, tmp_path))

    call_command("import_session", str(path), json=True)

    answer = json.loads(capsys.readouterr().out)
    again = Session.objects.get(pk=answer["session"])
    assert contents(again, leads=leads) == contents(first, leads=leads)
    assert answer["differing"] == []


def test_pbn_has_every_result_and_the_same_bytes_again(tmp_path, capsys):
    session = stored("evening.bws.xz", tmp_path, capsys)
    data = exported(session, "pbn", tmp_path)
    reading = pbn.read(data.decode("latin-1").replace("\r\n", "\n"))
    assert reading.notices == ()
    assert (len(reading.boards), sum(len(board.lines) for board in reading.boards)) == (27, 264)
    first = reading.boards[0].lines[0]
    assert (first.ns, first.ew, first.contract, first.score_ns) == ("1NS", "1EW", "4S", 480)
    assert exported(session, "pbn", tmp_path) == data


def test_artificial_score_in_pbn_json_and_csv(tmp_path, capsys):
    session = stored("sections.xml", tmp_path, capsys)
    reading = pbn.read(exported(session, "pbn", tmp_path).decode("latin-1").replace("\r\n", "\n"))
    assert reading.boards[1].lines[0].artificial == (50, 50)
    (event,) = json.loads(exported(session, "json", tmp_path))["events"]
    assert event["sections"][0]["boards"][1]["lines"][0]["artificial"] == [50, 50]
    rows = list(csv.DictReader(exported(session, "csv", tmp_path).decode().splitlines()))
    assert [row["adjustment"] for row in rows] == ["", "", "A5050", ""]


def test_missing_session():
    with pytest.raises(CommandError) as refused:
        call_command("export_session", "77")
    assert refused.value.returncode == 2


def test_on_the_screen(tmp_path, capsys):
    session = stored("sections.xml", tmp_path, capsys)
    call_command("export_session", str(session.pk))
    assert "<!DOCTYPE USEBIO" in capsys.readouterr().out


def test_hands_are_exported_once_the_session_is_finished(tmp_path, capsys):
    session = stored("sections.xml", tmp_path, capsys)
    HandSet.objects.filter(session=session).delete()
    tricks = Makeable((9, 10, 8, 6, 7, 9, 10, 8, 6, 7, 4, 3, 5, 7, 6, 4, 3, 5, 7, 6))
    board = TravellerLine.objects.filter(section__session=session).first().board
    deal = deal_of_number(14)
    attach_hands(session=session, hands=[(board, deal, tricks)], file_name="set.pbn", by=Actor())
    text = exported(session, "pbn", tmp_path).decode("latin-1").replace("\r\n", "\n")
    own = next(each for each in pbn.read(text).boards if each.board == board)
    assert (own.deal, own.double_dummy) == (deal, str(tricks))
    assert own.lines
    assert usebio.read(exported(session, "usebio", tmp_path)).events[0].hands == {board: deal}
    data = json.loads(exported(session, "json", tmp_path))
    assert data["events"][0]["hands"] == {str(board): str(deal)}
    reopen(session=session, by=Actor())
    # As if nobody had seen them.
    HandSet.objects.update(shown_at=None)
    for kind in ("pbn", "usebio", "json"):
        assert deal.hands[0].encode() not in exported(session, kind, tmp_path)
        assert b"HANDSET" not in exported(session, kind, tmp_path)


def test_endplay_reads_the_same_boards_from_our_pbn(tmp_path, capsys):
    """The deals, the tricks and the results that another program's reader finds."""
    pytest.importorskip("endplay")
    from endplay.parsers import pbn as theirs

    session = stored("score_table.pbn", tmp_path, capsys)
    hands = shown_hands(session, director=False)
    assert hands
    path = tmp_path / "ours.pbn"
    path.write_bytes(exported(session, "pbn", tmp_path))
    with path.open(encoding="latin-1") as file:
        boards = theirs.load(file)
    read = {board.board_num: board for board in boards}
    for board, dealt in hands.items():
        assert str(read[board].deal) == dealt.deal.as_text(Seat.N)
        if dealt.makeable:
            assert read[board].info["DoubleDummyTricks"] == str(dealt.makeable)
