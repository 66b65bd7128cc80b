"""The values in ``docs/tie-breaks.md`` are those that are computed."""

from django.conf import settings

from events.tournaments.standings.domain.catalogue import CATALOGUE
from events.tournaments.standings.domain.stage import written
from tests.events.tournaments.standings.domain.tables import table, values

TEXT = (settings.BASE_DIR / "docs" / "tie-breaks.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    # Those of teams are explained behind them, without values.
    for line in TEXT.partition("\n## Teams\n")[0].splitlines()
    if line.startswith("| ")
]


def test_every_tie_break_is_in_the_table_with_its_values() -> None:
    players = [row for row in ROWS if row[0].isdigit()]
    tournament = table(
        "\n".join(f"{n} {who} {r}: {' '.join(rounds)}" for n, who, r, *rounds, _ in players)
    )
    shown = {row[0].strip("`"): row[1:5] for row in ROWS if row[0].startswith("`")}
    assert shown == {
        tie_break.code: [
            "-" if value is None else written(value) for value in values(tournament, tie_break.code)
        ]
        for tie_break in CATALOGUE
    }
    assert [row[-1] for row in players] == [
        written(value) for value in values(tournament, "STD") if value is not None
    ]
