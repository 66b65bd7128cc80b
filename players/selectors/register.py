"""The register as its list shows it: searched, filtered, sorted.

Finding players by a part of a name or a number, or by whole names.

The register as lists of members are compared with it.

Finding the player of a private link.
"""

import difflib
import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.db.models.expressions import OrderBy

from clubscore.text.numbers import whole_number
from players.domain.characters import search_key
from players.domain.members.matching import Matching, match
from players.domain.members.member import Known, Member
from players.domain.names import Name
from players.domain.personal import FACTS, RATINGS
from players.models import FormerNumber, Player, PrivateLink

NONE = "none"
"""Stands in place of a club or a grade for the players who have none."""

SORTS: dict[str, tuple[str, ...]] = {
    "name": ("sort_key",),
    "number": (),
    "club": ("club__name", "sort_key"),
    "grade": ("grade_order", "sort_key"),
    "rating": ("rating", "sort_key"),
    "rapid": ("rapid", "sort_key"),
    "blitz": ("blitz", "sort_key"),
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


def present_players() -> QuerySet[Player]:
    """The players of the register with their clubs."""
    return Player.objects.select_related("club")


def wanted_players(
    wanted: Wanted | None, *, sort: str = "name", falling: bool = False
) -> QuerySet[Player]:
    """The players wanted, with their clubs, sorted by one of :data:`SORTS`; nobody where
    it cannot be told who is wanted."""
    if wanted is None:
        return Player.objects.none()
    players = present_players().filter(_matching(wanted.text))
    if wanted.club:
        players = players.filter(club=None if wanted.club == NONE else int(wanted.club))
    if wanted.grade:
        players = players.filter(grade="" if wanted.grade == NONE else wanted.grade)
    columns = (*SORTS[sort], "number")
    return players.order_by(*(_order(column, falling) for column in columns))


def facts_held(wanted: Wanted | None) -> set[str]:
    """The facts that somebody has of the players wanted, of those that the list can show."""
    has = {
        "club": Q(club__isnull=False),
        **{rating: Q(**{f"{rating}__isnull": False}) for rating in RATINGS},
        **{fact: ~Q(**{fact: ""}) for fact in ("title", "grade", "federation", "country")},
    }
    found = wanted_players(wanted).aggregate(
        **{fact: Count("pk", filter=condition) for fact, condition in has.items()}
    )
    return {fact for fact, count in found.items() if count}


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
    nulls_last = True if "__" in column or column in RATINGS else None
    return (
        F(column).desc(nulls_last=nulls_last) if falling else F(column).asc(nulls_last=nulls_last)
    )


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
    of it as a part, also as it is printed: ``Ek, Li``.

    Case and accents do not matter. First who is called so by the whole family name, then whose
    words begin so, then the others; each in the order of family names.
    """
    players = present_players()
    if "\0" in text:
        # In no name; and PostgreSQL refuses to look for it.
        return players.none()
    if text.strip().isdecimal():
        number = whole_number(text)
        own = Q(club_number=text.strip()[:MAX_SEARCH])
        return players.filter(own if number is None else own | Q(number=number))[:limit]
    words = _words(text)
    typed = " ".join(words)
    is_family = Q(sort_key=typed) | Q(sort_key__startswith=f"{typed} ")
    begins = Q()
    for word in words:
        begins &= Q(search_text__startswith=word) | Q(search_text__contains=f" {word}")
    rank = Case(When(is_family, then=0), When(begins, then=1), default=2)
    found = players.filter(has_words(text))
    return found.order_by(rank, *Player._meta.ordering or ())[:limit]


def _words(text: str) -> list[str]:
    return search_key(text[:MAX_SEARCH].replace(",", " ")).split()


def has_words(text: str) -> Q:
    """The condition that a name has every word of a text; no name has more letters than are
    compared."""
    words = Q()
    for word in _words(text):
        words &= Q(search_text__contains=word)
    return words


def similar_names(name: Name) -> list[str]:
    """Names of the register that may be meant by one that it does not have: those that have all its
    words as parts, then those that are like it, the nearest first."""
    words = search_key(str(name)[:MAX_SEARCH]).split()
    # Whoever mistypes a name rarely mistypes all its words, nor the beginning of each.
    has_part = Q(pk__in=[])
    for word in words[:MAX_WORDS]:
        has_part |= Q(search_text__contains=word[:BEGINNING])
    players = list(Player.objects.filter(has_part)[:CANDIDATES])
    fitting = [str(each) for each in players if all(word in each.search_text for word in words)]
    names = {search_key(str(player)): str(player) for player in players}
    near = difflib.get_close_matches(" ".join(words), names, n=SUGGESTED, cutoff=LIKENESS)
    alike = [names[close_match] for close_match in near]
    return list(dict.fromkeys([*fitting, *alike]))[:SUGGESTED]


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


def players_by_national_number(numbers: Collection[str]) -> dict[str, Player]:
    """The players who have these national numbers, by number."""
    if not numbers:
        return {}
    players = Player.objects.filter(national_number__in=numbers)
    return {player.national_number: player for player in players}


def national_numbers_of(players: Collection[int]) -> dict[int, str]:
    """The national numbers of these players, of whom all may read the name."""
    known = Player.objects.filter(pk__in=players, initials_only=False).exclude(national_number="")
    return dict(known.values_list("pk", "national_number"))


def ratings_of(players: Collection[int]) -> dict[int, int]:
    """The ratings of those of these players who have one."""
    known = Player.everybody.filter(pk__in=players).order_by().values_list("pk", "rating")
    return {pk: rating for pk, rating in known if rating is not None}


def players_by_name(names: Iterable[Name]) -> dict[str, Player]:
    """The players of these names by name key: spelled exactly so, else the one whose name differs
    in accents, blanks, hyphens or apostrophes alone. In one query."""
    wanted = {name.key: name.match_key for name in names}
    alike: dict[str, dict[str, Player]] = {}
    for player in Player.objects.filter(match_key__in=set(wanted.values())).order_by("pk"):
        alike.setdefault(player.match_key, {})[player.name_key] = player
    players: dict[str, Player] = {}
    for key, spelling in wanted.items():
        same = alike.get(spelling, {})
        # Of two who are spelled alike nobody can tell which it is.
        if key in same or len(same) == 1:
            players[key] = same.get(key) or next(iter(same.values()))
    return players


def player_of_number(number: int) -> Player | None:
    """Whoever has this number, a guest too, with the club; ``None`` where nobody has it."""
    return Player.everybody.select_related("club").filter(pk=number).first()


def registered_player(number: int) -> Player | None:
    """The player of the register with this number, with the club; ``None`` for any other."""
    return Player.objects.select_related("club").filter(pk=number).first()


def registered_players(numbers: Collection[int]) -> QuerySet[Player]:
    """The players of the register with these numbers, in the order of the list."""
    return Player.objects.filter(pk__in=numbers)


def players_named(text: str) -> QuerySet[Player]:
    """The players of the register whose whole name is a text, whatever its case and blanks."""
    if "\0" in text:
        return Player.objects.none()
    return Player.objects.filter(name_key=" ".join(text.casefold().split()))


def namesake_of(player: Player) -> Player | None:
    """Another player of the register who has the same name, with the club."""
    others = Player.objects.select_related("club").exclude(pk=player.pk)
    return others.filter(name_key=player.name_key).first()


def guests() -> QuerySet[Player]:
    """Those who took part in one event only, and are not in the register."""
    return Player.everybody.filter(is_guest=True)


def players_in_bin() -> QuerySet[Player]:
    """Those deleted who can be brought back, the last one first."""
    gone = Player.everybody.filter(deleted_at__isnull=False, erased_at=None)
    return gone.order_by("-deleted_at", "-pk")


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
        players = Player.objects.filter(name_key__in=wanted[start : start + BATCH_SIZE])
        numbers |= players.values_list("name_key", "number")
    return numbers


_NAME = ("name", "given", "particle", "family")


def known_players() -> Iterator[Known]:
    """All players of the register as texts, in one query."""
    facts = ["club__name" if fact == "club" else fact for fact in FACTS]
    rows = Player.objects.order_by("pk").values_list("pk", *_NAME, *facts)
    for number, name, given, particle, family, *values in rows.iterator():
        known = {fact: text_of(value) for fact, value in zip(FACTS, values, strict=True) if value}
        yield Known(number, Name(name, given, particle, family), known)


def match_members(members: tuple[Member, ...]) -> Matching:
    """The members of a list against the register as it is now."""
    return match(members, known_players())


def text_of(value: object) -> str:
    """A fact as lists have it."""
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)


def hash_of(token: str) -> str:
    """What is stored of a token. It is long and random, so that one round of hashing is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of_token(token: str) -> Player | None:
    """The player whose link has this token; ``None`` for any other text."""
    links = PrivateLink.objects.select_related("player__club").filter(player__deleted_at=None)
    link = links.filter(token_hash=hash_of(token)).first()
    return link.player if link else None


def private_link_of(player: Player) -> PrivateLink | None:
    """The link that leads to a player's page."""
    return player.private_links.select_related("created_by").first()
