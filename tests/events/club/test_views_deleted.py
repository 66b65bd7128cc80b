import datetime

import pytest
from django.contrib.auth.models import User

from clubscore.web.visitors import Actor
from events.club.selectors import deletions
from events.common.services import record_deletion
from events.models import Deletion
from players.models import Player
from players.services.players import delete_player
from tests.players.people import play

pytestmark = pytest.mark.django_db


def test_events_and_players_are_in_one_list_the_latest_first() -> None:
    by = Actor(user=User.objects.create_user("ragna"))
    record_deletion(
        kind=Deletion.Kind.SESSION,
        title="Cup",
        date=datetime.date(2026, 3, 5),
        results=3,
        backup="one",
        by=by,
    )
    play("Clara Finch")
    number = Player.objects.get().pk
    delete_player(number=number, by=by)
    assert [(row.user, row.kind, row.title, row.results, row.backup) for row in deletions()] == [
        ("ragna", "player", f"number {number}", None, ""),
        ("ragna", "session", "Cup, 5 Mar 2026", 3, "one"),
    ]
