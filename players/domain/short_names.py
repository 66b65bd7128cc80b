"""Names where there is little room, such as a traveller: the family name, and as much more as
tells people apart.

``Van der Berg``; two Smiths are ``J. Smith`` and ``K. Smith``, two J. Smiths ``John Smith`` and
``Jane Smith``.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from players.domain.name_parts import is_title
from players.domain.names import Name


def short_names(names: Sequence[Name]) -> list[str]:
    """The short name of each, unlike that of everybody else among them."""
    people = {name.key: name for name in names}
    short: dict[str, str] = {}
    remaining = list(people.values())
    for write in (_surname, _with_initial, _with_initials, _with_given):
        written = [(name, write(name)) for name in remaining]
        count = Counter(text.casefold() for _, text in written)
        short |= {name.key: text for name, text in written if count[text.casefold()] == 1}
        remaining = [name for name, text in written if count[text.casefold()] > 1]
    short |= {name.key: str(name) for name in remaining}
    _tell_apart(short, people)
    return [short[name.key] for name in names]


def _tell_apart(short: dict[str, str], people: dict[str, Name]) -> None:
    """Write whole names where a short one is another's, shortened otherwise."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for key, text in short.items():
        alike[text.casefold()].append(key)
    for keys in alike.values():
        if len(keys) > 1:
            short |= {key: str(people[key]) for key in keys}


def _surname(name: Name) -> str:
    return name.surname[:1].upper() + name.surname[1:]


def _with_initial(name: Name) -> str:
    return _joined(name, _initials, slice(1))


def _with_initials(name: Name) -> str:
    return _joined(name, _initials, slice(None))


def _with_given(name: Name) -> str:
    return _joined(name, str.split, slice(None))


def _joined(name: Name, split: Callable[[str], Iterable[str]], which: slice) -> str:
    words = list(split(name.forenames))[which]
    return " ".join((*words, name.surname)) if words else _surname(name)


def _initials(given: str) -> list[str]:
    """Titles as they are, and the first letter of every other word."""
    return [
        word if is_title(word) or "." in word else f"{word[:1].upper()}." for word in given.split()
    ]
