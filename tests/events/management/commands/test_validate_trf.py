import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.events.tournaments.files.formats.krause.report_check.test_check import VALID


@pytest.fixture(name="run")
def _run(tmp_path):
    def run(text, *arguments):
        file = tmp_path / "a.trf"
        file.write_bytes(text.encode())
        out, status = io.StringIO(), 0
        try:
            call_command("validate_trf", str(file), *arguments, stdout=out)
        except CommandError as error:
            status = error.returncode
        return status, out.getvalue()

    return run


@pytest.mark.parametrize(
    ("removed", "arguments", "status", "counts"),
    [
        ("", ("--title",), 0, {"mandatory": 0, "title": 0, "warning": 0}),
        ("182 ", (), 0, {"mandatory": 0, "title": 1, "warning": 0}),
        ("182 ", ("--title",), 1, {"mandatory": 0, "title": 1, "warning": 0}),
        ("112 ", ("--title",), 0, {"mandatory": 0, "title": 0, "warning": 1}),
        ("012 ", (), 1, {"mandatory": 1, "title": 0, "warning": 0}),
    ],
)
def test_what_is_mandatory_and_with_title_what_norms_need_decides(
    run, removed, arguments, status, counts
):
    lines = VALID.splitlines()
    text = "\n".join(line for line in lines if not removed or not line.startswith(removed))
    code, out = run(text, *arguments, "--json")

    answer = json.loads(out)
    assert (code, answer["ok"], answer["counts"]) == (status, status == 0, counts)
    assert {"level", "record", "field", "line", "player", "value", "message"} == {
        key for finding in answer["findings"] for key in finding
    } or not answer["findings"]


def test_what_is_no_text_is_a_finding(run):
    status, out = run("012 Cup\n001 \0 and more of it\n", "--json")

    assert status == 1
    assert "NUL" in json.loads(out)["findings"][0]["message"]


def test_sentences_have_their_line(run):
    _status, out = run(VALID.replace("222 5400+30", "222 long"))

    assert "a.trf:" in out
    assert "warning: Record 222: “long” is no time control" in out
    line = next(line for line in VALID.splitlines() if line.startswith("001"))
    _status, out = run(VALID.replace(line, line[:57] + " " * 11 + line[68:]))
    assert "the FIDE number is missing; write it in columns 58–68." in out
    _status, out = run(VALID.replace("222 5400+30", "222 600+5"))
    assert "warning: Record 222: “600+5” is another time control than “" in out
