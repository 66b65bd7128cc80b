"""The type of a tournament and its time control, as TRF26 encodes them, where their text is plain.

192  Individual: Swiss-System (Dutch)  →  FIDE_DUTCH
222  90 min + 30 s a move              →  5400+30
"""

import re

_DOUBLE = re.compile(r"double|two rounds", re.IGNORECASE)
_EVERYBODY = re.compile(r"round[ -]?robin|all[ -]?play[ -]?all|berger", re.IGNORECASE)
_SYSTEMS = ("dutch", "dubov", "burstein")
_TIME = re.compile(
    r"(?P<minutes>\d{1,3}) ?(?:'|’|\u2032|min(?:ute)?s?\.?|m)? ?"
    r"(?:\+ ?(?P<seconds>\d{1,3}) ?(?:\"|''|\u2033|s(?:ec(?:ond)?s?)?\.?)? ?)?"
    r"(?:(?:per|a|/) ?(?:move|player|game) ?)*",
    re.IGNORECASE | re.ASCII,
)
_UNIT = re.compile(r"['’\u2032+]|min|m\b", re.IGNORECASE)


def type_of_tournament(text: str) -> str:
    """The code of record 192 for a type in words, or nothing."""
    if _EVERYBODY.search(text):
        return f"FIDE_{'DOUBLE' if _DOUBLE.search(text) else ''}ROUNDROBIN"
    found = [system for system in _SYSTEMS if system in text.lower()]
    return f"FIDE_{found[0].upper()}" if len(found) == 1 else ""


def time_control(text: str) -> str:
    """The code of record 222, in seconds, for a time control in words, or nothing."""
    # One blank where there are many: a pattern for as many as there are would try them all.
    found = _TIME.fullmatch(" ".join(text.split()))
    if not found or not _UNIT.search(text):
        return ""
    increment = f"+{int(found['seconds'])}" if found["seconds"] else ""
    return f"{60 * int(found['minutes'])}{increment}"
