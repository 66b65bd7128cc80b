import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, MovementChange, Session, TravellerLine
from events.sessions.desk.services.movement_change import (
    SEPARATE_LISTS,
    change_movement,
    fingerprint,
    preview,
)
from events.sessions.setup.services import sessions
from tests.events import factories

pytestmark = pytest.mark.django_db


def path(session: Session) -> str:
    return f"/sessions/{session.pk}/movement/"


def asked(session: Session, **values: object) -> dict[str, object]:
    return {"section": session.sections.get().pk, "kind": "leaves", "round": 2} | values


def test_settings_lead_to_the_page(director_client: Client) -> None:
    session = factories.session()
    page = director_client.get(f"/sessions/{session.pk}/settings/")
    assert path(session) in page.content.decode()
    assert (
        f"/sessions/{session.pk}/sections/new/"
        in director_client.get(f"/sessions/{session.pk}/").text
    )


def test_preview_then_change(director_client: Client) -> None:
    session = factories.session()
    page = director_client.post(path(session), asked(session, number=4))
    assert page.status_code == 200
    assert "2 lines without a result are removed." in page.content.decode()
    assert "It does not conflict with anything already entered." in page.content.decode()
    assert TravellerLine.objects.count() == 6
    seen = page.context["seen"]
    answer = director_client.post(
        path(session), asked(session, number=4, action="apply", seen=seen)
    )
    assert answer.url == session.get_absolute_url()
    assert TravellerLine.objects.count() == 4
    assert "4 left before round 2" in director_client.get(f"/sessions/{session.pk}/settings/").text


def test_what_was_typed_comes_back_from_the_choice_of_a_movement(director_client: Client) -> None:
    session = factories.session()
    values = asked(session, kind="late", number=5, round=3, unopposed="+", action="choose")
    offers = director_client.post(path(session), values)
    page = director_client.get(offers.url)
    assert page.context["form"].data["contestants"] == "5"
    taken = director_client.post(
        page.context["cards"][0].address, {"next": page.context["following"], "boards": "1"}
    )

    form = director_client.get(taken.url).context["form"]
    shown = {name: form[name].value() for name in ("section", "number", "round", "unopposed")}
    assert shown == {
        "section": str(session.sections.get().pk), "number": "5", "round": "3", "unopposed": "+",
    }  # fmt: skip
    assert (form["kind"].value(), bool(form["movement"].value())) == ("movement", True)


def test_the_next_round_is_proposed(director_client: Client) -> None:
    session = factories.session()
    assert director_client.get(path(session)).context["form"]["round"].value() == 1
    factories.enter(session, 1, "4sn=", "4sn=")
    assert director_client.get(path(session)).context["form"]["round"].value() == 2


def test_the_opponents_of_who_leaves_get_what_is_chosen(director_client: Client) -> None:
    session = factories.session()
    form = director_client.get(path(session)).context["form"]
    assert form["unopposed"].value() == ""
    values = asked(session, number=4, unopposed="+")
    seen = director_client.post(path(session), values).context["seen"]
    director_client.post(path(session), values | {"action": "apply", "seen": seen})
    session.refresh_from_db()
    assert session.unopposed == "+"
    assert LogEntry.objects.latest("pk").after["unopposed"] == "+"
    assert director_client.get(path(session)).context["form"]["unopposed"].value() == "+"
    factories.enter(session, 1, "4sn=", "4sn=")
    factories.enter(session, 2, "4sn=")
    sessions.publish(session=session, by=Actor())
    two = session.sections.get().contestants.get(number=2)
    page = director_client.get(f"/sessions/{session.pk}/cards/{two.pk}/").text
    assert "1 board whose opponents were away, with an average plus: 1.2 of 2." in page


def test_late_pair_keeps_its_later_rounds(director_client: Client) -> None:
    session = factories.session()
    page = director_client.post(path(session), asked(session, kind="late", number=1, round=3))
    assert str(page.context["change"]) == "1 came for round 3"
    assert len(page.context["preview"].removed) == 2


def test_other_movement(director_client: Client) -> None:
    session = factories.session()
    other = factories.movement(factories.MITCHELL_3, name="Six pairs")
    page = director_client.post(path(session), asked(session, kind="movement", movement=other.pk))
    assert str(page.context["change"]) == "“Six pairs” from round 2"


def test_conflicts_are_listed(director_client: Client) -> None:
    session = factories.session()
    factories.enter(session, 2, "4sn=", "4sn=")
    page = director_client.post(path(session), asked(session, number=4))
    text = page.content.decode()
    assert "Table 2, boards 2: 4 against 2 has been entered and stays" in text
    assert "<li>Round 2<ul><li>Table" in "".join(line.strip() for line in text.splitlines())


def test_late_contestant_without_a_number_plays_in_the_other_movement(
    director_client: Client,
) -> None:
    session = factories.session()
    other = factories.movement(factories.MITCHELL_3, name="Six pairs")
    values = asked(session, kind="late", number=6, round=2, movement=other.pk)
    page = director_client.post(path(session), values)
    assert str(page.context["change"]) == "“Six pairs” from round 2"
    applied = values | {"action": "apply", "seen": page.context["seen"]}
    assert director_client.post(path(session), applied).status_code == 302
    rounds = TravellerLine.objects.filter(sides__contestant__number=6).values_list("round")
    assert list(rounds) == [(2,)]


@pytest.mark.parametrize(
    ("other", "field", "message"),
    [
        (False, "__all__", "There is no contestant 14 in this movement. Choose another movement"),
        (True, "movement", "There is no contestant 14 in “Six pairs” either. Choose another"),
    ],
)
def test_late_contestant_without_a_number_anywhere_is_refused(
    director_client: Client, other: bool, field: str, message: str
) -> None:
    session = factories.session()
    six = factories.movement(factories.MITCHELL_3, name="Six pairs")
    values = asked(session, kind="late", number=14) | ({"movement": six.pk} if other else {})
    errors = director_client.post(path(session), values).context["form"].errors
    assert list(errors) == [field]
    assert errors[field][0].startswith(message)


def test_lists_that_no_longer_fit_are_told_after_the_change(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    switched = factories.MITCHELL_3.replace(" 1- 5 C", " 5- 1 C")
    other = factories.movement(switched, name="Last round switched")
    values = asked(session, kind="movement", movement=other.pk, round=3)
    seen = director_client.post(path(session), values).context["seen"]
    page = director_client.post(
        path(session), values | {"action": "apply", "seen": seen}, follow=True
    )
    assert [str(message) for message in page.context["messages"]] == [
        f"The movement is changed. {SEPARATE_LISTS}"
    ]


def test_overview_of_an_open_session_leads_to_the_page(director_client: Client) -> None:
    session = factories.session()
    link = f'href="{path(session)}">Late arrival or withdrawal</a>'
    page = director_client.get(session.get_absolute_url()).content.decode()
    assert page.index("Needs attention") < page.index(link)
    sessions.finish(session=session, by=Actor())
    assert link not in director_client.get(session.get_absolute_url()).content.decode()


def test_change_without_its_preview_is_refused(director_client: Client) -> None:
    session = factories.session()
    page = director_client.post(path(session), asked(session, number=4, action="apply", seen="x"))
    assert page.status_code == 422
    assert MovementChange.objects.count() == 0


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "leaves"}, "number"),
        ({"kind": "movement"}, "movement"),
        ({"kind": "late", "number": 4, "round": 1}, "round"),
        ({"kind": "dance", "number": 4}, "kind"),
        ({"number": 9}, "__all__"),
    ],
)
def test_incomplete_change_is_refused(director_client: Client, values, field) -> None:
    session = factories.session()
    page = director_client.post(path(session), asked(session, **values))
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]


def test_session_of_a_file_has_no_movement_to_change(director_client: Client) -> None:
    session = factories.session()
    session.sections.update(movement=None)
    assert director_client.get(path(session)).status_code == 404


def test_paper_follows_the_change(director_client: Client) -> None:
    session = factories.session()
    change = MovementChange(section=session.sections.get(), absent=4, first_round=2)
    seen = fingerprint(preview(change=change))
    change_movement(change=change, seen=seen, by=Actor())
    slips = director_client.get(f"/sessions/{session.pk}/paper/slips/").context["papers"]
    assert [row.stop.sits_out for row in slips[3].rows] == [False, True, True]


@pytest.mark.parametrize("kind", ["guide-cards", "slips", "travellers"])
def test_paper_has_only_what_can_be_played(director_client: Client, kind: str) -> None:
    """In the other movement, 2 and 5 meet again in round 2, with a board that both had."""
    session = factories.session(factories.MITCHELL_3)
    other = factories.movement(EIGHT_PAIRS, name="Eight pairs")
    change = MovementChange(section=session.sections.get(), movement=other, first_round=2)
    seen = fingerprint(preview(change=change))
    change_movement(change=change, seen=seen, by=Actor())
    lines = TravellerLine.objects.filter(section__session=session)
    papers = director_client.get(f"/sessions/{session.pk}/paper/{kind}/").context["papers"]
    places = {(line.round, line.table) for line in lines}
    if kind == "guide-cards":
        printed = {
            (row.round, int(card.table.split()[-1]))
            for card in papers
            for row in card.rows
            if row.boards
        }
        assert printed == places
    elif kind == "slips":
        printed = {
            (row.stop.round, int(row.stop.table))
            for slip in papers
            for row in slip.rows
            if row.stop.boards
        }
        assert printed == places
    else:
        assert sum(len(card.rows) for card in papers) == lines.count()


EIGHT_PAIRS = """ 8  4  4  4 0
 1- 5 A  2- 6 B  3- 7 C  4- 8 D
 1- 8 B  2- 5 C  3- 6 D  4- 7 A
 1- 7 C  2- 8 D  3- 5 A  4- 6 B
 1- 6 D  2- 7 A  3- 8 B  4- 5 C
"""
PHANTOM = """ 3  2  3  3 0
 1- 2 A  3- 0 A
 3- 1 B  0- 2 B
 1- 0 C  2- 3 C
"""


def test_a_free_seat_is_the_first_offer(director_client: Client) -> None:
    session = factories.session(PHANTOM)
    form = director_client.get(path(session)).context["form"]
    assert form.fields["kind"].choices[0][0] == form.fields["kind"].initial == "joins"
    assert form.fields["number"].initial == 4
    values = asked(session, kind="joins", number=4)
    seen = director_client.post(path(session), values).context["seen"]
    answer = director_client.post(path(session), values | {"action": "apply", "seen": seen})
    assert answer.status_code == 302
    assert TravellerLine.objects.count() == 5


def test_no_free_seat_is_not_offered(director_client: Client) -> None:
    form = director_client.get(path(factories.session())).context["form"]
    assert [kind for kind, _label in form.fields["kind"].choices] == ["late", "leaves", "movement"]
