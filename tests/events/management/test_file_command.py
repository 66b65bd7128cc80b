"""A file that another command reads is named, with that command."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.events.exchange.files import data_of

EGF = b"; EV[Spring]\n; PC[NL,Mill]\n; DT[2026-03-07]\n  1 Alpha Ann 1d NL Mill 1 1 1 2+\n"
EGF += b"  2 Beta Ben 1k NL Mill 0 0 0 1-\n"
OF_EGF = "This is a result file of the EGF: open it on the page “Open a file”."
OF_USEBIO = (
    "This is a session in USEBIO: open it on the page “Open a file”, or with manage.py"
    " import_session."
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("pair", {"round": 1}),
        ("draw", {}),
        ("score", {}),
        ("score_teams", {}),
        ("import_krause", {}),
        ("import_register", {}),
        ("import_session", {}),
    ],
)
def test_a_file_of_another_kind_is_named_with_what_reads_it(
    command: str, options: dict[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = [(EGF, OF_EGF), (data_of("sections.xml"), OF_USEBIO)]
    for data, said in kinds[: 1 if command == "import_session" else 2]:
        path = tmp_path / "file"
        path.write_bytes(data)
        with pytest.raises(CommandError) as refused:
            call_command(command, str(path), **options)
        assert said in f"{refused.value}{capsys.readouterr().err}"
