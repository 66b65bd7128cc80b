from pathlib import Path

import pytest

from clubscore import patience


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", found.append)
    return found


def test_file_that_a_scanner_holds_is_replaced_a_little_later(
    pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, target = tmp_path / "new", tmp_path / "old"
    path.write_text("new")
    target.write_text("old")
    replace = Path.replace

    def held_twice(path: Path, target: Path) -> Path:
        if len(pauses) < 2:
            raise PermissionError(13, "in use")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", held_twice)

    patience.replace(path, target)

    assert (target.read_text(), path.exists(), len(pauses)) == ("new", False, 2)


def test_file_that_stays_held_is_an_error(pauses: list[float]):
    def refuse() -> None:
        raise PermissionError(13, "in use")

    with pytest.raises(PermissionError):
        patience.patiently(refuse)

    assert sum(pauses) == pytest.approx(2)
