import json

import pytest
from django.core.management import CommandError, call_command

from events.models import Contestant, Session, TravellerLine
from events.sessions.doubts.domain.values import Rule
from events.sessions.doubts.services import session_doubts
from players.models import Player
from tests.events.exchange.files import FOLDER, data_of

pytestmark = pytest.mark.django_db


def imported(path, capsys, **options):
    call_command("import_session", str(path), json=True, **options)
    return json.loads(capsys.readouterr().out)


def test_usebio_is_stored_and_compared(capsys):
    answer = imported(FOLDER / "sections.xml", capsys)
    session = Session.objects.get()
    assert answer == {
        "session": session.pk,
        "lines": 4,
        "published": 4,
        "agreeing": 4,
        "explained": ["All 4 published scores agree with ours."],
        "differing": [],
        "auctions": 0,
        "plays": 0,
        "problems": [],
        "notices": [
            {
                "line": 25,
                "element": "contract",
                "message": "“42” is not a contract; the score is kept.",
            }
        ],
    }
    assert (session.title, str(session.date), session.winners, session.state) == (
        "Café pairs", "2026-01-19", 2, "finished",
    )  # fmt: skip
    assert sorted(Player.objects.values_list("name", flat=True))[:2] == ["Ann Otter", "Bo Badger"]
    made = TravellerLine.objects.get(score_ns=550)
    assert (made.contract, made.declarer, made.tricks, made.lead) == ("3NTx", "N", 9, "HT")
    assert TravellerLine.objects.get(adjustment="A5050")


def test_in_words_with_the_settings_that_fit(capsys):
    call_command("import_session", str(FOLDER / "sections.xml"))
    said = capsys.readouterr().out
    assert "4 results.\n  All 4 published scores agree with ours.\n" in said


def test_a_day_that_is_none_is_refused():
    with pytest.raises(CommandError, match=r"--date: invalid day value: '19 January'"):
        call_command("import_session", str(FOLDER / "sections.xml"), "--date", "19 January")
    assert not Session.objects.exists()


def test_published_score_that_differs_is_shown(capsys, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(data_of("sections.xml").replace(b">75.00<", b">76.5<", 1))
    answer = imported(path, capsys)
    assert (answer["published"], answer["agreeing"]) == (4, 3)
    assert answer["differing"] == [{"contestant": "A1", "published": "76.5", "computed": "75.0"}]


def test_bws_of_two_directions_numbered_alike(capsys, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(data_of("evening.bws.xz"))
    answer = imported(path, capsys)
    assert (answer["lines"], answer["published"]) == (270, 0)
    assert Contestant.objects.filter(number=1).count() == 2
    assert Session.objects.get().winners == 2


def test_individual(capsys):
    assert imported(FOLDER / "direct.xml", capsys)["lines"] == 1
    (line,) = TravellerLine.objects.all()
    assert line.sides.count() == 4


def test_pbn_with_numbers(capsys):
    answer = imported(FOLDER / "score_table.pbn", capsys)
    assert answer["lines"] == 4
    assert TravellerLine.objects.filter(contract="3NTx", score_ns=-100).exists()


def test_pbn_with_names_alone(capsys):
    assert imported(FOLDER / "games.pbn", capsys)["lines"] == 2
    assert Contestant.objects.count() == 4
    assert Player.objects.filter(name="A Otter").exists()


def test_teams_of_which_the_file_has_totals_alone(capsys):
    answer = imported(FOLDER / "matches.xml", capsys)
    assert (answer["lines"], answer["published"]) == (2, 2)
    assert [(each["published"], each["computed"]) for each in answer["differing"]] == [
        ("14", "18"),
        ("6", "2"),
    ]
    assert Session.objects.get().matches == "teams"


@pytest.mark.parametrize("name", ["hands.pbn", "hands.dup"])
def test_files_that_have_no_session_store_nothing(name):
    with pytest.raises(CommandError) as refused:
        call_command("import_session", str(FOLDER / name))
    assert refused.value.returncode == 1
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_second_result_of_a_pair_on_a_board_costs_its_line(capsys, tmp_path):
    path = tmp_path / "file"
    data = data_of("sections.xml")
    second = b"<NS_PAIR_NUMBER>2</NS_PAIR_NUMBER>"
    path.write_bytes(data.replace(second, b"<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>", 1))
    call_command("import_session", str(path), json=True)
    answer = json.loads(capsys.readouterr().out)
    (problem,) = answer["problems"]
    assert (problem["line"], problem["message"]) == (
        25, "Board 1: contestant 1 has a result already; this one is left out.",
    )  # fmt: skip
    assert answer["lines"] == TravellerLine.objects.count()


def test_what_is_odd_is_reported_and_the_score_is_kept_with_a_doubt(capsys, tmp_path):
    path = tmp_path / "file"
    data = data_of("sections.xml").replace(b"<SCORE>550<", b"<SCORE>650<")
    third = b"</PLAYER><PLAYER><PLAYER_NAME>Ida Mole</PLAYER_NAME></PLAYER></PAIR>"
    data = data.replace(b"</PLAYER></PAIR>", third, 1)
    data = data.replace(b">Hal Toad<", b">Ann Otter<").replace(b">Gus Newt<", b">???<")
    path.write_bytes(data)

    call_command("import_session", str(path), json=True)

    said = capsys.readouterr().err.splitlines()
    assert any("gives 550, but the file says 650. The score is kept." in line for line in said)
    assert [line.partition(": ")[2] for line in said if "left out" in line] == [
        "A1: “Ida Mole” is left out: a pair has two players.",
        "A12: “???” is left out: it cannot be read as a name.",
        "A12: “Ann Otter” is left out: somebody in the session has it already.",
    ]
    session = Session.objects.get()
    assert TravellerLine.objects.filter(contract="3NTx", score_ns=650).exists()
    assert [session_doubt.doubt.rule for session_doubt in session_doubts(session)] == [
        Rule.CONTRADICTION
    ]
