"""At whatever file an exchange ends, the old program is there and nothing else has changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from launcher import exchanging
from launcher.console import Trouble

NAMES = ("clubscore", "fonts", "start.py")
MOVES = 7
"""What of the old program goes, what comes, and the two of ``previous``."""


class PowerOffError(BaseException):
    """Nothing runs after it."""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "Café Müller"
    (folder / "clubscore").mkdir(parents=True)
    (folder / "clubscore" / "old.py").write_text("old")
    (folder / "start.py").write_text("old")
    (folder / "var").mkdir()
    (folder / "var" / "data").write_text("the club's")
    (folder / "previous").mkdir()
    (folder / "previous" / "start.py").write_text("the one before")
    return folder


@pytest.fixture
def new(tmp_path: Path) -> Path:
    for name in ("clubscore", "fonts"):
        (tmp_path / "new" / name).mkdir(parents=True)
        (tmp_path / "new" / name / "new.py").write_text("new")
    (tmp_path / "new" / "start.py").write_text("new")
    return tmp_path / "new"


def tree(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def end_at(monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException) -> None:
    """The move of this number, from 1, does not happen; later ones do."""
    move, moves = exchanging._move, iter(range(1, 1000))

    def ending(path: Path, target: Path) -> None:
        if next(moves) == number:
            raise error
        move(path, target)

    monkeypatch.setattr(exchanging, "_move", ending)


def no_check() -> None:
    """The new program runs."""


def refuse() -> None:
    raise Trouble("It does not run.")


def stop() -> None:
    raise KeyboardInterrupt


def test_exchanged(program: Path, new: Path):
    exchanging.exchange(program, new, NAMES, no_check)

    assert tree(program) == {
        "clubscore/new.py": "new",
        "fonts/new.py": "new",
        "start.py": "new",
        "var/data": "the club's",
        "previous/clubscore/old.py": "old",
        "previous/start.py": "old",
    }


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (refuse, "The update failed, and everything is as it was:\nIt does not run."),
        (stop, "The update was stopped, and everything is as it was."),
    ],
)
def test_refused_or_stopped(program: Path, new: Path, check: Callable[[], None], sentence: str):
    before = tree(program)

    with pytest.raises(Trouble) as refused:
        exchanging.exchange(program, new, NAMES, check)

    assert str(refused.value) == sentence
    assert tree(program) == before


@pytest.mark.parametrize("number", range(1, MOVES + 1))
def test_file_that_is_held(program: Path, new: Path, number: int, monkeypatch: pytest.MonkeyPatch):
    before = tree(program)
    end_at(monkeypatch, number, PermissionError(13, "in use", "start.py"))

    with pytest.raises(Trouble, match="everything is as it was"):
        exchanging.exchange(program, new, NAMES, no_check)

    assert tree(program) == before


@pytest.mark.parametrize("number", range(1, MOVES + 1))
def test_power_cut(program: Path, new: Path, number: int):
    before = tree(program)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exchanging, "put_back", lambda program: pytest.fail("ran"))
        end_at(patch, number, PowerOffError())
        with pytest.raises(PowerOffError):
            exchanging.exchange(program, new, NAMES, no_check)
    assert exchanging.is_interrupted(program)

    exchanging.put_back(program)

    assert tree(program) == before
    assert not exchanging.is_interrupted(program)


@pytest.mark.parametrize("number", range(1, 6))
def test_second_power_cut_while_it_is_put_back(program: Path, new: Path, number: int):
    before = tree(program)
    with pytest.MonkeyPatch.context() as patch:
        end_at(patch, MOVES, PowerOffError())
        with pytest.raises(PowerOffError):
            exchanging.exchange(program, new, NAMES, no_check)
    with pytest.MonkeyPatch.context() as patch:
        end_at(patch, number, PowerOffError())
        with pytest.raises(PowerOffError):
            exchanging.put_back(program)

    exchanging.put_back(program)

    assert tree(program) == before


def test_file_that_stays_held_is_put_back_by_the_next_start(program: Path, new: Path):
    before = tree(program)
    with pytest.MonkeyPatch.context() as patch:
        move = exchanging._move

        def held(path: Path, target: Path) -> None:
            if path.name == "start.py":
                raise PermissionError(13, "in use", str(path))
            move(path, target)

        patch.setattr(exchanging, "_move", held)
        with pytest.raises(Trouble, match="everything is as it was"):
            exchanging.exchange(program, new, NAMES, no_check)
        patch.setattr(exchanging, "_move", lambda path, target: held(path / "start.py", target))
        with pytest.raises(Trouble, match="Nothing is lost: wait a minute and start clubscore"):
            exchanging.exchange(program, new, NAMES, no_check)

    exchanging.put_back(program)

    assert tree(program) == before
