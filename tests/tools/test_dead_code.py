from pathlib import Path

import pytest

from tools import dead_code

PROGRAM = """
def used_by_a_page(): ...
def used_by_a_measurement(): ...
def used_by_the_program(): ...
class Config: ready = used_by_the_program()
"""
PAGE = '{% if row.used_by_a_page %}{% translate "used_by_a_measurement" %}{% endif %}'


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose packages are empty."""
    for name in (*dead_code.PROGRAM, *dead_code.BESIDE_IT, "templates"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(dead_code, "ROOT", tmp_path)
    return tmp_path


def test_what_only_the_measurements_use_is_dead(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "players" / "code.py").write_text(PROGRAM)
    (tree / "templates" / "page.html").write_text(PAGE)
    (tree / "bench" / "code.py").write_text("used_by_a_measurement(); forgotten = 1")

    assert dead_code.main() == 1

    found = [line.split("unused ")[1] for line in capsys.readouterr().out.splitlines()]
    assert found == [
        "function 'used_by_a_measurement' (60% confidence)",
        "variable 'forgotten' (60% confidence)",
    ]


def test_where_everything_is_used_nothing_is_found(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "players" / "code.py").write_text("def used(): ...\nused()\n")

    assert (dead_code.main(), capsys.readouterr().out) == (0, "")
