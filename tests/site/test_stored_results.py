"""A stored result is read in one place, and everything else has its value."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PROGRAM = ("clubscore", "accounts", "players", "movements", "events")
READERS = re.compile(r"\bread_(contract|played|adjustment|card|columns)\b")

READ = {
    # The columns of a line, and what reads those columns.
    "events/models/line.py",
    "events/sessions/doubts/selectors.py",
    "events/sessions/scoring/selectors/lines.py",
    # The columns of somebody else's file.
    "events/exchange/formats/usebio.py",
    "events/exchange/figures/plan_builder.py",
    "events/sessions/matches/formats.py",
    "events/sessions/scoring/formats/traveller_row.py",
}


def readers() -> set[str]:
    """The modules outside the rules of the game that turn a text into a part of a result."""
    modules = (path for name in PROGRAM for path in (ROOT / name).rglob("*.py"))
    return {
        str(path.relative_to(ROOT))
        for path in modules
        if "domain" not in path.parts and READERS.search(path.read_text())
    }


def test_texts_of_results_are_read_where_they_are_stored_and_nowhere_else() -> None:
    assert readers() == READ


def test_the_rules_read_texts_only_where_texts_come_from() -> None:
    domain = ROOT / "events" / "sessions" / "domain"
    found = {
        str(path.relative_to(domain))
        for path in domain.rglob("*.py")
        if READERS.search(path.read_text())
    }
    assert found == {
        "adjustments.py",
        "card.py",
        "contract.py",
        "played_contract.py",
        "typing/result_field.py",
    }
