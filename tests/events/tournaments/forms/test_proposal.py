import pytest

from events.models import Tournament
from events.tournaments.domain.pairing.proposal import System
from events.tournaments.forms.proposal import CHOICES, NAMES, Choice, ProposalForm

CHESS, GO = Tournament.Discipline.CHESS, Tournament.Discipline.GO


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


def test_dutch_is_for_chess():
    form = ProposalForm({"system": "dutch"}, tournament=Tournament(discipline=GO))

    assert not form.is_valid()
    assert ProposalForm(tournament=Tournament(discipline=GO)).fields["system"].initial == (
        "round-robin"
    )


def test_the_choice():
    form = ProposalForm({"system": "dutch-baku"}, tournament=Tournament(discipline=CHESS))

    assert form.is_valid()
    assert form.choice == Choice(System.DUTCH, accelerated=True)
