import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from events.exchange.figures import played_boards
from events.management.commands import play
from tests.events.exchange.files import FOLDER as DATA

LEADS = "SA:8 ST:8 S7:8 HT:6 H9:6 H4:6 D9:7 D8:7 D4:7 CK:6 C8:6 C5:6 C3:6"
PLAYED = str(DATA / "plays.lin")


def printed(capsys, *words):
    call_command("play", *words)
    return json.loads(capsys.readouterr().out)


def test_board_of_the_guide(capsys):
    answer = printed(capsys, PLAYED, "--leads", "--bidding", "--json")
    assert answer["boards"][1] == {
        "board": 15,
        "line": 6,
        "room": "closed",
        "names": {"N": "Weasel", "E": "Shrew", "S": "Marten#12", "W": "Vole"},
        "dealer": "S",
        "deal": "N:K5.A.AJT52.J9762 AT7.T94.984.K853 Q982.Q82.KQ763.T J643.KJ7653..AQ4",
        "auction": ["P", "1H", "2NT", "P", "3NT", "P", "P", "P"],
        "explanations": {"2": "minors, 5-5"},
        "contract": "3NT",
        "declarer": "N",
        "cards": ["H4", "H2", "HJ", "HA", "DT", "D4", "DQ", "C4"],
        "seats": "ESWNNESW",
        "winners": "NS",
        "claimed": None,
        "end": "open",
        "double_dummy": [6] * 9,
        "lost": {"declarer": 0, "defence": 0, "lead": 0},
        "identity": True,
        "turn": None,
        "leads": {
            card: int(tricks) for card, tricks in (lead.split(":") for lead in LEADS.split())
        },
        "table": "662b6662b667a2667a26",
        "par": 100,
        "bidding": {"NS": "underbid", "EW": "failed to double"},
        "problems": [],
    }
    assert answer["kind"] == "lin"
    assert answer["totals"] == {
        "boards": 6, "auctions": 4, "plays": 6, "played": 0, "claimed": 1, "open": 2, "cut": 3,
        "revoke": 0, "identities": 4,
    }  # fmt: skip
    assert answer["problems"] == []


def test_turn_with_the_cards_that_kept_the_result(capsys, tmp_path):
    path = tmp_path / "2nt.pbn"
    path.write_text((DATA / "plays.pbn").read_text().replace('"3NT"', '"2NT"', 1))
    first, second = printed(capsys, str(path))["boards"][:2]
    for board in (first, second):
        assert "".join(f"{tricks:x}" for tricks in board["double_dummy"]) == (
            "66666888888888888888888779999887888999999999888888888"
        )
        assert board["lost"] == {"declarer": 4, "defence": 6, "lead": 0}
        assert board["identity"] is True
    assert (first["turn"], second["turn"]) == (
        {"trick": 8, "card": 4, "seat": "W", "played": "CQ", "kept_by": ["C4"]},
        None,
    )


def test_without_a_solver_all_but_double_dummy_is_printed(capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        call_command("play", PLAYED, "--leads", "--bidding")
    answer = json.loads(capsys.readouterr().out)
    assert ended.value.code == 3
    first = answer["boards"][0]
    assert [first[name] for name in ("double_dummy", "lost", "turn", "leads", "table")] == [
        None
    ] * 5
    assert (first["winners"], answer["totals"]["identities"]) == ("NS", 0)


HANDS = DATA / "hands.lin"


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        (b"", None, "The file is empty."),
        (b"\x00\x01\xff" * 40, None, None),
        (HANDS.read_bytes(), "lin", "There is no result, auction or card play in this file."),
        ((DATA / "hands.dup").read_bytes(), "dup", None),
    ],
)
def test_refused_file(data, kind, message, capsys, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(SystemExit) as ended:
        call_command("play", str(path))
    answer = json.loads(capsys.readouterr().out)
    assert (ended.value.code, answer["kind"], answer["boards"]) == (1, kind, [])
    assert message is None or answer["problems"][0]["message"] == message


def test_more_plays_than_may_be_are_refused(capsys, monkeypatch):
    monkeypatch.setattr(played_boards, "MAX_PLAYS", 5)
    with pytest.raises(SystemExit):
        call_command("play", PLAYED)
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["message"] == "The file has 6 boards with card play; 20,000 are read."


@pytest.mark.parametrize(
    "words", [(), (PLAYED, "--session", "1"), (PLAYED, "--solve"), ("--session", "4711")]
)
@pytest.mark.django_db
def test_wrong_call(words):
    with pytest.raises(CommandError) as refused:
        call_command("play", *words)
    assert refused.value.returncode == play.WRONG_CALL


@pytest.mark.django_db
def test_stored_session_with_its_figures(capsys):
    call_command("import_session", str(DATA / "plays.xml"), json=True)
    session = json.loads(capsys.readouterr().out)["session"]
    answer = printed(capsys, "--session", str(session), "--solve")
    from_file = printed(capsys, str(DATA / "plays.xml"), "--leads")["boards"]
    assert answer["session"] == session
    assert [(line["section"], line["ns"], line["ew"]) for line in answer["lines"][:2]] == [
        ("A", "1", "2"),
        ("A", "3", "4"),
    ]
    for line, board in zip(answer["lines"], from_file, strict=True):
        for name in ("board", "deal", "auction", "explanations", "cards", "seats", "winners",
                     "claimed", "end", "double_dummy", "lost", "turn", "leads"):  # fmt: skip
            assert line[name] == board[name], name
    sums = {each["contestant"]: each for each in answer["figures"]}
    assert sums["1"] == {
        "section": "A",
        "contestant": "1",
        "direction": "",
        "declared": {"boards": 1, "sum": 2, "squares": 4},
        "leads": {"boards": 0, "cost": 0, "free": 0},
        "bidding": {
            "correct": 0, "underbid": 1, "overbid": 0, "failed to double": 0,
            "doubled incorrectly": 0,
        },
    }  # fmt: skip
    assert sums["2"]["leads"] == {"boards": 1, "cost": 0, "free": 1}
    # Nobody knows the lead to the third result.
    assert sums["6"]["leads"]["boards"] == 0
