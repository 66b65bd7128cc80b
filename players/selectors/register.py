"""The register as its list shows it: searched, filtered, sorted."""

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import OrderBy

from clubscore.numbers import whole_number
from players.models import FormerNumber, Player
from players.selectors.search import has_words

NONE = "none"
"""In place of a club or a grade: the players who have none."""

SORTS: dict[str, tuple[str, ...]] = {
    "name": ("sort_key",),
    "number": (),
    "club": ("club__name", "sort_key"),
    "grade": ("grade_order", "sort_key"),
    "rating": ("rating", "sort_key"),
    "title": ("title", "sort_key"),
    "federation": ("federation", "sort_key"),
    "country": ("country", "sort_key"),
}
"""The columns that the list can be sorted by; the number decides among equals."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which players: a part of the name or a number, a club's id or ``none``, a grade or
    ``none``; empty for all."""

    text: str = ""
    club: str = ""
    grade: str = ""

    @property
    def is_everybody(self) -> bool:
        return not (self.text.strip() or self.club or self.grade)


def wanted_players(
    wanted: Wanted, *, sort: str = "name", falling: bool = False
) -> QuerySet[Player]:
    """The players wanted, with their clubs, sorted by one of :data:`SORTS`."""
    players = Player.objects.select_related("club").filter(_matching(wanted.text), deleted_at=None)
    if wanted.club:
        players = players.filter(club=None if wanted.club == NONE else int(wanted.club))
    if wanted.grade:
        players = players.filter(grade="" if wanted.grade == NONE else wanted.grade)
    columns = (*SORTS[sort], "number")
    return players.order_by(*(_order(column, falling) for column in columns))


def grades_in_use() -> list[str]:
    """The grades that players have, the strongest first."""
    grades = Player.objects.exclude(grade="").order_by("grade_order", "grade")
    return list(grades.values_list("grade", flat=True).distinct())


def _matching(text: str) -> Q:
    """Who has the number ``text``, or every word of it in the name."""
    if "\0" in text:
        # In no name; and PostgreSQL refuses to look for it.
        return Q(pk__in=[])
    digits = text.strip()
    if digits.isascii() and digits.isdecimal():
        number = whole_number(digits)
        if number is None:
            return Q(pk__in=[])
        former = FormerNumber.objects.filter(number=number).values("player")
        return Q(number=number) | Q(fide_number=digits) | Q(pk__in=former)
    return has_words(text)


def _order(column: str, falling: bool) -> OrderBy:
    # The databases differ in where they put what is missing; where nothing can be, an index
    # serves only an order that does not say.
    nulls_last = True if "__" in column or column == "rating" else None
    return (
        F(column).desc(nulls_last=nulls_last) if falling else F(column).asc(nulls_last=nulls_last)
    )
