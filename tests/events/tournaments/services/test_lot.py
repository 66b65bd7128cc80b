import pytest

from clubscore.actor import Actor
from events.models import LogEntry
from events.tournaments.domain.results import Colour
from events.tournaments.services import lot
from events.tournaments.services.lot import draw_lot
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("colour", "record"), [(Colour.WHITE, "152 W"), (Colour.BLACK, "152 B")])
def test_the_lot_is_drawn_once_and_stored(monkeypatch, colour, record):
    made = cups.tournament(entries=2)
    monkeypatch.setattr(lot.secrets, "choice", lambda _colours: colour)
    drawn = draw_lot(tournament=made, by=Actor())
    monkeypatch.setattr(lot.secrets, "choice", lambda _colours: colour.other)

    assert drawn is draw_lot(tournament=made, by=Actor()) is colour
    made.refresh_from_db()
    assert made.kept_records == [{"text": record, "after": "end"}]
    entries = LogEntry.objects.filter(tournament=made, action=LogEntry.Action.CHANGED)
    assert [each.after for each in entries] == [{"lot": colour.value}]


def test_round_1_as_played_is_the_lot():
    made = cups.tournament(entries=4)
    cups.play(made, 1, (3, 1, "1"), (2, 4, "1"))

    assert draw_lot(tournament=made, by=Actor()) is Colour.BLACK
    made.refresh_from_db()
    assert made.kept_records == []
