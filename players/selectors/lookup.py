"""Finding players in federations' lists by the beginning of a name, or of words of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from operator import and_
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

from clubscore.jobs.queue import UNDER_WAY, jobs_on
from clubscore.models import Job
from players.domain.characters import search_key
from players.models import BytesOrder, LookupList, LookupPlayer, LookupUpload, Player

MIN_LETTERS: Final = 2
CODE_LENGTH: Final = 3
"""Letters of a federation's code."""
MAX_TYPED: Final = 100
MAX_WORDS: Final = 4
"""How many words of what is typed count; a name has hardly more."""
_LAST: Final = "\U0010ffff"
"""A character that comes after every letter."""


def current_lists() -> QuerySet[LookupList]:
    """The lists that serve, by name."""
    return LookupList.objects.filter(is_current=True)


def look_up(text: str, *, limit: int = 12) -> list[LookupPlayer]:
    """Players of whose names or numbers the typed words are beginnings, in any order.

    One of the words has to begin the family name or the given name. Fewer than two letters find
    nobody. In the order of names, those first whose name begins as typed.
    """
    words = _words(text)
    # List by list, for of one list the players come out of the index in their order.
    lists = list(current_lists()) if words else []
    lookup_players: dict[int, LookupPlayer] = {}
    for column, beginning, others in _ways(words):
        for lookup_list in lists:
            if len(lookup_players) < limit:
                lookup_players |= _beginning(
                    lookup_list, column, beginning, others, limit - len(lookup_players)
                )
    return list(lookup_players.values())


def _beginning(
    listing: LookupList, column: str, beginning: str, others: Q, limit: int
) -> dict[int, LookupPlayer]:
    """The first players of a list whose text in a column begins so, by their keys."""
    rows = LookupPlayer.objects.filter(list=listing).alias(order=BytesOrder(column))
    rows = rows.filter(others, order__gte=beginning, order__lt=beginning + _LAST)
    lookup_players: dict[int, LookupPlayer] = {
        row.pk: row for row in rows.order_by("order")[:limit]
    }
    for row in lookup_players.values():
        row.list = listing
    return lookup_players


def listed_player(pk: int) -> LookupPlayer | None:
    """A player of a list that serves, or ``None``."""
    return LookupPlayer.objects.filter(list__is_current=True, pk=pk).select_related("list").first()


def list_to_compare(text: str) -> LookupList | None:
    """The list of this id, or else the one that was loaded last; ``None`` without one."""
    lists = list(current_lists().order_by("-changed_at", "-pk"))
    return next((each for each in lists if str(each.pk) == text), lists[0] if lists else None)


def listed_by_number(listing: LookupList, numbers: Iterable[str]) -> dict[str, LookupPlayer]:
    """The players of a list who have one of the numbers."""
    wanted = sorted({number for number in numbers if number})
    found: dict[str, LookupPlayer] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        # By the bytes of the number, as its index has them.
        rows = LookupPlayer.objects.filter(list=listing).alias(order=BytesOrder("number"))
        rows = rows.filter(order__in=wanted[start : start + _AT_ONCE])
        found |= {row.number: row for row in rows}
    return found


_AT_ONCE: Final = 500
"""Numbers in one query."""


def loaded_list(pk: object) -> LookupList | None:
    """A list by its key."""
    return current_lists().filter(pk=pk).first() if isinstance(pk, int) else None


def upload_under_way(pk: int) -> tuple[LookupUpload | None, Job | None]:
    """A file that is loaded, as long as it is there, and its job."""
    return LookupUpload.objects.filter(pk=pk).first(), jobs_on(LOADING, [pk]).first()


def uploads_under_way() -> list[LookupUpload]:
    """The files that are being loaded now."""
    found = Job.objects.filter(kind=LOADING, state__in=UNDER_WAY).values_list("subject", flat=True)
    return list(LookupUpload.objects.filter(pk__in=[int(pk) for pk in found]).order_by("pk"))


LOADING: Final = "list"
"""The kind of the jobs that load files; their subjects are the keys of the files."""


def known_player(listed: LookupPlayer) -> Player | None:
    """The player of the register who has the number of a listed one."""
    return Player.objects.filter(**{listed.list.kind: listed.number}).first()


def register_facts(listed: LookupPlayer) -> dict[str, Any]:
    """What a list says of a player, as far as the register takes it."""
    return valid_values(Player, {listed.list.kind: listed.number} | common_facts(listed))


def common_facts(listed: LookupPlayer) -> dict[str, Any]:
    """What a list says of a player beside the number, by the names of the register's fields."""
    # A code of two letters is a country's, as the EGD has them.
    area = "federation" if len(listed.federation) == CODE_LENGTH else "country"
    return {
        "title": listed.title,
        "rating": listed.rating,
        "rapid": listed.rapid,
        "blitz": listed.blitz,
        area: listed.federation,
        "born": listed.born,
        "grade": listed.grade,
        "gender": listed.gender,
    }


def valid_values(model: type[Model], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not empty and that the fields of a model take."""
    valid = {}
    for name, value in values.items():
        with suppress(ValidationError):
            if value not in ("", None):
                valid[name] = model._meta.get_field(name).clean(value, None)  # type: ignore[union-attr]
    return valid


def _words(text: str) -> list[str]:
    folded = search_key(text[:MAX_TYPED].replace("\0", "").replace(",", " "))
    words = folded.split()[:MAX_WORDS]
    return words if len("".join(words)) >= MIN_LETTERS else []


def _ways(words: Sequence[str]) -> Iterator[tuple[str, str, Q]]:
    """What is looked for, one after the other: a column, how it begins, and what else is true."""
    if not words:
        return
    phrase = " ".join(words)
    if phrase[:1].isdecimal():
        yield "number", phrase, Q()
        return
    for column in ("family_key", "given_key"):
        yield column, phrase, Q()
    if len(words) > 1:
        # The longest word first, for the fewest names begin with it.
        for word in sorted(words, key=len, reverse=True):
            others = [Q(family_key__contains=f" {other}") for other in words if other != word]
            others_given = [Q(given_key__contains=f" {other}") for other in words if other != word]
            yield "family_key", word, reduce(and_, others, Q())
            yield "given_key", word, reduce(and_, others_given, Q())
