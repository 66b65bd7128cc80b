import pytest
from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import Entry, LogEntry, Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.register_import import enter_file, enter_file_in_steps
from players.formats import register
from players.formats.register_mistakes import Faulty
from players.formats.register_rows import Reading
from players.models import Club, Player
from tests.events.tournaments.cups import tournament
from tests.players.register_files import GOOD, HEADER

pytestmark = pytest.mark.django_db


def reading_for(cup: Tournament, text: str = GOOD) -> Reading:
    return register.read(text, registration=registration_of(cup))


def test_players_come_into_the_register_and_the_tournament() -> None:
    cup = tournament(entries=2, rounds=4)
    text = (
        f"{HEADER}\tREG\tGROUP\tROUNDS\n"
        "Imke van der Brink\t3d\tHolly\tr\t0:\t1_3\n"
        "Ann Lee\t1k\tMill\t\tB~\t_\n"
        "Bo Lee\t1k\tMill\tR\t\t\n"
    )
    entries = enter_file(tournament=cup, reading=reading_for(cup, text), by=Actor())
    stored = Entry.objects.filter(player__isnull=False).order_by("pk")
    assert list(stored) == entries
    assert [
        (each.name, each.grade, each.club, each.registered, each.number, each.group)
        for each in stored
    ] == [
        ("Van der Brink, Imke", "3d", "Holly", True, 3, "0:"),
        ("Lee, Ann", "1k", "Mill", False, None, "B~"),
        ("Lee, Bo", "1k", "Mill", True, 4, ""),
    ]
    assert [each.absent_rounds for each in stored] == [[2, 4], [1, 2, 3, 4], []]
    assert Player.objects.count() == 3


def test_after_the_registration_everybody_is_registered_for_the_remaining_rounds() -> None:
    cup = tournament(rounds=4)
    Tournament.objects.update(registration_closed_at=timezone.now())
    cup.refresh_from_db()
    enter_file(tournament=cup, reading=reading_for(cup), by=Actor())
    assert {(each.registered, tuple(each.absent_rounds)) for each in Entry.objects.all()} == {
        (True, ())
    }


def test_the_log_of_the_tournament_reports_it() -> None:
    cup = tournament()
    enter_file(tournament=cup, reading=reading_for(cup), by=Actor())
    entry = LogEntry.objects.filter(tournament=cup).order_by("pk").last()
    assert entry is not None
    assert (entry.action, entry.after) == (
        LogEntry.Action.ENTRIES,
        {"added": ["Finch, Clara", "Tarrant, Hugo"]},
    )


def test_somebody_in_the_register_is_refused_and_nobody_is_entered() -> None:
    cup = tournament()
    Player.objects.create(given="Hugo", family="Tarrant")
    with pytest.raises(Faulty) as caught:
        enter_file(tournament=cup, reading=reading_for(cup), by=Actor())
    assert caught.value.problem.line == 3
    assert (Player.objects.count(), Entry.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    "change",
    [{"rounds_planned": 4}, {"registration_closed_at": timezone.now()}],
    ids=["rounds", "registration"],
)
def test_a_tournament_that_changed_meanwhile_is_reported_and_nobody_is_entered(
    change: dict[str, object],
) -> None:
    cup = tournament(rounds=3)
    reading = reading_for(cup)
    Tournament.objects.filter(pk=cup.pk).update(**change)
    with pytest.raises(Refused) as caught:
        enter_file(tournament=cup, reading=reading, by=Actor())
    assert str(caught.value) == (
        "The tournament has changed in the meantime: its rounds, or whether the registration is "
        "closed. Look at the file again."
    )
    assert Player.objects.count() == Club.objects.count() == Entry.objects.count() == 0


def test_who_stops_between_two_steps_enters_nobody() -> None:
    cup = tournament()
    steps = enter_file_in_steps(tournament=cup, reading=reading_for(cup), by=Actor())
    assert next(steps) == 2
    steps.close()
    assert Player.objects.count() == Entry.objects.count() == 0
