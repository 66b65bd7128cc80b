import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError

from clubscore.database.models import AppendOnlyError
from players.models import RegisterEntry

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def entry(**values: object) -> RegisterEntry:
    return RegisterEntry.objects.create(
        **{"number": 1, "action": RegisterEntry.Action.CHANGED, **values}
    )


def test_an_entry_says_when_whom_and_what() -> None:
    made = entry()
    assert str(made) == f"{made.at:%Y-%m-%d %H:%M} 1 changed"


@pytest.mark.parametrize(
    "act",
    [
        lambda made: made.save(),
        lambda made: made.delete(),
        lambda made: RegisterEntry.objects.update(number=2),
        lambda made: RegisterEntry.objects.filter(pk=made.pk).delete(),
        lambda made: RegisterEntry.objects.bulk_update([made], ["number"]),
    ],
    ids=["save", "delete", "update", "delete many", "update many"],
)
def test_nothing_is_changed_or_deleted(act) -> None:
    made = entry()
    with pytest.raises(AppendOnlyError), transaction.atomic():
        act(made)
    assert RegisterEntry.objects.get().number == 1


def test_who_is_in_the_log_is_protected() -> None:
    director = User.objects.create(username="director")
    entry(user=director)
    with pytest.raises(ProtectedError):
        director.delete()
