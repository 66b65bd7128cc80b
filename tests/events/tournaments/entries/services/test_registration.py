from collections.abc import Sequence

import pytest
from django.utils import timezone

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Entry, LogEntry, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.selectors.entries import registration_of
from events.tournaments.entries.services.registration import (
    close_registration,
    enter_file,
    enter_file_in_steps,
    enter_members,
    register_entry,
    register_newcomer,
    reopen_registration,
)
from events.tournaments.rounds.services.pairings import set_pairings
from players.domain.names import read_name
from players.domain.register_rows import Faulty, Reading
from players.figures import Source, read_member_list
from players.formats import register as formats_register
from players.formats.members.reading import Members
from players.models import Club, Player
from tests.events.tournaments import cups
from tests.events.tournaments.cups import tournament
from tests.players.register_files import GOOD, HEADER


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

    with pytest.raises(Refused, match=r"is paired in round 2 already\."):
        register(entry, absent=[2])
    assert register(entry, absent=[3]).absent_rounds == [3]


def test_a_bye_asked_for_in_a_round_that_is_paired_is_given_there() -> None:
    made = cups.tournament(entries=5)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "="))
    entry = cups.entry(made, 5)
    for half, bye in ([1], "H"), ([], "Z"), ([1], "H"):
        register_entry(
            entry=entry, registered=True, absent_rounds=[1], half_rounds=half, group="", by=Actor()
        )
        assert entry.results.get(round__number=1).bye == bye
    with pytest.raises(Refused, match=r"is paired in round 1 already\."):
        register_entry(
            entry=cups.entry(made, 1),
            registered=True,
            absent_rounds=[1],
            half_rounds=[1],
            group="",
            by=Actor(),
        )


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


@pytest.mark.parametrize(
    ("kind", "players", "planned", "rounds"),
    [
        ("Knockout", 8, 5, 3),
        ("Knockout", 5, 2, 3),
        ("Round robin", 6, 7, 5),
        ("Double round robin", 4, 3, 6),
        ("teams", 4, 5, 3),
        ("Swiss", 8, 5, 5),
    ],
)
def test_closing_gives_knock_outs_and_round_robins_the_rounds_of_their_players(
    kind: str, players: int, planned: int, rounds: int
) -> None:
    teams = {"teams_meet": True, "board_colours": "W"} if kind == "teams" else {}
    kind = "Round robin" if teams else kind
    made = cups.tournament(entries=players, rounds=planned, kind=kind, **teams)
    for number in range(1, players + 1) if teams else ():
        team = made.teams.create(name=f"Team {number}")
        made.entries.filter(number=number).update(team=team, team_place=1)

    close_registration(tournament=made, by=Actor())

    made.refresh_from_db()
    assert (made.rounds_planned, made.rounds.count()) == (rounds, rounds)


def test_a_latecomer_to_a_knock_out_may_make_one_more_round_before_it_begins() -> None:
    made = cups.tournament(entries=4, kind="Knockout", rounds=5)
    close_registration(tournament=made, by=Actor())
    register(waiting(made, "Ekman"))

    made.refresh_from_db()
    assert (made.rounds_planned, made.entries.exclude(number=None).count()) == (3, 5)


def test_closing_after_the_first_pairing_numbers_who_has_none() -> None:
    made = cups.played()
    late = waiting(made, "Ekman", registered=True)

    close_registration(tournament=made, by=Actor())

    late.refresh_from_db()
    assert (late.number, late.absent_rounds) == (5, [1, 2])


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


pytestmark = pytest.mark.django_db

TEXT = "Name;Reg;Rounds\nAnn Lee;r;1 3\nBo Finch;;\n"


def members(cup: Tournament, text: str = TEXT) -> Members:
    source = Source(text.encode())
    return read_member_list(source=source, registration=registration_of(cup)).members


def test_members_come_into_the_register_and_the_tournament():
    cup = tournament(rounds=3)
    outcome = enter_members(tournament=cup, members=members(cup), by=Actor())
    assert (outcome.added, Player.objects.count()) == (2, 2)
    assert [
        (entry.name, entry.registered, entry.absent_rounds) for entry in cup.entries.order_by("pk")
    ] == [("Lee, Ann", True, [2]), ("Finch, Bo", False, [])]


def test_a_list_puts_its_players_into_teams():
    cup = tournament(rounds=3)
    enter_members(
        tournament=cup, members=members(cup, "Name;Team\nAda Hill;the rooks\n"), by=Actor()
    )
    text = "Name;Rating;Team;Board\nAnn Lee;1800;The Rooks;\nBo Finch;1700;Knights;2\n"
    text += "Cy Boon;;Knights;1\nDi Moss;;;7\n"
    enter_members(tournament=cup, members=members(cup, text), by=Actor())
    assert [
        (entry.family, str(entry.team or ""), entry.team_place)
        for entry in cup.entries.select_related("team").order_by("pk")
    ] == [
        ("Hill", "the rooks", 1),
        ("Lee", "the rooks", 2),
        ("Finch", "Knights", 2),
        ("Boon", "Knights", 1),
        ("Moss", "", None),
    ]
    again = members(cup, "Name;Team;Bord\nEd Nash;Knights;2\n")
    with pytest.raises(Refused, match=r"Line 2: board 2 of Knights is Finch, Bo’s\."):
        enter_members(tournament=cup, members=again, by=Actor())


def test_a_team_with_a_number_is_no_name_of_a_column():
    read = members(tournament(), "Ann Lee;Team 1\nBo Finch;Team 2\n")
    assert len(read.members) == 2


def test_who_is_entered_already_stays_as_entered():
    cup = tournament(rounds=3)
    enter_members(tournament=cup, members=members(cup), by=Actor())
    again = members(cup, "Name;Reg;Rounds\nAnn Lee;;2\nCy Boon;;\n")
    enter_members(tournament=cup, members=again, by=Actor())
    assert [entry.absent_rounds for entry in cup.entries.order_by("pk")] == [[2], [], []]


def test_a_tournament_that_has_changed_is_refused_and_nobody_is_stored():
    cup = tournament(rounds=3)
    read = members(cup)
    Tournament.objects.update(rounds_planned=4)
    with pytest.raises(Refused, match="The tournament has changed in the meantime"):
        enter_members(tournament=cup, members=read, by=Actor())
    assert (Player.objects.count(), Entry.objects.count()) == (0, 0)


def test_a_refused_list_enters_nobody():
    cup = tournament(rounds=3)
    with pytest.raises(Refused):
        enter_members(tournament=cup, members=members(cup, f"{TEXT};;\n;x;\n"), by=Actor())
    assert Entry.objects.count() == 0


def reading_for(cup: Tournament, text: str = GOOD) -> Reading:
    return formats_register.read(text, registration=registration_of(cup))


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
        (entry.name, entry.grade, entry.club, entry.registered, entry.number, entry.group)
        for entry in stored
    ] == [
        ("Van der Brink, Imke", "3d", "Holly", True, 3, "0:"),
        ("Lee, Ann", "1k", "Mill", False, None, "B~"),
        ("Lee, Bo", "1k", "Mill", True, 4, ""),
    ]
    assert [entry.absent_rounds for entry in stored] == [[2, 4], [1, 2, 3, 4], []]
    assert Player.objects.count() == 3


def test_after_the_registration_everybody_is_registered_for_the_remaining_rounds() -> None:
    cup = tournament(rounds=4)
    Tournament.objects.update(registration_closed_at=timezone.now())
    cup.refresh_from_db()
    enter_file(tournament=cup, reading=reading_for(cup), by=Actor())
    assert {(entry.registered, tuple(entry.absent_rounds)) for entry in Entry.objects.all()} == {
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
