"""Names at the table: a side writes them, the other side agrees."""

import pytest
from django.apps import apps
from django.db.models import CharField, JSONField, TextField

from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, LogEntry, Session, TableProposal
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from players.models import Player
from players.services.erasure import erase_player
from tests.events.tables.phones import Phone, enter_all, evening
from tests.players.people import player

pytestmark = pytest.mark.django_db

NAMES = {"N": "Ida Brown", "S": "Ann Green"}


@pytest.fixture
def session() -> Session:
    return evening(names=True)


def listed(session: Session) -> dict[str, list[str]]:
    """The names of each contestant that has some, by its code."""
    found: dict[str, list[str]] = {}
    seats = ContestantPlayer.objects.filter(session=session).order_by("contestant", "place")
    for seat in seats.select_related("contestant__section", "player"):
        found.setdefault(seat.contestant.code, []).append(str(seat.player.name))
    return found


def say(phone: Phone, **values: object) -> tuple[int, dict[str, object]]:
    answer = phone.post("/play/names/", **values)
    return answer.status_code, answer.json()


def agree(phone: Phone, agreed: bool = True) -> tuple[int, dict[str, object]]:
    return say(phone, proposal=phone.now["proposals"][0]["id"], agree=agreed)


def test_names_are_in_the_list_when_the_opponents_agree(session: Session):
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    assert one.now["naming"] == [{"side": "NS", "pair": "1", "seats": ["N", "S"]}]
    assert say(one, names=NAMES)[0] == 200
    assert (listed(session), one.now["naming"]) == ({}, [])
    [asked] = other.now["proposals"]
    assert (asked["kind"], asked["side"], asked["names"]) == (
        "names",
        "NS",
        "1: Ida Brown – Ann Green",
    )

    assert agree(other)[0] == 200

    assert listed(session) == {"A1": ["Ida Brown", "Ann Green"]}
    assert other.now["seats"]["S"]["name"] == "Green"
    assert (other.now["proposals"], one.now["naming"]) == ([], [])
    entry = LogEntry.objects.filter(action=LogEntry.Action.NAMED).latest("pk")
    assert entry.device.startswith("Table A1, EW")


def test_whoever_is_in_no_register_is_a_guest_and_a_member_is_the_member(session: Session):
    member = player("Ida Brown")
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    say(one, names=NAMES)
    agree(other)
    found = Player.everybody.filter(memberships__session=session).order_by("memberships__place")
    assert [(each.pk == member.pk, each.is_guest) for each in found] == [
        (True, False),
        (False, True),
    ]


def test_the_other_side_says_no_and_they_are_written_again(session: Session):
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    say(one, names=NAMES)
    assert agree(other, agreed=False)[0] == 200
    assert listed(session) == {}
    assert one.now["naming"] == [{"side": "NS", "pair": "1", "seats": ["N", "S"]}]


def test_nobody_agrees_to_the_own_names(session: Session):
    one, again = Phone(session, 1, "NS"), Phone(session, 1, "NS")
    Phone(session, 1, "EW")
    say(one, names=NAMES)
    status, answer = agree(one)
    assert (status, answer["message"]) == (403, "Your opponents have a phone here: ask them on it.")
    assert again.now["device"]["approved"] is False
    assert listed(session) == {}


def test_opponents_without_a_phone_agree_on_that_of_the_others():
    for same_device, status in ((True, 200), (False, 403)):
        session = evening(names=True, same_device=same_device)
        only = Phone(session, 1, "NS")
        say(only, names=NAMES)
        assert agree(only)[0] == status
        assert len(listed(session)) == same_device


def test_a_device_of_the_table_names_one_side_after_the_other(session: Session):
    tablet = Phone(session, 1)
    assert [each["side"] for each in tablet.now["naming"]] == ["NS", "EW"]
    assert say(tablet, names=NAMES | {"E": "Bo Hill"})[0] == 422
    assert say(tablet, names=NAMES)[0] == 200
    assert agree(tablet)[0] == 200
    assert listed(session) == {"A1": ["Ida Brown", "Ann Green"]}
    assert [each["side"] for each in tablet.now["naming"]] == ["EW"]


def test_where_opponents_confirm_nothing_names_are_entered_at_once():
    session = evening(names=True, confirm=False)
    assert say(Phone(session, 1, "EW"), names={"E": "Bo Hill"})[0] == 200
    assert list(listed(session).values()) == [["Bo Hill"]]
    assert TableProposal.objects.count() == 0


def test_a_partner_who_is_missing_is_added(session: Session):
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    say(one, names={"N": "Ida Brown"})
    agree(other)
    assert one.now["naming"] == [{"side": "NS", "pair": "1", "seats": ["S"]}]
    say(one, names={"S": "Ann Green"})
    agree(other)
    assert listed(session) == {"A1": ["Ida Brown", "Ann Green"]}
    assert Player.everybody.filter(is_guest=True).count() == 2


def test_off_by_default_and_over_after_round_two():
    for session in (evening(), evening(names=True)):
        phone = Phone(session, 1, "NS")
        if session.tables.names:
            enter_all(phone, then=2)
            assert len(phone.now["naming"]) == 1
            enter_all(phone, then=3)
        assert phone.now["naming"] == []
        status, answer = say(phone, names=NAMES)
        assert (status, answer["message"]) == (
            409,
            "The names of these seats are known by now, or only the director enters them.",
        )
        assert say(phone, q="bro")[0] == 403


def test_names_that_the_director_entered_meanwhile_stay(session: Session):
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    say(one, names=NAMES)
    theirs = [read_name("Cy Pine"), read_name("Di Pine")]
    enter_names(session=session, names={"A1": theirs}, by=Actor())
    assert agree(other)[0] == 409
    assert listed(session) == {"A1": ["Cy Pine", "Di Pine"]}


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({}, "Write a name."),
        ({"N": " "}, "Write a name."),
        ([], "This page is out of date"),
        ({"N": "x" * 81}, "at most 80 characters, not 81"),
        ({"E": "Bo Hill"}, "or only the director enters them"),
        ({"X": "Bo Hill"}, "This page is out of date"),
        ({"N": "Bo\nHill"}, "U+000A"),
    ],
)
def test_what_is_no_name_is_refused_with_a_sentence(session: Session, names: object, message: str):
    status, answer = say(Phone(session, 1, "NS"), names=names)
    assert status in (409, 422)
    assert message in str(answer["message"])


def test_a_name_that_somebody_else_has_is_refused_when_it_is_entered(session: Session):
    say(Phone(session, 1, "NS"), names=NAMES)
    agree(Phone(session, 1, "EW"))
    say(Phone(session, 2, "NS"), names={"N": "Ida Brown"})
    status, answer = agree(Phone(session, 2, "EW"))
    assert (status, len(listed(session))) == (422, 1)
    assert "Ida Brown is already entered, as contestant 1." in str(answer["message"])


def test_members_are_found_by_three_letters_or_their_number(session: Session):
    member = player("Ida Brown")
    Player.objects.filter(pk=player("Ada Browning").pk).update(initials_only=True)
    phone = Phone(session, 1, "NS")
    for text, found in (
        ("bro", ["Ida Brown"]),
        ("br", []),
        (str(member.pk), ["Ida Brown"]),
        ("", []),
    ):
        assert say(phone, q=text) == (200, {"names": found})
    say(phone, names=NAMES)
    agree(Phone(session, 1, "EW"))
    assert say(Phone(session, 2, "NS"), q="bro") == (200, {"names": []})


def test_the_register_is_not_to_be_searched_by_a_phone(session: Session):
    phone, opponents = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    statuses = [say(phone, q="abc")[0] for _time in range(41)]
    assert statuses == [200] * 40 + [429]
    assert say(opponents, q="abc")[0] == 429
    # To leave and scan the code again makes a new device, not a new count.
    phone.post("/play/leave/")
    assert phone.join(1, "NS").status_code == 303
    assert phone.now["device"]["approved"] is True
    assert say(phone, q="abc")[0] == 429
    assert say(Phone(session, 2, "NS"), q="abc")[0] == 200
    assert say(Phone(session, 2, kind="look"), q="abc")[0] == 403


def test_names_without_an_answer_are_written_again_in_the_next_round(session: Session):
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    say(one, names=NAMES)
    [asked] = other.now["proposals"]

    for phone in (one, other):
        assert phone.post("/play/round/", round=2).status_code == 200

    assert [phone.now["proposals"] for phone in (one, other)] == [[], []]
    assert one.now["naming"] == [{"side": "NS", "pair": "1", "seats": ["N", "S"]}]
    assert say(other, proposal=asked["id"], agree=True)[0] == 409
    say(one, names=NAMES)
    # Round 1 at table 3, now here.
    there = Phone(session, 3, "EW")
    enter_all(there, then=2)
    assert agree(there)[0] == 200
    assert listed(session) == {"A1": ["Ida Brown", "Ann Green"]}


def test_a_name_written_at_a_table_is_erased_in_every_column(session: Session):
    """Also in one that nobody has thought of: every text of the database is looked through."""
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    say(one, names=NAMES)
    agree(other)
    say(Phone(session, 2, "NS"), names={"N": "Ida Brown"})
    assert columns_with("Ida Brown")
    guest = Player._base_manager.get(name="Ida Brown")
    Player._base_manager.update(is_guest=False)
    erase_player(number=guest.number, by=Actor())
    assert columns_with("Ida Brown") == set()


def columns_with(text: str) -> set[str]:
    """Every column that has a text, of any kind, anywhere."""
    found = set()
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, CharField | TextField | JSONField):
                values = model._base_manager.values_list(field.name, flat=True)
                if any(text in str(value) for value in values):
                    found.add(f"{model._meta.label}.{field.name}")
    return found
