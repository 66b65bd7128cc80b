import json
import lzma

import pytest
from django.core.management import call_command

from tests.events.exchange.files import FOLDER, data_of


def inspected(path, capsys, status=0):
    if status:
        with pytest.raises(SystemExit) as ended:
            call_command("inspect", str(path))
        assert ended.value.code == status
    else:
        call_command("inspect", str(path))
    return json.loads(capsys.readouterr().out)


def test_usebio(capsys):
    answer = inspected(FOLDER / "sections.xml", capsys)
    (event,) = answer["events"]
    (section,) = event["sections"]
    assert answer["kind"] == "usebio"
    assert [problem["line"] for problem in answer["problems"]] == [25]
    assert (event["title"], event["date"], event["winners"]) == ("Café pairs", "2026-01-19", 2)
    assert section["pairs"][0] == {
        "number": "1",
        "direction": "NS",
        "players": ["Ann Otter", "Bo Badger"],
        "score": "75.00",
        "place": "1",
    }
    assert section["boards"][0]["lines"][0] == {
        "ns": "1",
        "ew": "11",
        "contract": "3NTX",
        "declarer": "N",
        "tricks": 9,
        "lead": "H10",
        "score_ns": 550,
        "artificial": None,
        "mp_ns": "2",
        "mp_ew": "0",
    }
    assert event["hands"]["1"].startswith("N:5.A85.K4.QT97632 ")


def test_bws(capsys, tmp_path):
    path = tmp_path / "results.txt"
    path.write_bytes(data_of("evening.bws.xz"))
    answer = inspected(path, capsys)
    (section,) = answer["sections"]
    assert (answer["kind"], answer["problems"], section["letter"]) == ("bws", [], "A")
    assert (section["tables"], section["winners"], len(section["lines"])) == (10, 2, 270)
    assert section["lines"][0] == {
        "board": 1,
        "ns": "1",
        "ew": "1",
        "contract": "4S",
        "declarer": "N",
        "tricks": 12,
        "lead": None,
        "score_ns": 480,
        "artificial": None,
        "mp_ns": None,
        "mp_ew": None,
        "round": 1,
        "table": 1,
    }
    assert len(section["players"]["1NS"]) == 2


@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [
        ("hands.pbn", "pbn", 24),
        ("hands.lin", "lin", 24),
        ("hands.dup", "dup", 24),
        ("hands.dlm", "dlm", 24),
    ],
)
def test_hands(name, kind, count, capsys):
    answer = inspected(FOLDER / name, capsys)
    assert (answer["kind"], answer["problems"], len(answer["boards"])) == (kind, [], count)
    assert answer["boards"][1] == {
        "board": 2,
        "dealer": "E",
        "vulnerable": "NS",
        "deal": "N:J9.A62.K95.AT854 KQT4.KJT5.8432.7 A73.Q8743.JT6.32 8652.9.AQ7.KQJ96",
        "double_dummy": None,
        "par": None,
        "lines": [],
    }


def test_refused_with_the_kind_and_every_problem(capsys, tmp_path):
    path = tmp_path / "hands"
    path.write_text('[Board "1"]\n[Deal "N:A"]\n\n[Board "0"]\n')
    answer = inspected(path, capsys, status=1)
    assert (answer["kind"], [problem["line"] for problem in answer["problems"]]) == ("pbn", [2, 4])


def test_cut_off_database(capsys, tmp_path):
    path = tmp_path / "cut.bws"
    path.write_bytes(data_of("evening.bws.xz")[:5_000])
    answer = inspected(path, capsys, status=1)
    assert answer["kind"] == "bws"
    assert "cut off" in answer["problems"][0]["message"]


@pytest.mark.parametrize("data", [b"Hello", b"\0\1\2", lzma.compress(b"x"), b"%PDF-1.4"])
def test_unknown_file(data, capsys, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(data)
    answer = inspected(path, capsys, status=1)
    assert answer["kind"] is None
    assert answer["problems"]


def test_missing_file(capsys, tmp_path):
    assert inspected(tmp_path / "nothing", capsys, status=1)["problems"]
