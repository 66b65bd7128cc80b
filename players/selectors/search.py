"""Finding players by a part of a name or a number, or by whole names."""

import difflib
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from clubscore.numbers import whole_number
from players.domain.folding import search_key
from players.domain.names import Name
from players.models import Player

MAX_SEARCH = 200
"""Characters that are looked for; a database takes neither thousands of words nor endless ones."""
SUGGESTED = 3
CANDIDATES = 300
LIKENESS = 0.6
"""How much alike two names are, at least, for one to be suggested; 1 where they are the same."""
MAX_WORDS, BEGINNING = 6, 3
"""How many words of a name are looked at, and how many letters of each."""
BATCH_SIZE = 5_000
"""How many names one query looks for; SQLite takes about 30,000 values in one."""


def search_players(text: str, *, limit: int = 12) -> QuerySet[Player]:
    """Players whose number in the register or in the club is ``text``, or whose name has every word
    of it as a part.

    Case and accents do not matter. In the order of family names.
    """
    players = Player.objects.select_related("club").filter(deleted_at=None)
    if "\0" in text:
        # In no name; and PostgreSQL refuses to look for it.
        return players.none()
    if text.strip().isdecimal():
        number = whole_number(text)
        own = Q(club_number=text.strip()[:MAX_SEARCH])
        return players.filter(own if number is None else own | Q(number=number))[:limit]
    return players.filter(has_words(text))[:limit]


def has_words(text: str) -> Q:
    """That a name has every word of a text: no name has more letters than are looked at."""
    found = Q()
    for word in search_key(text[:MAX_SEARCH]).split():
        found &= Q(search_text__contains=word)
    return found


def similar_names(name: Name) -> list[str]:
    """Names of the register that are like one that it does not have, the nearest first."""
    words = search_key(str(name)[:MAX_SEARCH]).split()
    # Whoever mistypes a name rarely mistypes all its words, nor the beginning of each.
    alike = Q(pk__in=[])
    for word in words[:MAX_WORDS]:
        alike |= Q(search_text__contains=word[:BEGINNING])
    players = Player.objects.filter(alike)[:CANDIDATES]
    names = {search_key(str(player)): str(player) for player in players}
    near = difflib.get_close_matches(" ".join(words), names, n=SUGGESTED, cutoff=LIKENESS)
    return [names[each] for each in near]


def players_by_key(keys: Iterable[str], *, lock: bool = False) -> dict[str, Player]:
    """The players of these name keys (:attr:`players.domain.names.Name.key`), by key.

    With ``lock`` nobody merges or deletes them until the transaction ends.
    """
    players = Player.objects.filter(name_key__in=set(keys))
    if lock:
        # Not the key: rows that refer to these players may be added meanwhile. In one order, so
        # that two directors never wait for each other.
        players = players.select_for_update(no_key=True).order_by("pk")
    return {player.name_key: player for player in players}


def players_by_name(names: Iterable[Name]) -> dict[str, Player]:
    """The players of these names by name key: spelled exactly so, else the one whose name differs
    in accents, blanks, hyphens or apostrophes alone. In one query."""
    wanted = {name.key: name.match_key for name in names}
    alike: dict[str, dict[str, Player]] = {}
    for player in Player.objects.filter(match_key__in=set(wanted.values())).order_by("pk"):
        alike.setdefault(player.match_key, {})[player.name_key] = player
    found: dict[str, Player] = {}
    for key, match in wanted.items():
        same = alike.get(match, {})
        # Of two who are spelled alike nobody can tell which it is.
        if key in same or len(same) == 1:
            found[key] = same.get(key) or next(iter(same.values()))
    return found


def players_by_number(numbers: Iterable[int], *, lock: bool = False) -> dict[int, Player]:
    """The players of these numbers; with ``lock`` as in :func:`players_by_key`."""
    # Not by a join: PostgreSQL finds no club where a player whose lock was waited for has another.
    players = Player.everybody.prefetch_related("club").filter(pk__in=list(numbers))
    if lock:
        players = players.select_for_update(no_key=True).order_by("pk")
    return {player.pk: player for player in players}


def numbers_by_key(keys: Iterable[str]) -> dict[str, int]:
    """The numbers of the players of these name keys, by key; for any number of keys."""
    wanted = list(keys)
    numbers: dict[str, int] = {}
    for start in range(0, len(wanted), BATCH_SIZE):
        found = Player.objects.filter(name_key__in=wanted[start : start + BATCH_SIZE])
        numbers |= found.values_list("name_key", "number")
    return numbers
