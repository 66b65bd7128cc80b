"""The last results as the first page shows them: winners and figures as texts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from clubscore.seats import seat_letters
from events.both.winners import LastResult, Winner
from events.common.views.figures import percentage, points
from events.models import Session


@dataclass(frozen=True, slots=True)
class WinnerRow:
    """A winner: the list that was won where there are several, the name, the figure."""

    list_name: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class ResultCard:
    """A finished event, and where its ranking and its desk are."""

    title: str
    date: date
    url: str
    desk: str
    is_published: bool
    winners: tuple[WinnerRow, ...]


def result_cards(results: Iterable[LastResult]) -> list[ResultCard]:
    """A card for each result."""
    return [
        ResultCard(
            str(each.event.title if isinstance(each.event, Session) else each.event.name),
            each.date,
            _url(each),
            each.event.get_absolute_url(),
            each.event.is_published,
            tuple(_row(winner, several=_several(each.winners)) for winner in each.winners),
        )
        for each in results
    ]


def _url(result: LastResult) -> str:
    if isinstance(result.event, Session):
        return reverse("events:ranking", args=[result.event.pk])
    return reverse("events:tournament-standings", args=[result.event.slug])


def _several(winners: Iterable[Winner]) -> bool:
    """Whether the sections are ranked separately."""
    return len({each.section for each in winners}) > 1


def _row(winner: Winner, *, several: bool) -> WinnerRow:
    section = winner.section if several else ""
    unit = percentage(winner.figure) + " %" if winner.is_percentage else points(winner.figure)
    figure = "" if winner.figure is None else unit
    return WinnerRow(f"{section} {seat_letters(winner.direction)}".strip(), winner.name, figure)
