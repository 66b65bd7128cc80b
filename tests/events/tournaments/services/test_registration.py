from collections.abc import Sequence

import pytest
from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Entry, LogEntry, Tournament
from events.tournaments.domain.pairings import Pairings
from events.tournaments.domain.results import Code
from events.tournaments.services.pairing import set_pairings
from events.tournaments.services.registration import (
    close_registration,
    register_entry,
    register_newcomer,
    reopen_registration,
)
from players.domain.names import read_name
from players.models import Player
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def waiting(tournament: Tournament, family: str, **values: object) -> Entry:
    """Somebody who is entered, and not yet here."""
    return Entry.objects.create(tournament=tournament, family=family, **values)


def register(
    entry: Entry, *, absent: Sequence[int] = (), group: str = "", here: bool = True
) -> Entry:
    register_entry(entry=entry, registered=here, absent_rounds=absent, group=group, by=Actor())
    return Entry.objects.get(pk=entry.pk)


def closed(**values: object) -> Tournament:
    made = cups.played(**values)
    Tournament.objects.filter(pk=made.pk).update(registration_closed_at=timezone.now())
    made.refresh_from_db()
    return made


def test_register_keeps_rounds_and_group_and_waits_for_the_number() -> None:
    entry = register(waiting(cups.tournament(), "Finch"), absent=[3, 1], group="a~")

    assert (entry.registered, entry.absent_rounds, entry.group) == (True, [1, 3], "A~")
    assert entry.number is None


def test_register_is_logged_with_what_changed() -> None:
    entry = register(waiting(cups.tournament(), "Finch"), absent=[2])

    logged = LogEntry.objects.get(action="entries")
    assert logged.before == {"entry": "– Finch", "registered": "False", "absent_rounds": []}
    assert logged.after == {"entry": "– Finch", "registered": "True", "absent_rounds": [2]}
    assert register(entry, absent=[2]) == entry
    assert LogEntry.objects.filter(action="entries").count() == 1


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"group": "A?"}, '"A?" is not a group.'),
        ({"absent": [4]}, "There is no round 4: the tournament has 3."),
        ({"absent": [0]}, "There is no round 0: the tournament has 3."),
    ],
)
def test_register_refuses_what_there_is_not_and_keeps_nothing(
    values: dict[str, object], message: str
) -> None:
    entry = waiting(cups.tournament(), "Finch")

    with pytest.raises(Refused) as refusal:
        register(entry, **values)  # type: ignore[arg-type]

    assert str(refusal.value).startswith(message)
    assert Entry.objects.get(pk=entry.pk).registered is False


def test_no_longer_registered_gives_the_number_back() -> None:
    made = cups.tournament(entries=2)

    entry = register(cups.entry(made, 2), here=False)

    assert (entry.registered, entry.number) == (False, None)


def test_who_has_results_stays_registered() -> None:
    entry = cups.entry(cups.played(), 1)

    with pytest.raises(Refused, match=r"Finch.* has results and stays registered\."):
        register(entry, here=False)


def test_a_round_that_is_paired_cannot_be_missed() -> None:
    entry = cups.entry(cups.played(), 1)

    with pytest.raises(Refused, match=r"already has a result in round 2\."):
        register(entry, absent=[2])
    assert register(entry, absent=[3]).absent_rounds == [3]


def test_who_attends_after_all_has_no_bye_any_more() -> None:
    entry = waiting(cups.tournament(), "Finch")
    entry.absent_rounds, entry.asked_byes = [2, 3], {"2": "H", "3": "F"}
    entry.save()

    assert register(entry, absent=[3]).asked_byes == {"3": "F"}


def test_a_bye_asked_for_does_not_make_its_round_one_that_is_paired() -> None:
    made = cups.tournament(entries=4)
    last = made.rounds.get(number=3)
    set_pairings(round=last, pairings=Pairings(byes=((1, Code.HALF_BYE),)), by=Actor())
    close_registration(tournament=made, by=Actor())

    assert register(waiting(made, "Reed")).absent_rounds == []


def test_after_the_closing_who_comes_plays_the_remaining_rounds() -> None:
    made = closed()

    entry = register(waiting(made, "Ekman"))

    assert (entry.number, entry.absent_rounds) == (5, [1, 2])


def test_a_newcomer_is_entered_registered_and_added_to_the_register() -> None:
    made = closed()

    entry = register_newcomer(tournament=made, name=read_name("Anna Virtanen"), by=Actor())

    entry.refresh_from_db()
    assert (entry.number, entry.registered, entry.absent_rounds) == (5, True, [1, 2])
    assert entry.player == Player.objects.get(family="Virtanen")


def test_closing_numbers_by_strength_who_is_registered() -> None:
    made = cups.tournament()
    weak, strong, away = (
        waiting(made, family, rating=rating, registered=registered)
        for family, rating, registered in (
            ("Finch", 1500, True),
            ("Lamb", 1900, True),
            ("Moss", 2400, False),
        )
    )

    close_registration(tournament=made, by=Actor())

    numbers = {entry.pk: entry.number for entry in made.entries.all()}
    assert numbers == {strong.pk: 1, weak.pk: 2, away.pk: None}
    made.refresh_from_db()
    assert made.registration_is_closed
    assert LogEntry.objects.filter(action="closed").count() == 1


def test_closing_after_the_first_pairing_leaves_the_numbers() -> None:
    made = cups.played()
    before = list(made.entries.values_list("pk", "number"))

    close_registration(tournament=made, by=Actor())

    assert list(made.entries.values_list("pk", "number")) == before


def test_closing_twice_and_opening_twice_are_refused() -> None:
    made = cups.tournament(entries=2)

    with pytest.raises(Refused, match=r"The registration is open\."):
        reopen_registration(tournament=made, by=Actor())
    close_registration(tournament=made, by=Actor())
    with pytest.raises(Refused, match=r"The registration is already closed\."):
        close_registration(tournament=made, by=Actor())
    reopen_registration(tournament=made, by=Actor())
    made.refresh_from_db()
    assert not made.registration_is_closed
