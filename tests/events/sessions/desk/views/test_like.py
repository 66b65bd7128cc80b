"""A new session like one before."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, LogEntry, Session
from events.sessions.desk.services.bin import delete_session
from events.sessions.setup.services.sections import add_section
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from players.models import Club, Player
from tests.events import factories

NEW = "/sessions/new/"
WEEK = datetime.timedelta(weeks=1)

pytestmark = pytest.mark.django_db


def earlier(weeks: int = 1, **values: object) -> Session:
    """A session of so many weeks ago, with names in its first two pairs."""
    day = timezone.localdate() - weeks * WEEK
    made = factories.session(**{"date": day, "title": "Thursday", **values})
    names = {
        "A1": [read_name("Ann Finch"), read_name("Bo Pym")],
        "A3": [None, read_name("Cy Wren")],
        "A4": [read_name("Gus Guest"), None],
    }
    guests = {read_name("Gus Guest").key}
    enter_names(session=made, names=names, guests=guests, by=Actor())
    return made


def posted(answer: object) -> dict[str, str]:
    """What the page would send as it is."""
    context = answer.context
    fields = [field for form in ("form", "names_form") for field in context[form]]
    return {
        field.html_name: str(field.value())
        for field in fields
        if field.value() not in (None, "", False)
    }


def seats(session: Session) -> list[tuple[str, str]]:
    rows = ContestantPlayer.objects.filter(session=session).order_by("contestant", "place")
    return [(f"{row.contestant.code}-{row.place}", str(row.player)) for row in rows]


def test_who_has_no_number_in_the_movement_is_named(director_client: Client) -> None:
    before = earlier()
    late = before.sections.get().contestants.create(number=5)
    joined = Player.objects.create(given="Late", family="Comer")
    late.memberships.create(session=before, player=joined, place=1)
    sentence = "because this movement has no number for them: Late Comer."
    page = director_client.get(NEW, {"like": "last"}).text
    assert sentence in page
    late.memberships.all().delete()
    assert "no number for them" not in director_client.get(NEW, {"like": "last"}).text


def test_two_clicks_repeat_last_week(director_client: Client) -> None:
    before = earlier(
        method="butler", scale=1, winners=1, boards_per_round=2, first_board=7,
        club=Club.objects.create(name="North"),
    )  # fmt: skip
    before.rounding, before.minimum_part, before.letters = "board:0.1", 60, "nl"
    before.expected = 9
    before.save()
    page = director_client.get(NEW, {"like": "last"})
    assert page.status_code == 200
    answer = director_client.post(NEW, posted(page))
    made = Session.objects.exclude(pk=before.pk).get()
    assert (answer.status_code, answer.url) == (302, made.get_absolute_url())
    assert (made.title, made.date, made.expected) == ("Thursday", timezone.localdate(), None)
    same = ("method", "scale", "winners", "club", "rounding", "minimum_part", "letters")
    assert [getattr(made, name) for name in same] == [getattr(before, name) for name in same]
    played = ("movement", "boards_per_round", "first_board")
    assert [getattr(made.sections.get(), name) for name in played] == [
        getattr(before.sections.get(), name) for name in played
    ]
    # A guest of one evening is another one's, too, and in no register.
    assert seats(made) == [
        ("A1-1", "Ann Finch"), ("A1-2", "Bo Pym"), ("A3-2", "Cy Wren"), ("A4-1", "Gus Guest"),
    ]  # fmt: skip
    assert Player.everybody.filter(is_guest=True, name="Gus Guest").count() == 2
    [entry] = LogEntry.objects.filter(session=made, action="created")
    assert entry.after == {"title": "Thursday", "like": str(before)}


def test_what_is_typed_instead_counts(director_client: Client) -> None:
    earlier()
    sent = posted(director_client.get(NEW, {"like": "last"}))
    Player.objects.create(given="Di", family="Lark")
    director_client.post(NEW, sent | {"title": "Extra", "method": "total", "A1-2": "Di Lark"})
    made = Session.objects.get(title="Extra")
    assert (made.method, seats(made)[1]) == ("total", ("A1-2", "Di Lark"))


def test_the_last_of_the_weekday_comes_before_a_later_one(director_client: Client) -> None:
    today = timezone.localdate()
    earlier(2, title="Same weekday")
    earlier(date=today - datetime.timedelta(days=1), title="Yesterday")
    earlier(date=today, title="Today")
    page = director_client.get(NEW, {"like": "last"})
    assert page.context["form"]["title"].value() == "Same weekday"


def test_without_one_of_the_weekday_it_is_the_last_of_all(director_client: Client) -> None:
    today = timezone.localdate()
    earlier(date=today - datetime.timedelta(days=3), title="Three days ago")
    unplayed = earlier(date=today - datetime.timedelta(days=1), title="From a file")
    unplayed.sections.update(movement=None)
    page = director_client.get(NEW, {"like": "last"})
    assert page.context["form"]["title"].value() == "Three days ago"


def test_a_session_can_be_like_the_one_shown(director_client: Client) -> None:
    earlier(title="Last")
    shown = earlier(5, title="Older")
    link = f'href="{NEW}?like={shown.pk}"'
    assert link in director_client.get(f"/sessions/{shown.pk}/settings/").content.decode()
    page = director_client.get(NEW, {"like": shown.pk})
    assert page.context["form"]["title"].value() == "Older"
    assert page.context["names_form"].last.date == shown.date


def test_further_sections_and_their_names_are_repeated(director_client: Client) -> None:
    before = earlier()
    other = factories.movement(factories.ONE_TABLE, name="One table")
    add_section(session_id=before.pk, movement=other, boards_per_round=3, first_board=1, by=Actor())
    names = {"B2": [read_name("Eve Oak"), read_name("Flo Ash")]}
    enter_names(session=before, names=names, by=Actor())
    director_client.post(NEW, posted(director_client.get(NEW, {"like": before.pk})))
    made = Session.objects.exclude(pk=before.pk).get()
    assert list(made.sections.values_list("letter", "movement", "boards_per_round")) == [
        ("A", before.sections.get(letter="A").movement_id, 1),
        ("B", other.pk, 3),
    ]
    assert seats(made)[-2:] == [("B2-1", "Eve Oak"), ("B2-2", "Flo Ash")]


@pytest.mark.parametrize("asked", ["last", "0", "x", "99999999999999999999", "\0"])
def test_without_a_session_to_repeat_the_page_is_empty(director_client: Client, asked: str) -> None:
    factories.movement()
    page = director_client.get(NEW, {"like": asked})
    assert (page.status_code, page.context["like"]) == (200, None)
    assert page.context["form"]["title"].value() == "Club evening"


def test_the_only_session_is_repeated_although_it_is_of_today(director_client: Client) -> None:
    before = earlier()
    Session.objects.update(date=timezone.localdate())
    assert director_client.get(NEW, {"like": "last"}).context["like"] == before


def test_a_session_that_is_gone_meanwhile_is_not_repeated_in_part(director_client: Client) -> None:
    before = earlier()
    sent = posted(director_client.get(NEW, {"like": "last"}))
    movement = before.sections.get().movement_id
    delete_session(session=before, by=Actor())
    answer = director_client.post(NEW, sent)
    assert (answer.status_code, Session.objects.count()) == (422, 0)
    assert "The session that this one is like was deleted." in answer.content.decode()
    assert answer.context["form"]["movement"].value() == str(movement)


def test_the_first_page_offers_it_once_there_is_a_session(director_client: Client) -> None:
    link = f'href="{NEW}?like=last"'
    before = director_client.get("/").content.decode()
    earlier()
    assert [link in before, link in director_client.get("/").content.decode()] == [False, True]


def test_the_button_has_the_focus_where_all_is_filled_in(director_client: Client) -> None:
    earlier()
    pages = [director_client.get(NEW, asked).content.decode() for asked in ({}, {"like": "last"})]
    assert [page.count('type="submit" autofocus') for page in pages] == [0, 1]
    assert [page.count("autofocus") for page in pages] == [1, 1]
