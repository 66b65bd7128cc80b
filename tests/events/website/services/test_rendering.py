"""The site of a club that has published nothing."""

from pathlib import Path

from events.website.services.exporting import export_site
from tests.events.website.checking import problems_of


def test_club_without_events_has_a_site(db: None, tmp_path: Path) -> None:
    done = export_site(folder=tmp_path)
    assert list(problems_of(tmp_path)) == []
    assert done.of("session") == 0
    assert (tmp_path / "feed.xml").is_file()
