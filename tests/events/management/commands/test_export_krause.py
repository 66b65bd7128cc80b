import io
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, ManagementUtility, call_command

from clubscore import __version__
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.formats.krause.report_check.check import validate
from events.tournaments.files.generating import Options, generate, generated_text
from events.tournaments.pairing.engines.systems import pair
from tests.events.tournaments.files.formats.krause.report_check.test_check import VALID

DATA = Path("tests/data/krause")


def made_value(*, open_game: bool) -> Tournament:
    """A generated tournament, of which a game of the last round may be open."""
    value = generate(Options(players=8, rounds=3), seed=1, file=1, pair=pair)
    white = next(
        entrant for entrant in value.entrants if (last := entrant.results[2]) and last.opponent
    )
    sides = {white.number, white.results[2].opponent} if white.results[2] else set()
    entrants = tuple(
        replace(
            entrant, results=(*entrant.results[:2], replace(entrant.results[2], code=Code.PENDING))
        )
        if entrant.number in sides and entrant.results[2] and open_game
        else entrant
        for entrant in value.entrants
    )
    return replace(value, entrants=entrants)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("club.tab", []),
        ("trf26.tab", ["--format", "trf26"]),
        ("krause2006.tab", ["--format", "krause"]),
    ],
)
def test_a_stored_file_is_printed_as_it_was(name: str, arguments: list[str]) -> None:
    call_command("import_krause", str(DATA / name), stdout=io.StringIO())
    out, err = io.StringIO(newline=""), io.StringIO()

    call_command("export_krause", "mill-lane-club-championship", *arguments, stdout=out, stderr=err)
    assert out.getvalue().encode() == (DATA / name).read_bytes()
    assert err.getvalue() == ""


@pytest.mark.django_db
def test_what_the_format_cannot_express_is_reported() -> None:
    call_command("import_krause", str(DATA / "trf26.tab"), stdout=io.StringIO())
    err = io.StringIO()

    call_command("export_krause", "mill-lane-club-championship", stdout=io.StringIO(), stderr=err)
    assert err.getvalue().splitlines() == [
        "This format has no record 192 (the pairing system); it is left out.",
        "This format has no record 222 (the time control in seconds); it is left out.",
        "This format has no tie-breaks.",
    ]


def exported(slug: str, *arguments: str) -> tuple[int, str]:
    out = io.StringIO(newline="")
    try:
        call_command("export_krause", slug, *arguments, stdout=out, stderr=io.StringIO())
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


@pytest.mark.django_db
def test_a_report_has_everything_and_nothing_to_correct(tmp_path: Path) -> None:
    file = tmp_path / "made.trf"
    # As another program writes it, which has paired it.
    file.write_text(VALID.replace("182 clubscore", "182 Another").replace("212 ", "### "))
    call_command("import_krause", str(file), stdout=io.StringIO())

    status, text = exported("generated-tournament-1", "--format", "trf26", "--report")
    _status, plain = exported("generated-tournament-1", "--format", "trf26")

    assert (status, validate(text)) == (0, ())
    assert f"\r\n182 clubscore {__version__}\r\n" in text
    assert f"\r\n182 clubscore {__version__}\r\n" in plain
    tags = [line[:3] for line in VALID.splitlines()]
    assert {tag: [line[:3] for line in text.splitlines()].count(tag) for tag in tags} == {
        tag: tags.count(tag) + (tag == "###") for tag in tags
    }


@pytest.mark.django_db
def test_a_report_waits_for_the_last_result(tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    text = generated_text(made_value(open_game=True), seed=1, file=1)
    file.write_text(text)
    call_command("import_krause", str(file), stdout=io.StringIO())

    status, message = exported("generated-tournament-1", "--format", "trf26", "--report")

    assert (status, "has no result yet" in message) == (1, True)
    assert exported("generated-tournament-1", "--format", "trf26")[0] == 0
    assert exported("generated-tournament-1", "--report")[0] == 2


@pytest.mark.django_db
def test_a_tournament_that_is_not_there() -> None:
    with pytest.raises(CommandError) as error:
        call_command("export_krause", "nothing")
    assert (str(error.value), error.value.returncode) == ("There is no tournament nothing.", 1)


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["a", "--format", "pgn"]])
def test_a_wrong_call_has_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        ManagementUtility(["manage.py", "export_krause", *arguments]).execute()
    assert (ended.value.code, capsys.readouterr().out) == (2, "")
