import datetime
import gzip
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from clubscore.keeping.backups import archive
from clubscore.keeping.backups.archive import Ending, Header, Reader, Table, Writer
from clubscore.text.problems import Refused

pytestmark = pytest.mark.both_databases

HEADER = Header(
    version="1.2",
    made_at=datetime.datetime(2026, 3, 5, 19, 30, tzinfo=datetime.UTC),
    database="sqlite",
    migrations={"players": ["0001_initial"]},
    left_out=["sessions.session"],
)
CLUB = Table("players.club", ("id", "name"))
PLAYER = Table("players.player", ("number", "family", "log"))
EMPTY = Table("players.former", ("number",))


def written() -> bytes:
    file = io.BytesIO()
    writer = Writer(file, HEADER)
    writer.table(CLUB)
    writer.rows([[1, "Hollybrook"]])
    writer.table(EMPTY)
    writer.table(PLAYER)
    writer.rows([[7, "Ödegård\n♠", {"before": None}]])
    writer.rows([[9, "", {}]])
    writer.close(highest={"players.player": 12})
    return file.getvalue()


def stored(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "backup"
    path.write_bytes(content)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(Refused) as caught:
        archive.inspect(path)
    return str(caught.value)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    with Reader(stored(tmp_path, written())) as reader:
        rows = [(table, row) for table, rows in reader.rows() for row in rows]

    assert reader.header == HEADER
    assert rows == [
        (CLUB, [1, "Hollybrook"]),
        (PLAYER, [7, "Ödegård\n♠", {"before": None}]),
        (PLAYER, [9, "", {}]),
    ]
    assert reader.tables == {table.label: table for table in (CLUB, EMPTY, PLAYER)}
    assert reader.ending == Ending(
        rows={"players.club": 1, "players.former": 0, "players.player": 2},
        highest={"players.player": 12},
    )


def test_every_shorter_file_is_refused(tmp_path: Path) -> None:
    whole = written()
    assert {refusal(stored(tmp_path, whole[:length])) for length in range(len(whole))} == {
        f"{tmp_path / 'backup'} is not a clubscore backup.",
        f"{tmp_path / 'backup'} is damaged: it ends too early or was changed since it was "
        "written. Take another backup.",
    }


def changed(line: int, old: str, new: str) -> bytes:
    lines = gzip.decompress(written()).decode().splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new)
    return gzip.compress("".join(lines).encode())


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (2, "Hollybrook", "Hollybrock"),
        (2, '[1,"Hollybrook"]', '[1,"Hollybrook",3]'),
        (2, '[1,"Hollybrook"]\n', ""),
        (2, '[1,"Hollybrook"]', "7"),
        (2, '[1,"Hollybrook"]', "["),
        (1, '{"table":"players.club","columns":["id","name"]}\n', ""),
        (1, '["id","name"]', '"id"'),
        (3, "players.former", "players.club"),
        (7, '"players.club":1', '"players.club":2'),
        (7, '"highest":{"players.player":12}', '"highest":7'),
        (7, "}\n", '}\n[1,"after the end"]\n'),
        (0, '"version":"1.2",', ""),
        (0, "2026-03-05", "2026-33-05"),
        (0, '{"players":["0001_initial"]}', "7"),
        (0, '["0001_initial"]', '[["0001_initial"]]'),
        (0, '["0001_initial"]', "[{}]"),
        (0, '"left_out":[', '"left_out":[[],'),
        (1, '["id","name"]', '["id",["name"]]'),
        (7, '"players.player":12', '"players.player":"12"'),
        (7, '"players.player":12', '"players.player":1e999'),
    ],
)
def test_a_changed_file_is_refused(tmp_path: Path, line: int, old: str, new: str) -> None:
    path = stored(tmp_path, changed(line, old, new))
    assert refusal(path) == (
        f"{path} is damaged: it ends too early or was changed since it was written. "
        "Take another backup."
    )


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path, changed(0, '"clubscore backup":1', '"clubscore backup":2'))
    assert refusal(path) == (
        f"{path} was written by a newer clubscore (1.2). Update clubscore, then restore."
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"SQLite format 3\0",
        b"PK\x03\x04 a spreadsheet",
        gzip.compress(b"", mtime=0),
        gzip.compress(b"a letter\n", mtime=0),
        gzip.compress(b"[1, 2]\n", mtime=0),
        gzip.compress(json.dumps({"something": "else"}).encode() + b"\n", mtime=0),
        gzip.compress(b"0" * (archive._MAX_LINE_LENGTH + 10), mtime=0),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = stored(tmp_path, content)
    assert refusal(path) == f"{path} is not a clubscore backup."


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere"
    assert refusal(path) == f"{path} cannot be read: No such file or directory."
    assert refusal(tmp_path) == f"{tmp_path} cannot be read: Is a directory."


@given(st.data())
def test_a_file_with_other_bytes_is_read_whole_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(written())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("mutated") / "backup"
    path.write_bytes(content)
    try:
        reader = archive.inspect(path)
    except Refused:
        return
    assert (reader.header, reader.ending.highest) == (HEADER, {"players.player": 12})
