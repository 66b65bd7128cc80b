"""The settings of a go tournament that have no field of their own, as plain values to be stored.

Only what differs from the defaults is stored, so that better defaults reach old tournaments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Any, Final

from events.tournaments.domain.go.rules import Float, GoRules, GoSettings, GoWeights, Seeding

CODES: Final = {"MMS": "MMS", "SOS": "SOS", "SOSOS": "SOSOS", "SODOS": "SODOS"} | {
    "BH": "SOS",
    "SB": "SODOS",
}
"""The beginnings of OpenGotha\u2019s names of criteria by the codes of the tie-breaks."""

COLUMNS: Final = frozenset(
    {"rounds", "swiss", "bar", "floor", "mms_absent", "mms_bye", "komi"}
    | {"handicap_ceiling", "handicap_correction", "handicap_threshold"}
)
"""Settings that a tournament has fields for."""

_ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "upper_float": Float,
    "lower_float": Float,
    "first_seeding": Seeding,
    "later_seeding": Seeding,
}


def as_stored(rules: GoRules) -> dict[str, dict[str, Any]]:
    """What differs from the defaults, as plain values."""
    return {
        "settings": _differing(rules.settings, GoSettings()),
        "weights": _differing(rules.weights, GoWeights()),
    }


def from_stored(stored: Mapping[str, Mapping[str, Any]]) -> GoRules:
    """The rules of :func:`as_stored`; names that are not known are left out."""
    settings: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in _known(stored.get("settings", {}), GoSettings()).items()
    }
    weights: dict[str, Any] = {
        name: _ENUMS[name](value) if name in _ENUMS else value
        for name, value in _known(stored.get("weights", {}), GoWeights()).items()
    }
    return GoRules(GoSettings(**settings), GoWeights(**weights))


def criteria_of(codes: Sequence[str], *, swiss: bool) -> tuple[str, ...]:
    """OpenGotha\u2019s placement criteria for these tie-breaks; the score comes first."""
    letter = "W" if swiss else "M"
    named = [CODES[code] for code in codes if code in CODES]
    found = [name if name == "MMS" else f"{name}{letter}" for name in named]
    first = "NBW" if swiss else "MMS"
    return (first, *(name for name in found if name not in ("MMS", first)))


def codes_of(criteria: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of OpenGotha\u2019s placement criteria, as far as there are some."""
    names = {"MMS": "MMS"} | {
        f"{name}{letter}": name for name in ("SOS", "SOSOS", "SODOS") for letter in "MW"
    }
    return tuple(dict.fromkeys(names[each] for each in criteria if each in names))


def _differing(value: Any, usual: Any) -> dict[str, Any]:
    known = asdict(usual)
    return {
        name: list(each) if isinstance(each, tuple) else each
        for name, each in asdict(value).items()
        if name not in COLUMNS and each != known[name]
    }


def _known(stored: Mapping[str, Any], usual: Any) -> dict[str, Any]:
    names = {each.name for each in fields(usual)}
    return {name: value for name, value in stored.items() if name in names}
