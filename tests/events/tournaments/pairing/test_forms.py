import pytest

from events.models import Tournament
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.forms import CHOICES, NAMES, ProposalForm

CHESS, GO, OTHER = (
    Tournament.Discipline.CHESS,
    Tournament.Discipline.GO,
    Tournament.Discipline.OTHER,
)


def test_every_choice_has_a_name():
    assert list(CHOICES) == list(NAMES)


@pytest.mark.parametrize(
    ("kind", "chosen"),
    [
        ("", "dutch"),
        ("Swiss-System (Dutch)", "dutch"),
        ("Round robin", "round-robin"),
        ("Double round robin", "double-round-robin"),
        ("Knockout", "knockout"),
    ],
)
def test_the_system_of_the_kind_is_chosen(kind, chosen):
    form = ProposalForm(tournament=Tournament(discipline=CHESS, kind=kind))

    assert form.fields["system"].initial == chosen


@pytest.mark.parametrize(
    ("discipline", "kind", "chosen"),
    [
        (GO, "McMahon", "mcmahon"),
        (GO, "Swiss", "go-swiss"),
        (GO, "", "go-swiss"),
        (OTHER, "Swiss", "round-robin"),
        (OTHER, "Scheveningen", "scheveningen"),
    ],
)
def test_every_game_has_its_systems(discipline, kind, chosen):
    tournament = Tournament(discipline=discipline, kind=kind)

    assert not ProposalForm({"system": "dutch"}, tournament=tournament).is_valid()
    assert ProposalForm(tournament=tournament).fields["system"].initial == chosen


@pytest.mark.parametrize("kind", ["Swiss", "", "Swiss-System (Dutch)"])
def test_acceleration_is_stored_with_the_tournament(kind):
    tournament = Tournament(discipline=CHESS, kind=kind, accelerated=True)

    assert ProposalForm(tournament=tournament).fields["system"].initial == "dutch-baku"


def test_the_choice():
    form = ProposalForm({"system": "dutch-baku"}, tournament=Tournament(discipline=CHESS))

    assert form.is_valid()
    assert (form.choice.system, form.choice.accelerated) == (System.DUTCH, True)
