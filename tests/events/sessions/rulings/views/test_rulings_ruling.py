from functools import partial

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from events.models import LogEntry, Session, TravellerLine
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"
A6040 = {
    "kind": "artificial",
    "ns_award": "percent",
    "ns_percent": "60",
    "ew_award": "percent",
    "ew_percent": "40",
}


@pytest.fixture
def session() -> Session:
    made = factories.session(THREE_TABLES)
    factories.enter(made, 1, "4sn=", "50", "p")
    return made


def address(session: Session, table: int = 1, more: str = "") -> str:
    line = factories.line(session, 1, table)
    return f"/sessions/{session.pk}/lines/{line.pk}/ruling/{more}"


def described(answer: HttpResponse) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def test_the_page_shows_what_the_table_and_the_others_got(
    director_client: Client, session: Session
) -> None:
    answer = director_client.get(address(session))
    context = answer.context
    assert (answer.status_code, context["at_the_table"], context["table_points"]) == (
        200,
        "4♠N= +420",
        "NS 4, EW 0",
    )
    assert (context["dealer"], context["vulnerability"], context["present"]) == (
        "North",
        "none",
        "",
    )
    assert cells(answer) == [["+420", "1", "4", "0"], ["+50", "1", "2", "2"], ["0", "1", "0", "4"]]
    assert (context["preview"].ns.points, context["preview"].ew.percentage) == ("2", "50.00")
    assert ("12C2", "artificial adjusted score") in context["laws"]


def test_a_ruling_is_saved_with_law_and_reason(director_client: Client, session: Session) -> None:
    data = A6040 | {"law": "12C2", "reason": "Fire alarm.", "version": "1"}
    answer = director_client.post(address(session), data, follow=True)
    assert answer.redirect_chain == [(f"/sessions/{session.pk}/boards/1/", 302)]
    assert described(answer) == [
        "The ruling is saved: adjusted: 60 % to North–South, 40 % to East–West."
    ]
    line = factories.line(session, 1)
    assert (line.adjustment, line.law, line.reason, line.score_ns, line.version) == (
        "A6040",
        "12C2",
        "Fire alarm.",
        420,
        2,
    )
    entry = LogEntry.objects.first()
    assert (entry.action, entry.user) == ("ruled", User.objects.get())


@pytest.mark.parametrize(
    ("data", "adjustment"),
    [
        ({"kind": "assigned", "assigned": "4sn-1"}, "100:-50(4SN-1)"),
        (
            {
                "kind": "weighted",
                "weighted_weight_1": "60",
                "weighted_result_1": "4sn=",
                "weighted_weight_2": "40",
                "weighted_result_2": "4sn-1",
            },
            "60:420(4SN=)/40:-50(4SN-1)",
        ),
        ({"kind": "split", "ns_result_1": "420", "ew_result_1": "-50"}, "100:420|100:-50"),
        ({"kind": "not-played"}, "NP"),
    ],
)
def test_every_other_kind_is_saved(
    director_client: Client, session: Session, data: dict, adjustment: str
) -> None:
    assert director_client.post(address(session), data).status_code == 302
    assert factories.line(session, 1).adjustment == adjustment


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (A6040 | {"ns_percent": "140"}, "“140” is not a percentage"),
        ({"kind": "assigned", "assigned": "412"}, "+412 is not a score: no contract gives it."),
        (
            {
                "kind": "weighted",
                "weighted_weight_1": "60",
                "weighted_result_1": "4sn=",
                "weighted_weight_2": "30",
                "weighted_result_2": "4sn-1",
            },
            "The weights add up to 90 %, not 100 %.",
        ),
        (
            {"kind": "weighted"}
            | {f"weighted_weight_{n}": "16" for n in range(1, 7)}
            | {f"weighted_result_{n}": "50" for n in range(1, 7)},
            "These are 6 scores; a weighted score has 5 at most.",
        ),
    ],
)
def test_a_refusal_keeps_what_was_typed_and_changes_nothing(
    director_client: Client, session: Session, data: dict, sentence: str
) -> None:
    data = data | {"reason": "A long reason.", "law": "64"}
    answer = director_client.post(address(session), data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert [value for value in data.values() if f'value="{value}"' not in page] == []
    line = factories.line(session, 1)
    assert (line.adjustment, line.version) == ("", 1)


def test_more_than_all_is_saved_with_a_warning(director_client: Client, session: Session) -> None:
    answer = director_client.post(address(session), A6040 | {"ew_percent": "60"}, follow=True)
    assert described(answer)[1:] == ["Both sides together get more than 100 % of board 1."]
    assert factories.line(session, 1).adjustment == "A6060"


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("", "Somebody else has changed this line. Now it is: +450 to North–South."),
        ("bert", "bert has changed this line. Now it is: +450 to North–South."),
        (
            "director",
            "You have changed this line since you opened this page. Now it is: +450 to"
            " North–South.",
        ),
    ],
)
def test_a_second_director_is_noticed_and_may_replace(
    director_client: Client, session: Session, by: str, told: str
) -> None:
    factories.enter(session, 1, "450", "50", "p")
    director = User.objects.get()
    who = {"director": director, "": None}.get(by) or User(username=by)
    if by == "bert":
        who.save()
    TravellerLine.objects.update(updated_by=who if by else None)
    answer = director_client.post(address(session), A6040 | {"version": "1"})
    assert answer.status_code == 422
    assert f"{told} Save again to overwrite it." in answer.content.decode()
    form = answer.context["form"]
    assert (form["version"].value(), form["ns_percent"].value()) == ("2", "60")
    assert director_client.post(address(session), A6040 | {"version": "2"}).status_code == 302
    assert factories.line(session, 1).adjustment == "A6040"


@pytest.mark.parametrize("version", ["", "x", "9" * 30, "٣"])
def test_a_version_that_is_none_is_no_error(
    director_client: Client, session: Session, version: str
) -> None:
    answer = director_client.post(address(session), A6040 | {"version": version})
    assert answer.status_code in (302, 422)


def test_a_ruling_is_shown_again_in_its_fields(director_client: Client, session: Session) -> None:
    factories.enter(session, 1, "4sn=", "60:420/40:-50", "p")
    answer = director_client.get(address(session, 2))
    form = answer.context["form"]
    assert (form["kind"].value(), form["weighted_weight_2"].value()) == ("weighted", "40")
    assert (answer.context["present"], answer.context["at_the_table"]) == (
        "adjusted: 60 % +420, 40 % −50",
        "+50 to North–South",
    )
    assert answer.context["table_points"] == "NS 2, EW 2"


def test_a_ruling_is_taken_back(director_client: Client, session: Session) -> None:
    director_client.post(address(session), A6040)
    answer = director_client.post(address(session), {"action": "take-back"}, follow=True)
    assert answer.redirect_chain == [(f"/sessions/{session.pk}/boards/1/", 302)]
    assert described(answer)[-1] == ("The ruling is cancelled; the result is 4♠N= +420 again.")
    assert factories.line(session, 1).adjustment == ""
    again = {"action": "take-back", "back": "rulings"}
    answer = director_client.post(address(session), again, follow=True)
    assert answer.redirect_chain == [(f"/sessions/{session.pk}/rulings/", 302)]
    assert described(answer) == [
        "There is no ruling on this line; it may already have been cancelled."
    ]


def test_without_a_script_a_button_works_it_out(director_client: Client, session: Session) -> None:
    answer = director_client.post(address(session), A6040 | {"action": "preview"})
    preview = answer.context["preview"]
    assert (answer.status_code, preview.ns.points, preview.ns.percentage) == (200, "2.4", "60.00")
    assert factories.line(session, 1).adjustment == ""


def test_a_refused_ruling_is_not_previewed_as_another_one(
    director_client: Client, session: Session
) -> None:
    answer = director_client.post(address(session), {"kind": "assigned", "assigned": "421"})
    wrong = "+421 is not a score: no contract gives it."
    assert (answer.status_code, answer.context["preview"]) == (422, None)
    assert answer.context["problems"] == [wrong]
    assert f'<p class="mb-2">{wrong}</p>' in answer.content.decode()


def test_the_preview_tells_what_both_would_get(director_client: Client, session: Session) -> None:
    data = {"kind": "assigned", "assigned": "201"}
    answer = director_client.get(address(session, 2, "preview/"), data)
    assert answer.context["problems"] == ["+201 is not a score: no contract gives it."]
    answer = director_client.get(address(session, 2, "preview/"), data | {"assigned": "43+"})
    preview = answer.context["preview"]
    assert (preview.meaning, preview.top, preview.is_generous) == (
        "assigned: +430 to North–South",
        "4",
        False,
    )
    assert (preview.ns.points, preview.ns.percentage) == ("4", "100.00")
    assert (preview.ew.points, preview.ew.percentage) == ("0", "0.00")
    assert factories.line(session, 1, 2).score_ns == 50


def test_the_preview_follows_the_session_in_an_average_plus(director_client: Client) -> None:
    session = factories.session(" 4  2  2  2 0\n 1- 2 A  3- 4 A\n 1- 2 B  3- 4 B\n")
    factories.enter(session, 1, "420", "50")
    line = TravellerLine.objects.get(section__session=session, board=2, table=1)
    answer = director_client.get(
        f"/sessions/{session.pk}/lines/{line.pk}/ruling/preview/",
        {"kind": "artificial", "ns_award": "+", "ew_award": "-"},
    )
    preview = answer.context["preview"]
    assert (preview.ns.percentage, preview.ew.percentage) == ("100.00", "0.00")


def test_the_preview_of_a_board_that_does_not_count(
    director_client: Client, session: Session
) -> None:
    answer = director_client.get(address(session, 1, "preview/"), {"kind": "not-played"})
    assert answer.content.decode().count("nothing: the board does not count") == 2


@pytest.mark.parametrize(("method", "points"), [("cross-imps", "3"), ("total", "0")])
def test_the_preview_without_tops(director_client: Client, method: str, points: str) -> None:
    session = factories.session(THREE_TABLES, method=method)
    factories.enter(session, 1, "420", "50", "p")
    data = {"kind": "artificial", "ns_award": "+", "ew_award": "+"}
    preview = director_client.get(address(session, 1, "preview/"), data).context["preview"]
    assert (preview.ns.points, preview.ns.percentage, preview.top) == (points, "", "")
    assert preview.is_generous is (method == "cross-imps")


@pytest.mark.parametrize("number", ["0", "9223372036854775808", "99999999999999999999"])
@pytest.mark.parametrize("more", ["", "preview/"])
def test_a_line_that_does_not_exist_is_reported(
    director_client: Client, session: Session, number: str, more: str
) -> None:
    answer = director_client.get(f"/sessions/{session.pk}/lines/{number}/ruling/{more}")
    assert answer.status_code == 404
    assert (
        "There is no such line in this session, so it cannot have a ruling."
        in answer.content.decode()
    )


def test_a_line_of_another_session_does_not_exist(
    director_client: Client, session: Session
) -> None:
    line = factories.line(factories.session(), 1)
    answer = director_client.post(f"/sessions/{session.pk}/lines/{line.pk}/ruling/", A6040)
    assert answer.status_code == 404


def test_queries_do_not_grow_with_lines(director_client: Client) -> None:
    counts = []
    for text in (factories.ONE_TABLE, THREE_TABLES):
        session = factories.session(text)
        factories.enter(session, 1, *["50"] * (1 if text == factories.ONE_TABLE else 3))
        counts.append(queries(partial(director_client.get, address(session))))
    assert counts[0] == counts[1]
