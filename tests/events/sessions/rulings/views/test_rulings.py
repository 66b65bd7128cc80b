"""What a ruling on a line of a match of teams is worth; of a field of pairs: test_ruling."""

from decimal import Decimal
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubscore.web.visitors import Actor
from events.models import MatchPlay, Penalty, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services.seats import change_seats
from events.sessions.rulings import services as rulings
from events.sessions.rulings.services import mark_deals
from tests.events import factories
from tests.events.reading import cells
from tests.events.sessions import match_evenings
from tests.queries import queries


def rulings_page(session: Session) -> str:
    return f"/sessions/{session.pk}/rulings/"


def described(answer: HttpResponse) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def rule(session: Session, board: int, text: str = "A6040", **more: str) -> TravellerLine:
    line = factories.line(session, board)
    rulings.make_ruling(
        session_id=session.pk, line_id=line.pk, adjustment=read_adjustment(text), by=Actor(), **more
    )
    return line


def penalise(session: Session, number: int, **more: object) -> Penalty:
    values = {"kind": "percent", "amount": Decimal(10), "law": "90", "reason": "Slow play."}
    return rulings.give_penalty(
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


@pytest.mark.parametrize("text", ["100:620(4SN=)|NP", "A+|60:120/40:-100"])
@pytest.mark.parametrize("method", ["mp", "cross-imps"])
def test_what_counts_for_one_side_alone_stands_on_every_page(
    director_client: Client, text: str, method: str
) -> None:
    session = factories.played(method=method)
    Session.objects.update(cross_imps_mean=False, cross_imps_award_each=True)
    ruled = rule(session, 2, text)
    pages = ("boards/2/", "travellers/", "travellers/2/", "ranking/", "grid/", "cards/")
    files = ("frequencies/", "results.xlsx", "results.pbn", "results.xml")
    points = (f"lines/{ruled.pk}/{name}/" for name in ("ruling", "points/ns", "points/ew"))
    for name in (*pages, *files, *points):
        answer = director_client.get(f"/sessions/{session.pk}/{name}")
        assert (name, answer.status_code) == (name, 200)


def test_an_empty_list_says_so(director_client: Client) -> None:
    text = director_client.get(rulings_page(factories.session())).content.decode()
    assert "No ruling, no penalty and no fouled board so far." in text


def test_rulings_penalties_and_fouled_boards_are_listed(director_client: Client) -> None:
    session = factories.played()
    ruled = rule(session, 2, law="12C2", reason="No play.")
    rule(session, 1, "100:420(4SN=)")
    given = penalise(session, 3)
    penalise(session, 1, kind="imps", amount=Decimal("2.5"), law="", reason="Noise.")
    foul(session, 1, reason="Hands exchanged.")
    answer = director_client.get(rulings_page(session))
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
    answer = director_client.get(rulings_page(session) + query)
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/{way}")


@pytest.mark.parametrize("board", ["", "x", "-1", "9" * 40, "٢x"])
def test_a_board_that_is_none_leads_to_the_list(director_client: Client, board: str) -> None:
    answer = director_client.get(rulings_page(factories.session()), {"board": board})
    assert answer.status_code == 200


def test_a_penalty_is_given_and_taken_back(director_client: Client) -> None:
    session = factories.played()
    contestant = factories.contestant(session, 2)
    data = {"contestant": contestant.pk, "kind": "percent", "amount": "10", "reason": "Late."}
    answer = director_client.post(f"/sessions/{session.pk}/penalties/new/", data, follow=True)
    assert (answer.redirect_chain, described(answer)) == (
        [(rulings_page(session), 302)],
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
    assert described(director_client.post(back, {"why": "a\0"}, follow=True)) == [
        "A reason cannot have the character U+0000: leave it out."
    ]
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


def test_queries_do_not_grow_with_rulings(director_client: Client) -> None:
    one, many = factories.played(), factories.played()
    rule(one, 1)
    penalise(one, 1)
    foul(one, 1)
    for board in (1, 2, 3):
        rule(many, board)
        penalise(many, board)
        foul(many, board)
    assert queries(partial(director_client.get, rulings_page(one))) == queries(
        partial(director_client.get, rulings_page(many))
    )


pytestmark = pytest.mark.django_db

PLUS_MINUS = {"kind": "artificial", "ns_award": "+", "ew_award": "-"}


def page(client, line, name="ruling", data=None):
    return client.get(reverse(f"events:{name}", args=[line.section.session_id, line.pk]), data)


def shares(client, line, data):
    preview = page(client, line, "ruling-preview", data).context["preview"]
    return [
        (share.points, share.unit, share.percentage) for share in (preview.ns, preview.ew)
    ], preview.is_generous


def test_a_match_is_ruled_in_imps(director_client):
    session = match_evenings.made("teams", 2)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 1)

    shown = page(director_client, line)
    assert (shown.context["table_points"], shown.context["other_room"]) == (
        "+4 IMPs to NS",
        "passed out, 0",
    )
    assert cells(shown) == []
    assert [label for _value, label in shown.context["form"]["ns_award"].field.choices] == [
        "average plus (3 IMPs)",
        "average (0 IMPs)",
        "average minus (−3 IMPs)",
        "a percentage (10 more or less are 3 IMPs)",
    ]
    assert shares(director_client, line, PLUS_MINUS) == (
        [("3", "IMPs", ""), ("−3", "IMPs", "")],
        False,
    )
    both = {"kind": "artificial", "ns_award": "+", "ew_award": "+"}
    assert shares(director_client, line, both) == ([("3", "IMPs", ""), ("3", "IMPs", "")], True)
    weighted = {
        "kind": "weighted",
        "weighted_weight_1": "60",
        "weighted_result_1": "420",
        "weighted_weight_2": "40",
        "weighted_result_2": "-50",
    }
    # 60 % of 9 IMPs, less 40 % of 2.
    assert shares(director_client, line, weighted)[0] == [("4.6", "IMPs", ""), ("−4.6", "IMPs", "")]


def test_the_preview_is_what_the_match_then_has(director_client):
    session = match_evenings.made("teams", 2)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 2)
    split = {"kind": "split", "ns_result_1": "-50", "ew_result_1": "100", "law": "12C1"}

    # Of home +140 here: North–South is the visitors' pair.
    assert shares(director_client, line, split)[0] == [("−5", "IMPs", ""), ("1", "IMPs", "")]
    director_client.post(reverse("events:ruling", args=[session.pk, line.pk]), split)

    home, away = match_evenings.scored(session).scored[0].boards[0].score.imps
    assert (home, away) == (1, -5)


def test_a_match_of_points_is_ruled_in_parts_of_the_board(director_client):
    session = match_evenings.made("teams", 2, scored_by=MatchPlay.ScoredBy.POINT_A_BOARD)
    match_evenings.play(session)
    line = match_evenings.line(session, 1, 1)

    shown = page(director_client, line)
    assert shown.context["table_points"] == "1–0 points for NS and EW"
    assert ("+", "average plus (60 %)") in shown.context["form"]["ns_award"].field.choices
    assert shares(director_client, line, PLUS_MINUS) == (
        [("0.6", "", "60.00"), ("0.4", "", "40.00")],
        False,
    )


def test_a_ruling_waits_for_the_other_room(director_client):
    session = match_evenings.made("teams", 2)
    line = match_evenings.line(session, 1, 1)

    shown = page(director_client, line, data=None)
    assert shown.context["other_room"] == "not in yet"
    text = page(director_client, line, "ruling-preview", PLUS_MINUS).text
    assert "It counts as soon as the other room has a result, or a ruling." in text
    text = page(director_client, line, "ruling-preview", {"kind": "not-played"}).text
    assert text.count("nothing: the board does not count") == 2


def test_a_line_that_others_played_is_in_no_match(director_client):
    session = match_evenings.made("swiss-teams", 4)
    line = match_evenings.line(session, 1, 1)
    change_seats(session_id=session.pk, line_id=line.pk, text="3*8", by=Actor())

    text = page(director_client, line, "ruling-preview", PLUS_MINUS).text
    assert "Others played here than those of the match" in text
