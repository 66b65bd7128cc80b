from decimal import Decimal
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.actor import Actor
from events.models import Penalty, Session, TravellerLine
from events.sessions.domain.adjustments import read_adjustment
from events.sessions.services import penalties, rulings
from events.sessions.services.fouled_boards import mark_deals
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db


def page(session: Session) -> str:
    return f"/sessions/{session.pk}/rulings/"


def described(answer: HttpResponse) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def rule(session: Session, board: int, text: str = "A6040", **more: str) -> TravellerLine:
    line = factories.line(session, board)
    rulings.make_ruling(
        session_id=session.pk,
        line_id=line.pk,
        adjustment=read_adjustment(text),
        by=Actor(),
        **more,
    )
    return line


def penalise(session: Session, number: int, **more: object) -> Penalty:
    values = {"kind": "percent", "amount": Decimal(10), "law": "90", "reason": "Slow play."}
    return penalties.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, number).pk,
        by=Actor(),
        **(values | more),
    )


def foul(session: Session, board: int, reason: str = "") -> None:
    line = factories.line(session, board)
    mark_deals(session_id=session.pk, board=board, deals={line.pk: "B"}, reason=reason, by=Actor())


def focused(answer: HttpResponse) -> list[str]:
    """The fields that the page begins in."""
    fields = answer.context["form"].fields
    return [name for name, field in fields.items() if "autofocus" in field.widget.attrs]


def test_an_empty_list_says_so(director_client: Client) -> None:
    text = director_client.get(page(factories.session())).content.decode()
    for sentence in ("no ruling", "no penalty", "no fouled board"):
        assert f"There is {sentence}." in text


def test_rulings_penalties_and_fouled_boards_are_listed(director_client: Client) -> None:
    session = factories.played()
    ruled = rule(session, 2, law="12C2", reason="No play.")
    rule(session, 1, "100:420(4SN=)")
    given = penalise(session, 3)
    penalise(session, 1, kind="imps", amount=Decimal("2.5"), law="", reason="Noise.")
    foul(session, 1, reason="Hands exchanged.")
    answer = director_client.get(page(session))
    assert [
        (row.board, row.who, row.note.replace("\N{NO-BREAK SPACE}", " "), row.at_the_table)
        for row in answer.context["rulings"]
    ] == [
        (1, "1 against 2", "4♠N= +420", "+120 to North–South"),
        (2, "3 against 1", "A60/40 (Law 12C2) – No play.", "+120 to North–South"),
    ]
    assert answer.context["rulings"][1].pk == ruled.pk
    assert [
        (row.who, row.note.replace("\N{NO-BREAK SPACE}", " "))
        for row in answer.context["penalties"]
    ] == [
        ("3 Ada Player-C – Bo Player-C", "PP −10 % (Law 90) – Slow play."),
        (
            "1 Ada Player-A – Bo Player-A",
            "PP −2.5 IMP – Noise. (does not count: the session is scored by matchpoints)",
        ),
    ]
    assert answer.context["penalties"][0].pk == given.pk
    assert [(row.board, row.lines, row.reason) for row in answer.context["fouled"]] == [
        (1, ["1 against 2 (changed deal)"], "Hands exchanged.")
    ]


@pytest.mark.parametrize(
    ("query", "way"),
    [
        ("?board=2&go=line", "boards/2/"),
        ("?board=2&go=deals", "boards/2/deals/"),
        ("?board=2", "boards/2/"),
    ],
)
def test_a_board_is_chosen(director_client: Client, query: str, way: str) -> None:
    session = factories.session()
    answer = director_client.get(page(session) + query)
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/{way}")


@pytest.mark.parametrize("board", ["", "x", "-1", "9" * 40, "٢x"])
def test_a_board_that_is_none_leads_to_the_list(director_client: Client, board: str) -> None:
    answer = director_client.get(page(factories.session()), {"board": board})
    assert answer.status_code == 200


def test_a_penalty_is_given_and_taken_back(director_client: Client) -> None:
    session = factories.played()
    contestant = factories.contestant(session, 2)
    data = {"contestant": contestant.pk, "kind": "percent", "amount": "10", "reason": "Late."}
    answer = director_client.post(f"/sessions/{session.pk}/penalties/new/", data, follow=True)
    assert (answer.redirect_chain, described(answer)) == (
        [(page(session), 302)],
        ["The penalty is given."],
    )
    penalty = Penalty.objects.get()
    assert (penalty.contestant, penalty.kind, penalty.amount, penalty.law, penalty.reason) == (
        contestant,
        "percent",
        10,
        "",
        "Late.",
    )
    back = f"/sessions/{session.pk}/penalties/{penalty.pk}/take-back/"
    assert described(director_client.post(back, follow=True)) == ["The penalty is cancelled."]
    assert described(director_client.post(back, follow=True)) == [
        "There is no such penalty; it may already have been cancelled."
    ]
    assert Penalty.objects.count() == 0


def test_a_penalty_refused_keeps_what_was_typed(director_client: Client) -> None:
    session = factories.played()
    data = {"kind": "percent", "amount": "101", "law": "74", "reason": "Rude.", "contestant": ""}
    answer = director_client.post(f"/sessions/{session.pk}/penalties/new/", data)
    text = answer.content.decode()
    assert answer.status_code == 422
    for kept in ("101", "74", "Rude."):
        assert f'value="{kept}"' in text
    assert "101 per cent is more than a whole top; 100 is the most." in text
    assert focused(answer) == ["contestant"]
    assert Penalty.objects.count() == 0


def test_a_penalty_form_offers_laws_and_starts_with_90(director_client: Client) -> None:
    answer = director_client.get(f"/sessions/{factories.session().pk}/penalties/new/")
    assert answer.context["form"]["law"].value() == "90"
    assert focused(answer) == ["contestant"]
    assert ("91", "disciplinary penalty") in answer.context["laws"]


@pytest.mark.parametrize("way", ["rulings/", "penalties/new/"])
def test_only_directors_see_the_list(client: Client, way: str) -> None:
    answer = client.get(f"/sessions/{factories.session().pk}/{way}")
    assert (answer.status_code, answer.url.split("?")[0]) == (302, "/login/")


@pytest.mark.parametrize("way", ["rulings/", "penalties/new/"])
@pytest.mark.parametrize("number", ["0", "99999999999999999999"])
def test_a_session_that_is_not_there(director_client: Client, way: str, number: str) -> None:
    assert director_client.get(f"/sessions/{number}/{way}").status_code == 404


def test_queries_do_not_grow_with_rulings(director_client: Client) -> None:
    one, many = factories.played(), factories.played()
    rule(one, 1)
    penalise(one, 1)
    foul(one, 1)
    for board in (1, 2, 3):
        rule(many, board)
        penalise(many, board)
        foul(many, board)
    assert queries(partial(director_client.get, page(one))) == queries(
        partial(director_client.get, page(many))
    )
