"""What lines of a file said of teams, the lot and virtual points, read into columns and back."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubscore.web.visitors import Actor
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.formats.krause.preserved import END
from events.tournaments.files.formats.krause.team_facts import written_lines
from events.tournaments.files.services.storing import store_tournament
from tests.events.tournaments.files.formats.krause.files import told
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_facts import EVERY
from tests.events.tournaments.files.formats.krause.test_team_facts import FORFEITED
from tests.events.tournaments.files.formats.krause.test_team_matches import KEPT
from tests.events.tournaments.files.formats.krause.test_team_matches import POINTS
from tests.events.tournaments.files.formats.krause.test_team_matches import TEAMS
from tests.events.tournaments.files.formats.krause.test_team_matches import round_with_a_bye
from events.models import LineUpSeat, Team, TeamBye, TeamForfeit, Tournament, TeamsApart




from tests.events.tournaments import cups





migration: Any = import_module("events.migrations.0028_team_columns")

WEB_MADE = ["192 FIDE_TEAM_TYPEB_GP", "352 WBW", "362 TW 3.0   TD 1.0   TL 0.0", "202 EDE,BC"]
ODD = (
    "XXC black1", "192 FIDE_TEAM_BERGER", "212 MP,ede,TPR,EMGSB-C1", "240 H 002    4 99",
    "250  1.0  0.25  1   2    1    3", "250 x.0", "260          1    2   99", "300 001   2   3    4   99",
    "300 001   1   3    2    2", "320   .5  1,5 002", "330 -- 001   1  99", "362  TW 2.0  TL ,5",
    "362 nothing", "352 WBX", "999 nothing known", "a comment",
)  # fmt: skip
FILES = {
    "rules": teams_file(),
    "every record": teams_file(*EVERY, cells=FORFEITED),
    "other words": teams_file(*ODD, cells=FORFEITED),
    "other points": round_with_a_bye("0.0", POINTS, *TEAMS, *KEPT, "299 -  -1.0"),
    "individual": Path("tests/data/krause/club.tab").read_text(),
    "club teams": Path("tests/data/krause/teams26.tab").read_text(),
}  # fmt: skip


def as_before(made: Tournament, lines: list[dict[str, str]]) -> None:
    """Store a tournament as it was before there were columns."""
    for table in (TeamBye, TeamForfeit, LineUpSeat, TeamsApart):
        table.objects.all().delete()
    Team.objects.update(number=None, short="", strength=None)
    blank = Tournament()
    columns = (*migration.SETTABLE, "virtual_points", "team_bye_match_points", "team_bye_game_points")
    for column in columns:
        setattr(made, column, getattr(blank, column))
    made.kept_records = lines
    made.save()


def kept(*texts: str) -> list[dict[str, str]]:
    return [{"text": text, "after": END} for text in texts]


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_what_the_lines_say_is_what_the_reader_reads(name: str) -> None:
    value = told(FILES[name]).value
    made = store_tournament(value=value, by=Actor())
    lines = [{"text": line.text, "after": line.after} for line in written_lines(value)]
    teams = [line for line in FILES[name].splitlines() if line.startswith("310")]
    if value.team_facts.rules and name != "other points":
        lines += kept(*teams)
    as_before(made, lines)

    migration.read_kept_lines(apps, None)

    stored = tournament_value(Tournament.objects.get())
    assert stored.team_facts == value.team_facts
    assert (stored.lot, stored.virtual_points) == (value.lot, value.virtual_points)
    assert (stored.forbidden_teams, stored.teams) == (value.forbidden_teams, value.teams)
    written = [{"text": line.text, "after": line.after} for line in written_lines(stored)]
    assert written == lines

    migration.write_kept_lines(apps, None)
    assert Tournament.objects.get().kept_records == lines


@pytest.mark.django_db
def test_lines_that_clubscore_wrote_leave_their_places() -> None:
    made = cups.tournament()
    as_before(made, kept(*WEB_MADE, "152 B"))

    migration.read_kept_lines(apps, None)

    made.refresh_from_db()
    assert [line["text"] for line in made.kept_records] == [""] * 5
    assert (made.lot, made.teams_meet, made.board_colours, made.match_win_points) == (
        "b", True, "WBW", 3,
    )  # fmt: skip
    assert made.team_tie_breaks == ["EDE", "BC"]


@pytest.mark.django_db
def test_what_was_changed_since_becomes_lines_again() -> None:
    made = cups.tournament()
    as_before(made, kept("222 x", "362  TW 3.0", "152 B"))
    migration.read_kept_lines(apps, None)
    made.refresh_from_db()
    made.match_win_points, made.board_colours = 1, "W"
    made.save()

    migration.write_kept_lines(apps, None)

    made.refresh_from_db()
    assert made.kept_records == kept(
        "222 x", "362 TW 1.0   TD 1.0   TL 0.0", "152 B", "192 FIDE_TEAM_TYPEA_MP_GP", "352 W"
    )


@pytest.fixture
def migrate() -> Iterator[Any]:
    def to(name: str) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate([("events", name)])
        return executor.loader.project_state([("events", name)]).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.large
@pytest.mark.django_db(transaction=True)
def test_the_tables_are_changed_there_and_back(migrate: Any) -> None:
    old = migrate("0027_draw_practices")
    lines = kept(*WEB_MADE, "240 H 002 0001")
    cup = old.get_model("events", "Tournament").objects.create(
        slug="cup", name="Cup", kept_records=lines
    )
    old.get_model("events", "Team").objects.create(tournament=cup, name="Mill", name_key="mill")

    new = migrate("0028_team_columns")
    stored = new.get_model("events", "Tournament").objects.get()
    assert (stored.teams_meet, stored.colour_preference) == (True, "typeb")
    assert new.get_model("events", "TeamBye").objects.get().code == "H"

    again = migrate("0027_draw_practices")
    assert again.get_model("events", "Tournament").objects.get().kept_records == lines
