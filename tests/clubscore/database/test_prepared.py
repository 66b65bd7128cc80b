"""Queries whose SQL is made once."""

import pytest
from django.db import connection
from django.db.models import F
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


def test_a_query_may_have_constants_annotations_and_an_order() -> None:
    session = factories.played()
    lines = TravellerLine.objects.filter(section__session=session.pk).exclude(board=2)
    numbered = lines.annotate(next_board=F("board") + 1).order_by("-pk")
    prepared = Prepared(lambda least: numbered.filter(board__gte=least, deal=""))
    for least in (1, 3):
        expected = list(numbered.filter(board__gte=least))
        found = prepared.all(least)
        assert found == expected
        assert [line.next_board for line in found] == [line.board + 1 for line in found]  # type: ignore[attr-defined]


def test_a_value_that_is_no_parameter_is_refused() -> None:
    prepared = Prepared(lambda pk, _other: Session.objects.filter(pk=pk))
    with pytest.raises(TypeError):
        prepared.first(1, 1)
