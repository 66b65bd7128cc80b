"""Queries whose SQL is made once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.database.prepared import Prepared
from events.models import Session, TravellerLine
from tests.events import factories

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_rows_are_those_of_the_query_set_with_what_is_related() -> None:
    lines = TravellerLine.objects.select_related("section__session")
    prepared = Prepared(lambda board, pk: lines.filter(board=board, pk=pk))
    factories.played()
    for line in lines.all()[:3]:
        with CaptureQueriesContext(connection) as captured:
            found = prepared.first(line.board, line.pk)
            assert found is not None
            assert found.section.session.date == line.section.session.date
        assert len(captured) == 1
        assert (found, found.state, found.updated_at) == (line, line.state, line.updated_at)
    assert prepared.first(9999, line.pk) is None


def test_a_number_that_no_database_has_room_for_is_no_row() -> None:
    prepared = Prepared(lambda pk: Session.objects.filter(pk=pk))
    assert prepared.first(1) is None
    assert prepared.first(10**30) is None


@pytest.mark.parametrize(
    "prepared",
    [
        Prepared(lambda pk, state: Session.objects.filter(pk=pk, state=state, title="Evening")),
        # Django sorts what a filter is given.
        Prepared(lambda state, pk: Session.objects.filter(pk=pk, state=state)),
    ],
)
def test_a_query_with_other_parameters_than_its_values_is_refused(
    prepared: Prepared[Session],
) -> None:
    with pytest.raises(TypeError):
        prepared.first(1, 1)
