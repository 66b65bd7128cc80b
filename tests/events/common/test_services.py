import datetime

import pytest

from clubscore.database.models import AppendOnlyError
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import check, record_deletion
from events.models import Deletion, Tournament

pytestmark = pytest.mark.django_db


def test_texts_are_as_long_as_their_columns() -> None:
    record_deletion(kind=Deletion.Kind.SERIES, title="x" * 300, by=Actor(device="y" * 300))
    [entry] = Deletion.objects.all()
    assert (len(entry.title), len(entry.device)) == (200, 200)


def test_the_log_of_deletions_is_never_changed() -> None:
    record_deletion(kind=Deletion.Kind.SERIES, title="Spring", by=Actor())
    with pytest.raises(AppendOnlyError):
        Deletion.objects.all().delete()


def test_what_a_model_refuses_is_reported_with_its_field() -> None:
    tournament = Tournament(
        slug="cup", name="", start=datetime.date(2026, 3, 6), finish=datetime.date(2026, 3, 5)
    )
    with pytest.raises(Refused) as refused:
        check(tournament)
    assert [(problem.column, str(problem)) for problem in refused.value.problems] == [
        ("name", "name: This field cannot be blank."),
        (None, "The tournament starts after its last day."),
    ]


def test_what_is_good_passes() -> None:
    check(Tournament(slug="cup", name="Spring cup"))
