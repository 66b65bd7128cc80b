"""Auctions and card play with the lines of a session: imported, added later, written again."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.exchange.engines import double_dummy
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.exchange.figures.opening import open_results
from events.exchange.figures.played_boards import played_boards
from events.exchange.formats import lin
from events.exchange.services import analysis
from events.exchange.services.play_lines import add_plays
from events.models import (
    BoardHands,
    ContestantPlayer,
    HandSet,
    LeadTricks,
    LinePlay,
    LogEntry,
    Session,
    TravellerLine,
)
from events.sessions.cardplay.selectors import session_plays
from events.sessions.core.domain.contract import Seat
from tests.events.exchange.files import FOLDER, data_of

pytestmark = pytest.mark.django_db

EIGHT = "CKCTCACJHKHAHTH2"


def imported(capsys, name: str | Path, **options):
    call_command("import_session", str(FOLDER / name), json=True, **options)
    return json.loads(capsys.readouterr().out)


def stored() -> list[str]:
    rows = LinePlay.objects.order_by("line__board", "line")
    return [f"{row.auction.partition(chr(10))[0]} | {row.cards}" for row in rows]


def boards_of(data: bytes):
    return played_boards(open_results(data).reading)


def test_evening_with_the_lin_of_its_lines_gets_its_hands(capsys):
    answer = imported(capsys, "plays.xml")
    assert (answer["lines"], answer["auctions"], answer["plays"]) == (7, 3, 3)
    assert len(answer["problems"]) == 4
    assert stored() == [
        f"P 1H 2NT! P 3NT P P P | {EIGHT}=8",
        "P 1H 2NT! P 3NT P P P | H4H2HJHA=9",
        "P 1H 2NT! P 3NT P P P | H4H2?=9",
    ]
    assert BoardHands.objects.get().board == 15
    # The lead is that of the play.
    assert list(TravellerLine.objects.values_list("lead", flat=True)[:3]) == ["CK", "H4", ""]

    again = imported(capsys, "plays.xml")
    assert (again["session"], again["auctions"], again["plays"]) == (answer["session"], 0, 0)
    assert LinePlay.objects.count() == 3
    assert not LogEntry.objects.filter(action="play added").exists()


def test_lin_becomes_a_session_of_pairs_by_their_names(capsys):
    answer = imported(capsys, "plays.lin", date="2026-11-02")
    assert (answer["lines"], answer["auctions"], answer["plays"]) == (6, 4, 6)
    players: dict[int, list[str]] = {}
    for seat in ContestantPlayer.objects.select_related("player").order_by("player__name"):
        players.setdefault(seat.contestant_id, []).append(seat.player.name)
    assert sorted(players.values()) == [
        ["Badger", "Otter"],
        ["Heron", "Stoat"],
        ["Marten", "Weasel"],
        ["Shrew", "Vole"],
    ]
    made = TravellerLine.objects.get(contract="3D")
    assert (made.board, made.declarer, made.tricks, made.lead, made.score_ns) == (
        15, "N", 11, "H4", 150,
    )  # fmt: skip


@pytest.mark.parametrize("to", ["lin", "pbn-games"])
def test_what_was_stored_is_written_and_read_again(capsys, to):
    imported(capsys, "plays.xml")
    session = Session.objects.get()
    data = export_session(session, SessionFormat(to))
    boards = boards_of(data)

    told = sorted(
        f"{' '.join(board.line.auction.calls)} | {board.play}"
        for board in boards
        if board.line.auction
    )
    # Where cards were left out is not written.
    assert told == sorted(row.replace("!", "").replace("?", "") for row in stored())
    assert {board.deal for board in boards} == {boards_of(data_of("plays.xml"))[0].deal}
    # A board of which LIN says nothing but its hands has no result.
    assert len(boards) == {"lin": 3, "pbn-games": 7}[to]
    if to == "pbn-games":
        assert b'[PairId_NS "3"]' in data
        assert all(board.line.score_ns in (600, -100) for board in boards)
        assert losses(session, SessionFormat.PBN_GAMES) == []
    else:
        (loss,) = losses(session, SessionFormat.LIN)
        assert str(loss).startswith("LIN tells a contract by its auction alone: 4 results")


def test_evening_with_results_to_settle_is_written_too(capsys):
    imported(capsys, "plays.lin", date="2026-11-02")
    boards = boards_of(export_session(Session.objects.get(), SessionFormat.LIN))
    assert len(boards) == 6
    assert [str(board.play) for board in boards[:2]] == ["H4H2HJHAD5D4DQC4=b", "H4H2HJHADTD4DQC4"]
    assert all(board.deal for board in boards)


def test_nothing_of_the_play_is_written_with_the_switch_off(capsys):
    imported(capsys, "plays.xml")
    Session.objects.update(show_play=False)
    boards = boards_of(export_session(Session.objects.get(), SessionFormat.PBN_GAMES))
    assert [board for board in boards if board.line.auction or board.line.play] == []


ALONE = b"""pn|Fay,Gus,Hal,Ida|qx|o15|
md|1SQ982HQ82DKQ763CT,SJ643HKJ7653DCAQ4,SK5HADAJT52CJ9762|sv|n|
mb|p|mb|p|mb|3N|mb|ppp|pc|CK|pc|CT|mc|8|pg||
"""


@pytest.fixture
def evening(capsys):
    """The evening without what its lines' LIN says, and without hands."""
    imported(capsys, "plays.xml")
    session = Session.objects.get()
    LinePlay.objects.all().delete()
    session.hand_set.delete()
    return session


@pytest.mark.both_databases
def test_records_go_to_their_lines_by_number_and_hands_come_with_them(evening):
    added = add_plays(
        session=evening, boards=boards_of(data_of("plays.xml")), file_name="plays.xml", by=Actor()
    )
    assert (added.auctions, added.plays, added.left) == (3, 3, ())
    assert added.hands is not None
    assert added.hands.stored == (15,)
    assert len(stored()) == 3
    entry = LogEntry.objects.get(action="play added")
    assert entry.after == {"file": "plays.xml", "auctions": 3, "plays": 3}


def test_record_of_the_only_line_with_its_result(evening):
    added = add_plays(session=evening, boards=boards_of(ALONE), file_name="x.lin", by=Actor())
    assert (added.auctions, added.plays, added.left) == (1, 1, ())
    row = LinePlay.objects.get()
    assert (row.line.tricks, row.auction, row.cards) == (8, "P P 3NT P P P", "CKCT=8")


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("mc|8|", "mc|9|", "3NT by North: the session has several such results, and the file does"
                           " not say whose this is."),
        ("mc|8|", "mc|7|", "3NT by North: the session has no such result without auction and"
                           " play."),
        ("mb|3N|mb|ppp|", "mb|3N|mb|pp|", "the file does not say what was played."),
        ("SK5HADAJT52", "SK3HADAJT52", "the session has another deal of this board."),
        ("o15", "o31", "the session has no hands of this board."),
        ("md|1", "md|4", "in the file another seat deals; the auction is left out."),
    ],
)  # fmt: skip
def test_records_that_are_left_over(evening, old, new, left):
    first = boards_of(data_of("plays.xml"))[:1]
    add_plays(session=evening, boards=first, file_name="first.xml", by=Actor())
    LinePlay.objects.all().delete()
    text = ALONE.decode().replace("SJ643", "SJ64") if "K3" in new else ALONE.decode()
    text = text.replace("SJ64H", "SJ645H").replace(old, new)
    added = add_plays(
        session=evening, boards=boards_of(text.encode()), file_name="x.lin", by=Actor()
    )
    assert [str(problem.message).partition(": ")[2] for problem in added.left[:1]] == [
        left.partition(": ")[2] or left
    ]


def test_hands_of_another_evening_are_not_stored_with_nothing_of_its_play(evening):
    other = boards_of(ALONE.replace(b"mc|8|", b"mc|7|"))
    with pytest.raises(Refused, match="may be of another evening"):
        add_plays(session=evening, boards=other, file_name="x.lin", by=Actor())
    assert not HandSet.objects.exists()


def test_a_vugraph_has_the_name_of_its_match(capsys):
    file = b"vg|Autumn cup,Segment 1,I,1,1,Reds,0,Blues,0|\n" + ALONE
    assert lin.read(file.decode()).title == "Autumn cup, Segment 1"
    assert lin.read(ALONE.decode()).title == ""


def test_names_tell_which_of_several_lines_it_is(evening):
    data = (
        ALONE.replace(b"mc|8|", b"mc|9|")
        .replace(b"Fay,Gus,Hal,Ida", b"COB SOUTH#3,Bay North,Cob North,Bay South#9")
        .replace(b"Bay", b"Dun")
    )
    add_plays(session=evening, boards=boards_of(data), file_name="x.lin", by=Actor())
    line = LinePlay.objects.get().line
    numbers = line.sides.order_by("direction").values_list("contestant__number", flat=True)
    assert list(numbers) == [4, 3]


def test_file_without_auctions_is_refused(evening):
    with pytest.raises(Refused, match="no auctions and no card play"):
        add_plays(
            session=evening, boards=boards_of(data_of("games.pbn")), file_name="x", by=Actor()
        )


def worked_off() -> None:
    for _turn in range(50):
        if analysis.solve_next(Job()) is not None:
            return
    raise AssertionError("the analysis never ends")


def costs() -> list[tuple[str, str, str]]:
    rows = LinePlay.objects.order_by("line")
    return list(rows.values_list("cards", "costs", "solved"))


def test_tables_then_leads_then_costs_are_worked_out(capsys):
    imported(capsys, "plays.xml")
    session = Session.objects.get()
    worked_off()
    assert costs() == [
        (f"{EIGHT}=8", "666668888", "3NTN"),
        ("H4H2HJHA=9", "66666", "3NTN"),
        ("H4H2?=9", "666", "3NTN"),
    ]
    assert list(LeadTricks.objects.values_list("declarer", "strain", "tricks")) == [
        ("N", "NT", "8886667776666")
    ]
    entries = LogEntry.objects.filter(action="analysed").order_by("pk")
    assert [entry.after for entry in entries] == [{"boards": 1}, {"leads": 1}, {"plays": 3}]
    assert not analysis.is_behind()

    # A level lower the same cards cost the same; another turn is looked for.
    line = TravellerLine.objects.filter(section__session=session).order_by("pk")[0]
    TravellerLine.objects.filter(pk=line.pk).update(contract="2NTx")
    assert analysis.is_behind()
    worked_off()
    row = LinePlay.objects.get(line=line)
    assert (row.solved, row.costs, row.kept) == ("2NTN", "666668888", "HJH7H6H5H3CQ")

    # East cannot have declared: the costs stay those of North, and are not shown meanwhile.
    TravellerLine.objects.filter(pk=line.pk).update(declarer="E")
    worked_off()
    row.refresh_from_db()
    assert (row.solved, row.costs, row.tries) == ("2NTN", "666668888", 2)
    stored_play = session_plays(session.pk)[line.pk]
    contract = line.result.declared.contract
    assert stored_play.costs_of(contract, Seat.E) == ()
    assert not stored_play.fits(contract, Seat.E, boards_of(data_of("plays.xml"))[0].deal)


def test_plays_at_which_two_processes_end_are_given_up_after_two_tries(capsys, monkeypatch):
    imported(capsys, "plays.xml")
    BoardHands.objects.update(tries=2)
    monkeypatch.setattr(double_dummy, "is_available", lambda: True)
    for _try in range(4):
        analysis.put_off_boards(Job())
    assert list(LeadTricks.objects.values_list("tricks", "tries")) == [("", 2)]
    assert set(LinePlay.objects.values_list("costs", "tries")) == {("", 2)}
    assert not analysis.is_behind()


def test_sessions_are_looked_at_again_when_something_was_logged(capsys, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(analysis, "ask", lambda *, kind, by, again: asked.append(kind))
    monkeypatch.setattr(analysis, "has_solver", lambda: True)
    monkeypatch.setattr(analysis, "_seen", None)
    analysis.ask_when_changed()
    imported(capsys, "plays.xml")
    analysis.ask_when_changed()
    analysis.ask_when_changed()
    assert asked == ["analysis"]
