import pytest
from django.db import IntegrityError, transaction

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, Session
from events.sessions.desk.services.bin import erase
from events.sessions.setup.services.sessions import create_session, enter_names
from events.tournaments.entries.services.entries import add_names, remove_entry
from players import history
from players.domain.names import read_name
from players.models import FormerNumber, Player, RegisterEntry
from players.selectors.register import (
    Wanted,
    numbers_by_key,
    players_by_key,
    players_by_name,
    search_players,
    similar_names,
    wanted_players,
)
from players.services.merging import merge_players
from players.services.players import (
    add_guests,
    add_missing_players,
    drop_unused_guests,
    take_into_register,
)
from tests.events import factories
from tests.events.tournaments import cups
from tests.players.people import player

pytestmark = pytest.mark.django_db

BO = read_name("Bo Pym")


def play(*names: str, guests: tuple[str, ...] = (), session: Session | None = None) -> Session:
    """A session in which these are contestant 1, some of them guests."""
    made = session or factories.session()
    read = [read_name(name) for name in names]
    keys = {read_name(name).key for name in guests}
    enter_names(session=made, names={"A1": [*read, None][:2]}, guests=keys, by=Actor())
    return made


def guests() -> list[str]:
    return [str(each) for each in Player.everybody.filter(is_guest=True)]


def seated(session: Session) -> list[int]:
    seats = ContestantPlayer.objects.filter(session=session).order_by("place")
    return [seat.player_id for seat in seats]


def test_a_guest_plays_and_is_in_no_register():
    session = play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    [guest] = Player.everybody.filter(is_guest=True)

    assert seated(session) == [Player.objects.get().pk, guest.pk]
    assert [each.key for each in history.played(guest.pk)] == [session.pk]
    assert list(wanted_players(Wanted())) == list(Player.objects.all()) != []
    assert [str(each) for each in Player.objects.all()] == ["Clara Finch"]
    assert not search_players("bo pym")
    assert similar_names(read_name("Bo Pyn")) == []
    assert (players_by_key([BO.key]), players_by_name([BO]), numbers_by_key([BO.key])) == (
        {},
        {},
        {},
    )


def test_a_name_never_means_a_guest_of_another_event():
    play("Bo Pym", guests=("Bo Pym",))
    play("Bo Pym", guests=("Bo Pym",))
    play("Bo Pym")

    assert guests() == ["Bo Pym", "Bo Pym"]
    assert [str(each) for each in Player.objects.all()] == ["Bo Pym"]


def test_a_guest_may_have_the_name_of_a_player():
    member = player("Bo Pym")
    session = play("Bo Pym", guests=("Bo Pym",))

    assert seated(session) != [member.pk]


def test_two_players_of_the_register_still_have_two_names():
    player("Bo Pym")
    with pytest.raises(IntegrityError), transaction.atomic():
        player("bo pym")


def test_saving_the_names_again_leaves_the_guest():
    session = play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    before = seated(session)
    play("Bo Pym", "Clara Finch", guests=("Bo Pym",), session=session)

    assert seated(session) == before[::-1]


def test_a_guest_who_is_replaced_goes():
    session = play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    play("Clara Finch", "Cy Wren", guests=("Cy Wren",), session=session)

    assert guests() == ["Cy Wren"]


def test_guests_go_with_their_session():
    session = play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    erase(sessions=[session], by=Actor())

    assert guests() == []
    assert Player.objects.count() == 1


def test_a_new_session_may_begin_with_guests():
    movement = factories.movement()
    session = create_session(
        title="Evening",
        date=factories.session().date,
        movement=movement,
        names={"A1": [read_name("Clara Finch"), BO]},
        guests={BO.key},
        by=Actor(),
    )

    assert (len(seated(session)), guests()) == (2, ["Bo Pym"])


def test_a_guest_of_a_tournament_goes_with_the_entry():
    made = cups.tournament()
    [entry] = add_names(tournament=made, names=[BO], by=Actor(), guests=True)
    assert (entry.name, entry.player.is_guest) == ("Pym, Bo", True)

    remove_entry(entry=entry, by=Actor())
    assert guests() == []


def test_joining_a_guest_moves_all_results_to_the_player():
    session = play("Bo Pym", guests=("Bo Pym",))
    member = player("Boris Pym")
    [guest] = Player.everybody.filter(is_guest=True)
    merge_players(kept=member.pk, merged=guest.pk, take=(), by=Actor())

    assert seated(session) == [member.pk]
    assert guests() == []
    assert FormerNumber.objects.get(number=guest.pk).player == member
    assert set(RegisterEntry.objects.values_list("action", flat=True)) == {"kept", "merged"}
    assert str(Player.objects.get()) == "Boris Pym"


def test_a_guest_is_not_joined_to_somebody_of_the_same_event():
    play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    [guest] = Player.everybody.filter(is_guest=True)
    with pytest.raises(Refused, match="both take part in"):
        merge_players(kept=Player.objects.get().pk, merged=guest.pk, take=(), by=Actor())

    assert guests() == ["Bo Pym"]


def test_a_guest_becomes_a_player_of_the_register():
    session = play("Bo Pym", guests=("Bo Pym",))
    [number] = seated(session)
    taken = take_into_register(number=number, by=Actor())

    assert (taken.is_guest, seated(session), guests()) == (False, [number], [])
    assert Player.objects.get() == taken
    assert RegisterEntry.objects.get().action == "added"


def test_a_guest_whose_name_the_register_has_is_to_be_joined():
    member = player("Bo Pym")
    [number] = seated(play("Bo Pym", guests=("Bo Pym",)))
    with pytest.raises(Refused, match="The register has a player called “Bo Pym”"):
        take_into_register(number=number, by=Actor())

    assert (list(Player.objects.all()), guests()) == ([member], ["Bo Pym"])


@pytest.mark.parametrize("is_guest", [True, False])
def test_only_a_guest_is_taken_into_the_register(is_guest: bool):
    number = 9 if is_guest else player("Bo Pym").pk
    with pytest.raises(Refused, match="This guest is no longer there"):
        take_into_register(number=number, by=Actor())


def test_only_guests_without_an_event_are_dropped():
    [playing] = seated(play("Bo Pym", guests=("Bo Pym",)))
    idle = add_guests(names=[read_name("Cy Wren"), read_name("Cy Wren")])["cy wren"].pk
    member = player("Clara Finch").pk
    drop_unused_guests(numbers=[playing, idle, member])

    assert list(Player.everybody.order_by("name").values_list("name", flat=True)) == [
        "Bo Pym",
        "Clara Finch",
        "Cy Wren",
    ]


def test_facts_are_stored_with_who_is_missing_without_numbers_of_others():
    player("Clara Finch", fide_number="5")
    facts = {"fide_number": "5", "rating": 1850}
    added = add_missing_players(names=[BO, read_name("Clara Finch")], facts=facts)

    assert (added[BO.key].fide_number, added[BO.key].rating) == ("", 1850)
    assert added["clara finch"].rating is None
