import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import ContestantPlayer, Entry
from players.models import FormerNumber, Player, RegisterEntry
from players.services.merging import CHOICES, merge_players
from tests.events.factories import DirectorFactory
from tests.events.tournaments.cups import entry, tournament
from tests.players.people import PRIVATE, contestants_of, play, player

pytestmark = pytest.mark.django_db


def merge(kept: Player, merged: Player, *take: str) -> Player:
    return merge_players(kept=kept.pk, merged=merged.pk, take=take, by=Actor())


def test_every_result_is_kept() -> None:
    clara, double = player("Clara Finch"), player("Clara Fynch")
    play("Clara Finch", "Hugo Tarrant", day=5)
    play("Clara Fynch", "Hugo Tarrant", day=6)
    cup = tournament(2)
    Entry.objects.filter(pk=entry(cup, 1).pk).update(player=double)
    contestants = sorted(contestants_of(clara) + contestants_of(double))
    merge(clara, double)
    assert sorted(contestants_of(clara)) == contestants
    assert entry(cup, 1).player == clara
    assert not Player.objects.filter(given="Clara", family="Fynch").exists()


def test_the_other_number_leads_to_the_kept_one() -> None:
    one, two, three = (player(f"{name} Finch") for name in ("Ada", "Bo", "Cy"))
    merge(two, three)
    merge(one, two)
    assert dict(FormerNumber.objects.values_list("number", "player")) == {
        two.pk: one.pk,
        three.pk: one.pk,
    }


def test_values_are_taken_from_the_chosen_record() -> None:
    kept = player("Clara Finch", club="Hollybrook", grade="3d", country="UK")
    merged = player("Clara Ann Tarrant", club="Westmere", grade="2d", fide_number="12", **PRIVATE)
    merge(kept, merged, "name", "club", "fide_number", "email")
    found = Player.objects.get()
    assert (str(found), str(found.club), found.grade) == ("Clara Ann Tarrant", "Westmere", "3d")
    assert (found.fide_number, found.email, found.note) == ("12", PRIVATE["email"], "")
    assert (found.name_key, found.sort_key) == ("clara ann tarrant", "tarrant clara ann")


def test_everything_can_be_taken() -> None:
    kept = player("Clara Finch")
    merged = player(
        "Clara Tarrant", club="Westmere", grade="2d", country="France", initials_only=True,
        fide_number="12", **PRIVATE,
    )  # fmt: skip
    merge(kept, merged, *CHOICES)
    found = Player.objects.get()
    assert {field: getattr(found, field) for field in PRIVATE} == PRIVATE
    assert (found.pk, str(found), str(found.club)) == (kept.pk, "Clara Tarrant", "Westmere")
    assert (found.grade, found.country, found.initials_only) == ("2d", "France", True)


def test_the_log_says_who_and_what_both_were() -> None:
    kept = player("Clara Finch", grade="3d")
    merged = player("Clara Fynch", email="clara@example.org", country="France")
    director = DirectorFactory()
    merge_players(kept=kept.pk, merged=merged.pk, take=["email"], by=Actor(director))
    entries = RegisterEntry.objects.order_by("pk").values_list(
        "number", "other", "user", "action", "before", "after"
    )
    assert list(entries) == [
        (
            kept.pk,
            merged.pk,
            director.pk,
            "kept",
            {"name": "Clara Finch", "given": "Clara", "family": "Finch", "grade": "3d"},
            {"email": "clara@example.org"},
        ),
        (
            merged.pk,
            kept.pk,
            director.pk,
            "merged",
            {
                "name": "Clara Fynch",
                "given": "Clara",
                "family": "Fynch",
                "country": "France",
                "email": "clara@example.org",
            },
            {},
        ),
    ]


@pytest.mark.parametrize(
    ("evenings", "sentence"),
    [
        (
            1,
            "Clara Finch and Hugo Tarrant both take part in “Evening 1 (2026-03-01)”. So they are "
            "two people, or a name is wrong there: correct that first.",
        ),
        (
            6,
            "Clara Finch and Hugo Tarrant both take part in 6 events: “Evening 6 (2026-03-06)”,"
            " “Evening 5 (2026-03-05)”, “Evening 4 (2026-03-04)”, “Evening 3 (2026-03-03)”,"
            " “Evening 2 (2026-03-02)”, and others. So they are two people, or names are wrong"
            " there: correct that first.",
        ),
    ],
)
def test_who_played_in_one_session_is_not_merged(evenings: int, sentence: str) -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    for day in range(1, evenings + 1):
        play("Clara Finch", "Hugo Tarrant", title=f"Evening {day}", day=day)
    with pytest.raises(Refused) as refused:
        merge(clara, hugo)
    assert str(refused.value) == sentence
    assert ContestantPlayer.objects.filter(player=hugo).count() == evenings
    assert (Player.objects.count(), RegisterEntry.objects.count()) == (2, 0)


def test_who_entered_one_tournament_is_not_merged() -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    cup = tournament(2)
    for number, each in ((1, clara), (2, hugo)):
        Entry.objects.filter(pk=entry(cup, number).pk).update(player=each)
    with pytest.raises(Refused, match="both take part in “Spring cup”"):
        merge(clara, hugo)


def test_one_record_is_not_merged_with_itself() -> None:
    clara = player("Clara Finch")
    with pytest.raises(Refused, match="These are the same record"):
        merge(clara, clara)


@pytest.mark.parametrize("gone", ["kept", "merged"])
def test_a_record_that_is_gone_is_named(gone: str) -> None:
    numbers = {"kept": player("Clara Finch").pk, "merged": player("Hugo Tarrant").pk, gone: 999}
    with pytest.raises(Refused, match="There is no player 999 in the register"):
        merge_players(**numbers, take=(), by=Actor())


def test_values_that_are_no_record_are_refused_and_nothing_is_done() -> None:
    kept, merged = player("Clara Finch"), player("Clara Fynch")
    Player.objects.filter(pk=merged.pk).update(name="Clara\tFynch")
    play("Clara Finch")
    with pytest.raises(Refused, match="Nothing was merged"):
        merge(kept, merged, "name")
    assert (Player.objects.count(), FormerNumber.objects.count()) == (2, 0)


def test_pages_with_the_name_are_made_again() -> None:
    kept, merged = player("Clara Finch"), player("Clara Fynch")
    before = Player.objects.latest("updated_at").updated_at
    merge(kept, merged)
    assert Player.objects.get().updated_at > before
