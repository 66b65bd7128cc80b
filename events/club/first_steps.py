"""The first steps of a club, on its first page until they are done: its name, its members, a first
session or tournament, and the phones.
"""

from dataclasses import dataclass

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Session, TableEntrySettings, Tournament
from players.models import Player
from players.models.club import current_settings


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do once, where it is done, and whether it is done."""

    label: str
    note: str
    address: str
    is_done: bool


def first_steps() -> list[Step]:
    """All of them in their order; none once everything but the last, which not every club wants,
    is done."""
    club = current_settings()
    steps = [
        Step(
            _("Name your club"),
            _("It stands above every page and on every sheet."),
            reverse("players:settings"),
            bool(club.name),
        ),
        Step(
            _("Add your members"),
            _("Paste a list, or take the file of another program."),
            reverse("players:import"),
            _any(Player),
        ),
    ]
    if club.plays_bridge:
        steps.append(
            Step(
                _("Hold the first session"),
                _("How many pairs tonight? That finds the movement."),
                reverse("movements:choose"),
                _any(Session),
            )
        )
    else:
        steps.append(
            Step(
                _("Hold the first tournament"),
                _("Its name and the number of rounds are enough to begin."),
                reverse("events:new-tournament"),
                _any(Tournament),
            )
        )
    if all(step.is_done for step in steps):
        return []
    if club.plays_bridge:
        steps.append(
            Step(
                _("Open it to the phones"),
                _("Players type their own results: how it works, and what it needs."),
                reverse("help-guide", args=["tables"]),
                _any(TableEntrySettings),
            )
        )
    return steps


def _any(model: type[models.Model]) -> bool:
    return model._default_manager.exists()
