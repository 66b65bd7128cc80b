import pytest

from clubscore.actor import Actor
from clubscore.append_only import AppendOnlyError
from events.common.services.deletions import record_deletion
from events.models import Deletion

pytestmark = pytest.mark.django_db


def test_texts_are_as_long_as_their_columns() -> None:
    record_deletion(kind=Deletion.Kind.SERIES, title="x" * 300, by=Actor(device="y" * 300))
    [entry] = Deletion.objects.all()
    assert (len(entry.title), len(entry.device)) == (200, 200)


def test_the_log_of_deletions_is_never_changed() -> None:
    record_deletion(kind=Deletion.Kind.SERIES, title="Spring", by=Actor())
    with pytest.raises(AppendOnlyError):
        Deletion.objects.all().delete()
