from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from players.models import LookupList
from tests.players.formats.lookup.lists import FIDE, packed

pytestmark = pytest.mark.django_db


def test_a_list_is_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "players_list.zip"
    file.write_bytes(packed(FIDE).getvalue())
    call_command("load_lookup", str(file), "--name", "FIDE", "--federation", "NED", "NOR")

    assert capsys.readouterr().out == "FIDE: 3 players.\n"
    assert LookupList.objects.get(is_current=True).name == "FIDE"


def test_without_a_name_the_list_has_that_of_the_file(tmp_path: Path):
    file = tmp_path / "standard_rating_list.txt"
    file.write_text(FIDE)
    call_command("load_lookup", str(file))

    assert LookupList.objects.get().name == "standard_rating_list"


@pytest.mark.parametrize(
    ("content", "message"),
    [("club,city\n", "has to name the columns"), (None, "No such file or directory")],
)
def test_a_refused_file_is_reported(tmp_path: Path, content: str | None, message: str):
    file = tmp_path / "list.csv"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CommandError, match=message) as refused:
        call_command("load_lookup", str(file))

    assert refused.value.returncode == 1
    assert LookupList.objects.count() == 0
