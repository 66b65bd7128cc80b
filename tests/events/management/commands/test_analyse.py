import json

import pytest
from django.core.management import CommandError, call_command

from events.management.commands import analyse
from events.sessions.hands.domain import read_makeable
from tests.events.exchange.files import FOLDER as DATA

PBN = (
    '[Board "1"]\n[Deal "N:AQT94.T53.KQ8.T9 63.J98.J53.K8654 K72.6.AT9762.AJ7 J85.AKQ742.4.Q32"]\n'
)


def test_tricks_and_par(capsys, tmp_path):
    path = tmp_path / "hands"
    path.write_text(PBN)
    call_command("analyse", str(path))
    assert json.loads(capsys.readouterr().out) == {
        "boards": [
            {
                "board": 1,
                "tricks": {
                    "N": {"NT": 7, "S": 12, "H": 5, "D": 12, "C": 6},
                    "E": {"NT": 1, "S": 1, "H": 8, "D": 1, "C": 7},
                    "S": {"NT": 7, "S": 12, "H": 5, "D": 12, "C": 6},
                    "W": {"NT": 1, "S": 1, "H": 8, "D": 1, "C": 7},
                },
                "par": {"score_ns": 980, "contracts": ["6SN=", "6SS="]},
            }
        ]
    }


def test_board_without_an_answer_and_a_doubled_sacrifice():
    assert analyse.board_data(3, None) == {"board": 3, "tricks": None, "par": None}
    makeable = read_makeable("080300803054c9bc4cab")
    assert analyse.board_data(13, makeable)["par"]["contracts"] == ["7SXN-5", "7SXS-5"]


def test_deal_that_is_none_never_sees_the_solver(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("events.exchange.engines.double_dummy.solve", None)
    path = tmp_path / "hands"
    path.write_text(PBN.replace("AQT94", "AQT9"))
    with pytest.raises(SystemExit) as ended:
        call_command("analyse", str(path))
    answer = json.loads(capsys.readouterr().out)
    assert (ended.value.code, answer["boards"]) == (1, [])
    assert answer["problems"][0]["message"] == "North has 12 cards."


@pytest.fixture
def without_solver(monkeypatch):
    monkeypatch.setattr(analyse, "is_available", lambda: False)


TABLE = "".join(
    f"{seat} {strain} {tricks}\n"
    for seat, row in {"N": "75C6C", "S": "75C6C", "E": "18171", "W": "18171"}.items()
    for strain, tricks in zip(
        ("NT", "H", "S", "C", "D"), (int(each, 16) for each in row), strict=True
    )
)


@pytest.mark.parametrize(
    "tag",
    [
        '[DoubleDummyTricks "7c5c67c5c61181711817"]\n',
        '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n' + TABLE,
    ],
)
@pytest.mark.usefixtures("without_solver")
def test_without_a_solver_the_tables_of_the_file_are_taken(tag, capsys, tmp_path):
    path = tmp_path / "hands"
    path.write_text(PBN + tag + '\n[Board "2"]\n' + PBN.split("\n", 1)[1])

    call_command("analyse", str(path))

    printed = capsys.readouterr()
    first, second = json.loads(printed.out)["boards"]
    assert (first["tricks"]["N"], first["tricks"]["W"]) == (
        {"NT": 7, "S": 12, "H": 5, "D": 12, "C": 6},
        {"NT": 1, "S": 1, "H": 8, "D": 1, "C": 7},
    )
    assert first["par"] == {"score_ns": 980, "contracts": ["6SN=", "6SS="]}
    assert second == {"board": 2, "tricks": None, "par": None}
    assert "those of the file's own tables" in printed.err


@pytest.mark.usefixtures("without_solver")
def test_neither_a_solver_nor_a_table_is_said(tmp_path):
    path = tmp_path / "hands"
    path.write_text(PBN)
    with pytest.raises(CommandError, match=r"not installed.* no tables of tricks") as refused:
        call_command("analyse", str(path))
    assert refused.value.returncode == 3


def test_leads_of_the_results_and_of_every_contract(capsys, tmp_path):
    call_command("analyse", str(DATA / "plays.pbn"), "--leads")
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert board["leads"]["N NT"]["SA"] == 8
    assert [(name, len(leads)) for name, leads in board["leads"].items()] == [("N NT", 13)]
    path = tmp_path / "a suit each"
    suit = "AKQJT98765432"
    path.write_text(f'[Board "1"]\n[Deal "N:{suit}... .{suit}.. ..{suit}. ...{suit}"]\n')
    call_command("analyse", str(path), "--leads-all")
    (every,) = json.loads(capsys.readouterr().out)["boards"]
    assert len(every["leads"]) == 20
    assert every["leads"]["N S"] == {f"H{rank}": 13 for rank in suit}
    assert every["leads"]["N NT"] == {f"H{rank}": 0 for rank in suit}
