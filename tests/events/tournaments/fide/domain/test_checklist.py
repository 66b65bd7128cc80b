"""FIDE's list of questions: the path, what it comes to, and that what is said has its proof."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from clubscore.help.guides import read_guide
from events.management.commands.fide_checklist import TABLE, stored_checklist
from events.tournaments.fide.domain.checklist import (
    Outcome,
    Status,
    outcome_of,
    read_checklist,
    read_way,
    summary,
)

HEAD = "question\tsection\tasks\tyes\tno\tanswer\tstatus\ttest\tnote\n"


@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        ("next 2 fail Y,end end N", Outcome((1, 2), (), {}, ())),
        ("next 2 fail N,end end N", Outcome((1, 2), (1,), {}, ())),
        ("next 3 fail Y,end end N,end fail N", Outcome((1, 3), (3,), {}, ())),
        ("penalty_7_next_2 fail Y,end end N", Outcome((1, 2), (), {1: 7}, ())),
        ("penalty_open_next_2 fail Y,end end N", Outcome((1, 2), (), {}, (1,))),
    ],
)
def test_answers_make_a_path(rows: str, outcome: Outcome) -> None:
    lines = []
    for number, row in enumerate(rows.split(","), start=1):
        words = row.split()
        yes, no = ("next 2" if word == "next" else word.replace("_", " ") for word in _ways(words))
        lines.append(f"{number}\tAll\tAsks\t{yes}\t{no}\t{words[-1]}\tmet\t\t")
    assert outcome_of(read_checklist(HEAD + "\n".join(lines))) == outcome


def _ways(words: list[str]) -> list[str]:
    found: list[str] = []
    for word in words[:-1]:
        if found and found[-1] == "next" and word.isdigit():
            found[-1] = f"next_{word}"
        else:
            found.append(word)
    return found


@pytest.mark.parametrize(
    "row",
    ["2\tA\tB\tend\tend\tY\tmet\t\t", "1\tA\tB\tend\tend\t?\tmet\t\t",
     "1\tA\tB\tgo on\tend\tY\tmet\t\t", "1\tA\tB\tend\tend\tY\tdone\t\t", "1\tA"],
)  # fmt: skip
def test_a_wrong_line_is_named(row: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_checklist(HEAD + row)


def test_a_wrong_header_and_a_way_to_nowhere_are_refused() -> None:
    with pytest.raises(ValueError, match="line 1"):
        read_checklist("number\tasks\n")
    with pytest.raises(ValueError, match="leads nowhere"):
        read_way("penalty 3")


def test_the_list_has_every_question_and_what_is_met_names_its_proof() -> None:
    questions = stored_checklist()
    assert [each.number for each in questions] == list(range(1, 226))
    path = set(outcome_of(questions).path)
    met = [each for each in questions if each.number in path and each.status is Status.MET]
    assert [each.number for each in met if not each.test] == []
    missing = [each.test for each in questions if each.test and not _is_there(each.test)]
    assert missing == []


def _is_there(test: str) -> bool:
    path, mark, name = re.fullmatch(r"([\w./-]+)(::|#)([\w-]+)", test).groups()  # type: ignore[union-attr]
    if mark == "#":
        return name in read_guide(Path(path).stem).anchors
    file = settings.BASE_DIR / path
    return file.is_file() and f"def {name}(" in file.read_text(encoding="utf-8")


def test_the_command_prints_the_figures_and_the_guide() -> None:
    out = StringIO()
    call_command("fide_checklist", "--json", stdout=out)
    assert json.loads(out.getvalue()) == json.loads(json.dumps(summary(stored_checklist())))
    out = StringIO()
    call_command("fide_checklist", stdout=out)
    outcome = outcome_of(stored_checklist())
    first, *lines = out.getvalue().splitlines()
    assert first.startswith(("pass: ", "fail: "))
    assert f"{outcome.sum} % of " in first
    assert [line.split(",")[0] for line in lines[:-1]] == [
        str(number) for number in sorted({*outcome.failures, *outcome.penalties, *outcome.open})
    ]
    out = StringIO()
    call_command("fide_checklist", "--markdown", stdout=out)
    guide = TABLE.parent.parent / "fide-checklist.md"
    assert out.getvalue() == guide.read_text(encoding="utf-8")
