import datetime

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from events.models import ContestantPlayer, LogEntry, Session
from movements.models import Movement
from movements.services import store_movement
from players.domain.names import TWO_PEOPLE
from players.models import Player
from tests.events import factories
from tests.queries import queries

NEW, FIELDS = "/sessions/new/", "/sessions/new/names/"
HUGE = "99999999999999999999"


def values(text: str = factories.HOWELL_4, **changes: object) -> dict[str, object]:
    """What the page posts for a session without names."""
    return {
        "title": "Club evening",
        "date": "2026-03-05",
        "movement": factories.movement(text).pk,
        "boards_per_round": "1",
        "first_board": "1",
        "method": "mp",
        "scale": "2",
        "winners": "",
        **changes,
    }


def messages(answer: HttpResponse) -> list[str]:
    """What is said above the names, wherever it stands."""
    return [error for errors in answer.context["form"].errors.values() for error in errors]


def seats() -> list[tuple[int, int, str]]:
    rows = ContestantPlayer.objects.order_by("contestant__number", "place")
    return [(row.contestant.number, row.place, str(row.player)) for row in rows]


def test_the_page_asks_for_a_movement_first(director_client: Client) -> None:
    factories.movement()
    answer = director_client.get(NEW)
    assert answer.status_code == 200
    assert answer.context["names_form"].rows == []
    assert answer.context["form"]["date"].value() == timezone.localdate()


def test_the_page_shows_the_names_of_a_movement_in_its_address(director_client: Client) -> None:
    answer = director_client.get(NEW, {"movement": factories.movement().pk})
    assert [row.seat.code for row in answer.context["names_form"].rows] == ["A1", "A2", "A3", "A4"]
    assert [len(row.fields) for row in answer.context["names_form"].rows] == [2, 2, 2, 2]


def test_name_fields_are_those_of_the_movement(director_client: Client) -> None:
    individual = factories.movement(factories.INDIVIDUAL_4, name="Individual")
    answer = director_client.get(FIELDS, {"movement": individual.pk})
    assert answer.templates[0].name == "events/sessions/desk/_name_fields.html"
    assert [len(row.fields) for row in answer.context["names_form"].rows] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("address", "movement"),
    [
        *((NEW, movement) for movement in ("", "0", "x", HUGE)),
        *((FIELDS, movement) for movement in ("", "-1", "²", "\0", "9" * 5000)),
    ],
)
def test_a_movement_that_is_not_there_has_no_name_fields(
    director_client: Client, address: str, movement: str
) -> None:
    answer = director_client.get(address, {"movement": movement})
    assert (answer.status_code, answer.context["names_form"].rows) == (200, [])


def test_a_session_without_names_is_made(director_client: Client) -> None:
    answer = director_client.post(NEW, values())
    session = Session.objects.get()
    assert (answer.status_code, answer.url) == (302, session.get_absolute_url())
    assert (session.title, session.date, session.winners, session.is_published) == (
        "Club evening",
        datetime.date(2026, 3, 5),
        1,
        False,
    )
    assert (seats(), session.sections.get().lines.count()) == ([], 6)


def test_a_session_has_the_settings_that_were_chosen(director_client: Client) -> None:
    chosen = {"method": "butler", "scale": "1", "winners": "2", "boards_per_round": "4"}
    director_client.post(NEW, values(**chosen, first_board="13"))
    session = Session.objects.get()
    section = session.sections.get()
    assert (session.method, session.scale, session.winners) == ("butler", 1, 2)
    assert (section.boards_per_round, section.first_board) == (4, 13)


def test_who_made_a_session_is_in_the_log(director_client: Client) -> None:
    director_client.post(NEW, values(), headers={"user-agent": "Phone"})
    entry = LogEntry.objects.get(action="created")
    assert (entry.user, entry.device) == (entry.session.created_by, "Phone")
    assert entry.user.username.startswith("director")


def test_names_come_from_the_register_by_name_or_number_and_new_ones_by_a_box(
    director_client: Client,
) -> None:
    clara = Player.objects.create(given="Clara", family="Finch")
    Player.objects.create(given="Hugo", family="Tarrant")
    answer = director_client.post(
        NEW,
        values(**{
            "A1-1": f" {clara.number} ",
            "A1-2": "hugo  TARRANT",
            "A3-2": "zelda o’hare",
            "A3-2-new": "on",
        }),
    )  # fmt: skip
    assert answer.status_code == 302
    assert seats() == [(1, 1, "Clara Finch"), (1, 2, "Hugo Tarrant"), (3, 2, "zelda o’hare")]
    assert Player.objects.count() == 3


def test_an_unknown_name_is_asked_about_with_the_nearest(director_client: Client) -> None:
    Player.objects.create(given="Clara", family="Finch")
    answer = director_client.post(NEW, values(**{"A1-1": "Klara Finch", "A2-1": "Hugo Tarrant"}))
    assert answer.status_code == 422
    assert answer.context["names_form"].errors == {
        "A1-1": [
            "“Klara Finch” is not in the register. Is it Clara Finch?"
            " If not, tick the box to add this player, or enter a guest."
        ],
        "A2-1": [
            "“Hugo Tarrant” is not in the register. Tick the box to add this player,"
            " or enter a guest."
        ],
    }
    assert (Session.objects.count(), Player.objects.count()) == (0, 1)


def test_a_name_twice_is_refused_at_the_second(director_client: Client) -> None:
    Player.objects.create(given="Clara", family="Finch")
    answer = director_client.post(NEW, values(**{"A1-1": "Clara Finch", "A4-2": "CLARA FINCH"}))
    assert (answer.status_code, answer.context["names_form"].errors) == (
        422,
        {"A4-2": [f"CLARA FINCH is already entered, as contestant 1. {TWO_PEOPLE}"]},
    )
    assert Session.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("0", "No player has the number 0."),
        (HUGE, f"No player has the number {HUGE}."),
        ("?!", "“?!” is not a name: it has no letter and no digit."),
        ("Cla\0ra", "Null characters are not allowed."),
        ("x" * 251, "Ensure this value has at most 250 characters (it has 251)."),
        ("x" * 81, "A name has at most 80 characters, not 81."),
        ("a\u202eb", "A name cannot have the character U+202E RIGHT-TO-LEFT OVERRIDE: leave it"
         " out."),
    ],
    ids=["0", "huge", "marks", "NUL", "long", "too long", "control"],
)  # fmt: skip
def test_what_is_no_name_is_said_at_its_field(
    director_client: Client, typed: str, message: str
) -> None:
    answer = director_client.post(NEW, values(**{"A1-1": typed, "A1-1-new": "on"}))
    assert (answer.status_code, answer.context["names_form"].errors) == (422, {"A1-1": [message]})
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


NUMBERS = ("date", "movement", "boards_per_round", "first_board", "method", "scale", "winners")


@pytest.mark.parametrize(
    ("fields", "typed"),
    [
        *((("title", *NUMBERS[:-1]), typed) for typed in ("", "\0", "a\0b", "x" * 5000)),
        *((NUMBERS, typed) for typed in ("0", "-1", "abc", "²", "32768", str(2**63), HUGE)),
    ],
)
def test_what_cannot_be_is_refused_at_each_field(
    director_client: Client, fields: tuple[str, ...], typed: str
) -> None:
    answer = director_client.post(NEW, values(**dict.fromkeys(fields, typed)))
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(fields))
    assert Session.objects.count() == 0


def test_a_movement_that_replays_boards_is_refused(director_client: Client) -> None:
    answer = director_client.post(NEW, values(" 2  1  2  1 0\n 1- 2 A\n 2- 1 A\n"))
    assert answer.status_code == 422
    assert messages(answer)[0] == (
        "Pair 1 plays board group A more than once: in rounds 1, 2, at tables 1, 1."
    )
    assert Session.objects.count() == 0


def test_boards_past_the_highest_are_refused(director_client: Client) -> None:
    answer = director_client.post(NEW, values(first_board="998"))
    assert messages(answer) == ["The last board would be 1000; 999 is the highest."]
    assert (answer.status_code, Session.objects.count()) == (422, 0)


def test_what_was_typed_stays_when_it_is_refused(director_client: Client) -> None:
    answer = director_client.post(NEW, values(title="", **{"A1-1": "Klara <b>Finch"}))
    page = answer.content.decode()
    assert "Klara &lt;b&gt;Finch" in page
    assert "Klara <b>" not in page


def test_a_movement_deleted_meanwhile_is_refused(director_client: Client) -> None:
    posted = values()
    Movement.objects.filter(pk=posted["movement"]).delete()
    answer = director_client.post(NEW, posted)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["movement"])


def test_queries_do_not_grow_with_movements(director_client: Client) -> None:
    counts = []
    for number in range(3):
        store_movement(name=f"Movement {number}", text=factories.HOWELL_4)
        counts.append(queries(lambda: director_client.get(NEW)))
    assert counts[0] == counts[2]
