"""Every address of clubscore that can be opened, found in its list of addresses and filled in."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

Values = Mapping[str, Mapping[str, object]]
"""By the beginning of an address, what stands for its parts."""

LEFT_OUT = re.compile(
    # Files of a whole register, leaving, and addresses of one use; nothing else.
    r"^(language/|logout/|players/export/|players/own/|admin/(jsi18n|login|logout|password_change)"
    r"|admin/autocomplete|admin/r/|backups/)"
)
_PART = re.compile(r"<(?:\w+:)?(\w+)>")


def paths(values: Values) -> list[str]:
    """The addresses of which every part has a value, in the order of the list."""
    from django.urls import get_resolver

    found = []
    for pattern in dict.fromkeys(_patterns(get_resolver().url_patterns)):
        names = _PART.findall(pattern)
        given = next((value for start, value in values.items() if pattern.startswith(start)), {})
        if set(names) <= given.keys() and not LEFT_OUT.match(pattern):
            found.append(_filled(pattern, given))
    return found


def _filled(pattern: str, given: Mapping[str, object]) -> str:
    return _PART.sub(lambda part: str(given[part[1]]), pattern)


def _patterns(entries: list[Any], before: str = "") -> Iterator[str]:
    for entry in entries:
        pattern = before + str(entry.pattern)
        if hasattr(entry, "url_patterns"):
            yield from _patterns(entry.url_patterns, pattern)
        elif "(?P" not in pattern and "^" not in pattern:
            yield pattern.replace("\\Z", "")


def admin_values() -> dict[str, dict[str, object]]:
    """The first object of each model, for its pages in the admin."""
    from django.apps import apps

    return {
        f"admin/{model._meta.app_label}/{model._meta.model_name}/": {"object_id": first}
        for model in apps.get_models()
        if (first := model._default_manager.order_by("pk").values_list("pk", flat=True).first())
    }


def values_of(session: int, tournament: str = "", *, player: int) -> dict[str, dict[str, object]]:
    """What stands in the addresses of the pages of a session, a tournament (its slug) and a player
    of the register; the session has a line, and its section a movement."""
    from events.models import Contestant, Entry, TravellerLine

    line = TravellerLine.objects.filter(section__session=session).order_by("pk")[0]
    contestant = Contestant.objects.filter(section=line.section).order_by("pk")[0]
    of_session = {
        "session_id": session,
        "board": line.board,
        "line_id": line.pk,
        "contestant_id": contestant.pk,
        "section_id": line.section_id,
        "side": "ns",
        "letter": line.section.letter,
        "round_number": 1,
        "table": 1,
        "kind": "slips",
        "per_page": 4,
        "name": "ranking",
    }
    values: dict[str, dict[str, object]] = {
        "sessions/": of_session,
        "api/v1/sessions/": {
            "session_id": session,
            "board": line.board,
            "code": f"{line.section.letter}{contestant.direction}{contestant.number}",
        },
        "players/": {"number": player, "kind": "members.csv"},
        "movements/": {"movement_id": line.section.movement_id},
    }
    if tournament:
        entry = Entry.objects.filter(tournament__slug=tournament).order_by("pk")[0]
        values["tournaments/"] = {"slug": tournament, "number": 9, "through": 9} | {
            "entry_id": entry.pk,
            "name": "standings",
        }
    return values | {"": {}}
