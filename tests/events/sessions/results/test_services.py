from datetime import date
from fractions import Fraction

import pytest
from django.db import OperationalError
from django.utils import timezone

from clubscore.web.caching import forget
from clubscore.web.visitors import Actor
from events.models import Session, SessionFigures
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.results import services as personal_figures
from events.sessions.results.services import (
    PersonalFigures,
    figures_of_sessions,
    keep_figures,
    kept_figures,
)
from events.sessions.rulings.services import give_penalty, make_ruling
from players.domain.record import NO_BOARDS, Tally
from tests.events import factories
from tests.queries import queries, queries_again

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


def figures(session, number: int) -> PersonalFigures:
    return figures_of_sessions([session.pk])[session.pk][factories.contestant(session, number).pk]


def test_a_contract_counts_for_those_who_played_it_and_for_those_who_defended() -> None:
    session = factories.session()
    factories.enter(session, 1, "4SN10", "4SN9")
    line = factories.line(session, 1)
    ns, ew = (
        factories.contestant(session, number)
        for number in sorted(line.sides.values_list("contestant__number", flat=True))
    )
    found = figures_of_sessions([session.pk])[session.pk]
    tallies = {each.declaring for each in found.values()}
    assert Tally(1, 1, Fraction(100), 1) in tallies
    assert Tally(1, 1, Fraction(0), 0) in tallies
    roles = {(each.declaring.boards, each.defending.boards) for each in found.values()}
    assert roles == {(1, 0), (0, 1)}
    assert {ns.pk, ew.pk} <= found.keys()


def test_bare_scores_and_rulings_are_no_contracts() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "4SN9")
    ruled = factories.line(session, 1, 2)
    make_ruling(
        session_id=session.pk,
        line_id=ruled.pk,
        adjustment=read_adjustment("A6040"),
        reason="late",
        by=Actor(),
    )
    found = figures_of_sessions([session.pk])[session.pk]
    assert {(each.declaring, each.defending) for each in found.values()} == {(NO_BOARDS, NO_BOARDS)}


def test_only_a_session_that_changed_is_scored_again() -> None:
    sessions = [factories.played(title=title) for title in ("One", "Two")]
    ids = [session.pk for session in sessions]
    first = queries(lambda: figures_of_sessions(ids))
    assert queries_again(lambda: figures_of_sessions(ids)) == 2
    before = figures(sessions[0], 1)
    give_penalty(
        session_id=ids[0],
        contestant_id=factories.contestant(sessions[0], 1).pk,
        kind="percent",
        amount=10,
        reason="late",
        by=Actor(),
    )
    assert figures(sessions[0], 1) != before
    assert first > 1


def test_a_session_that_is_gone_has_no_figures() -> None:
    assert figures_of_sessions([4711]) == {4711: {}}


def test_a_past_session_is_scored_once_for_all_processes() -> None:
    session = factories.played(date=date(2026, 3, 1))
    before = figures_of_sessions([session.pk])
    # As another process, or this one after a start.
    forget()
    assert queries(lambda: figures_of_sessions([session.pk])) == 2
    assert dict(figures_of_sessions([session.pk])[session.pk]) == before[session.pk]
    SessionFigures.objects.update(state="another release")
    assert queries(lambda: figures_of_sessions([session.pk])) > 2


def test_a_session_of_today_is_not_stored() -> None:
    session = factories.played(date=timezone.localdate())
    assert figures_of_sessions([session.pk])[session.pk]
    assert not SessionFigures.objects.exists()


def test_a_server_that_only_reads_stores_nothing(settings) -> None:
    settings.READ_ONLY = True
    session = factories.played(date=date(2026, 3, 1))
    assert figures_of_sessions([session.pk])[session.pk]
    assert not SessionFigures.objects.exists()


def test_figures_that_cannot_be_stored_are_shown_all_the_same(monkeypatch) -> None:
    def locked(**_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(personal_figures, "keep_figures", locked)
    session = factories.played(date=date(2026, 3, 1))
    assert figures_of_sessions([session.pk])[session.pk]
