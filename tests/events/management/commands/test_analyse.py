import json

import pytest
from django.core.management import CommandError, call_command

from events.exchange.domain.makeable import read_makeable
from events.management.commands import analyse

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
    monkeypatch.setattr(analyse, "solve", None)
    path = tmp_path / "hands"
    path.write_text(PBN.replace("AQT94", "AQT9"))
    with pytest.raises(SystemExit) as ended:
        call_command("analyse", str(path))
    answer = json.loads(capsys.readouterr().out)
    assert (ended.value.code, answer["boards"]) == (1, [])
    assert answer["problems"][0]["message"] == "North has 12 cards."


def test_missing_solver_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(analyse, "is_available", lambda: False)
    path = tmp_path / "hands"
    path.write_text(PBN)
    with pytest.raises(CommandError, match="not installed") as refused:
        call_command("analyse", str(path))
    assert refused.value.returncode == 3
