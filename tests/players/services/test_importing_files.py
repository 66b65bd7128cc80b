import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.web.visitors import Actor
from players.domain.register_rows import Faulty, Reading, refusal_sentence
from players.formats import register
from players.models import Club, Player, RegisterEntry
from players.services import importing
from players.services.importing import import_in_steps, import_players
from tests.players.register_files import GOOD, HEADER

pytestmark = pytest.mark.django_db


def reading_of(*lines: str, header: str = HEADER) -> Reading:
    return register.read("\n".join([header, *lines]))


def stored() -> list[tuple[str, str, str, str, str]]:
    players = Player.objects.order_by("number").select_related("club")
    return [
        (
            str(player),
            player.grade,
            player.club.name if player.club else "",
            player.country,
            player.note,
        )
        for player in players
    ]


def test_everybody_is_added_in_the_order_of_the_file() -> None:
    header = f"{HEADER}\tCOUNTRY\tNOTE"
    reading = reading_of(
        "imke van der brink\t3D\tNorth  Hollybrook\tNew Zealand\tlate",
        "Ann Lee\t0k\tMillford\t\t",
        "Bo Lee\t12k\tNorth Hollybrook\t\t",
        header=header,
    )
    players = import_players(reading=reading, by=Actor())
    assert stored() == [
        ("Imke Van der Brink", "3d", "North Hollybrook", "New Zealand", "late"),
        ("Ann Lee", "0k", "Millford", "UK", ""),
        ("Bo Lee", "12k", "North Hollybrook", "UK", ""),
    ]
    assert players == list(Player.objects.order_by("number"))


def test_a_player_who_was_imported_has_every_field_of_one_who_was_typed() -> None:
    [imported] = import_players(reading=reading_of("Zoë Ångström\t3d\tHolly"), by=Actor())
    values = Player.objects.filter(pk=imported.pk).values()[0]
    imported.delete()
    typed = Player(name="Zoë Ångström", grade="3d", country="UK", club=Club.objects.get())
    typed.full_clean()
    typed.save()
    again = Player.objects.filter(pk=typed.pk).values()[0]
    assert values.pop("updated_at") <= again.pop("updated_at")
    assert values.pop("number") < again.pop("number")
    assert values == again


def test_a_club_is_made_once_and_taken_where_it_is() -> None:
    holly = Club.objects.create(name="Holly")
    import_players(
        reading=reading_of("Ann Lee\t1k\tMill", "Bo Lee\t1k\tHolly", "Cy Lee\t1k\tMill"), by=Actor()
    )
    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == ["Holly", "Mill"]
    assert Player.objects.get(given="Bo").club == holly


def test_a_club_keeps_its_case() -> None:
    import_players(reading=reading_of("Ann Lee\t1k\tholly", "Bo Lee\t1k\tHolly"), by=Actor())
    assert [club for _, _, club, _, _ in stored()] == ["holly", "Holly"]


def test_nobody_is_added_by_an_empty_file() -> None:
    assert import_players(reading=reading_of(), by=Actor()) == []
    assert Player.objects.count() == Club.objects.count() == 0


def test_importing_twice_adds_nobody_and_says_so() -> None:
    reading = register.read(GOOD)
    clara = import_players(reading=reading, by=Actor())[0]
    with pytest.raises(Faulty) as caught:
        import_players(reading=reading, by=Actor())
    assert str(refusal_sentence(caught.value)) == (
        'Line 2, NAME: "Clara Finch" is already in the register, with the number'
        f" {clara.number}; so is everybody else in the file. No players were imported."
    )
    assert Player.objects.count() == 2


def test_somebody_added_meanwhile_is_reported_and_nobody_is_added() -> None:
    reading = register.read(GOOD)
    hugo = Player.objects.create(given="hugo", family="tarrant")
    with pytest.raises(Faulty) as caught:
        import_players(reading=reading, by=Actor())
    assert (caught.value.problem.line, str(caught.value)) == (
        3,
        f'"Hugo Tarrant" is already in the register, with the number {hugo.number}.',
    )
    assert (Player.objects.count(), Club.objects.count()) == (1, 0)


def test_the_log_reports_everybody() -> None:
    user = User.objects.create_user("director")
    players = import_players(reading=register.read(GOOD), by=Actor(user, "a browser"))
    entries = RegisterEntry.objects.order_by("pk")
    assert [(entry.number, entry.action, entry.user, entry.device) for entry in entries] == [
        (player.number, "added", user, "a browser") for player in players
    ]


def test_the_watch_is_called_after_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 2)
    seen: list[int] = []
    reading = reading_of(*(f"{given} Lee\t1k\tHolly" for given in ("A", "B", "C", "D", "E")))
    import_players(reading=reading, by=Actor(), watch=seen.append)
    assert seen == [2, 4, 5]


def test_who_stops_between_two_steps_adds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 1)
    steps = import_in_steps(reading=register.read(GOOD), by=Actor())
    assert next(steps) == 1
    assert Player.objects.count() == 1
    steps.close()
    assert (Player.objects.count(), Club.objects.count(), RegisterEntry.objects.count()) == (
        0,
        0,
        0,
    )


def test_queries_do_not_grow_with_the_players() -> None:
    counts = []
    for family in ("Finch", "Lee"):
        givens = ["A"] if family == "Finch" else ["A", "B", "C"]
        reading = reading_of(*(f"{given} {family}\t1k\tHolly {family}" for given in givens))
        with CaptureQueriesContext(connection) as captured:
            import_players(reading=reading, by=Actor())
        counts.append(len(captured))
    assert counts[0] == counts[1]
