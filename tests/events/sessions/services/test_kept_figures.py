from fractions import Fraction

import pytest

from events.models import Session, SessionFigures
from events.sessions.services.kept_figures import PersonalFigures, keep_figures, kept_figures
from players.domain.record import Tally
from tests.events import factories

pytestmark = pytest.mark.django_db

FIGURES = {
    11: PersonalFigures(
        "2=",
        Fraction(-55, 2),
        Fraction(157, 3),
        Tally(12, 11, Fraction(1703, 3), 7),
        Tally(2, 0, Fraction(0), 1),
    ),
    12: PersonalFigures("", Fraction(0), None),
}


def test_figures_come_back_exactly() -> None:
    pk = factories.session().pk
    keep_figures(figures={pk: FIGURES}, states={pk: "3-9"})
    assert dict(kept_figures({pk: "3-9"})[pk]) == FIGURES
    assert len(kept_figures({pk: "3-9"})[pk]) == 2


def test_figures_of_another_state_do_not_count() -> None:
    pk = factories.session().pk
    keep_figures(figures={pk: FIGURES}, states={pk: "3-9"})
    assert kept_figures({pk: "4-10"}) == {}
    keep_figures(figures={pk: {12: FIGURES[12]}}, states={pk: "4-10"})
    assert dict(kept_figures({pk: "4-10"})[pk]) == {12: FIGURES[12]}


def test_figures_go_with_their_session() -> None:
    pk = factories.session().pk
    keep_figures(figures={pk: FIGURES}, states={pk: "3-9"})
    Session.objects.filter(pk=pk).update(published_at=None)
    keep_figures(figures={4711: FIGURES}, states={4711: "1-1"})
    assert list(SessionFigures.objects.values_list("session", flat=True)) == [pk]
