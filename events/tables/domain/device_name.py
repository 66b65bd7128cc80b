"""How the log names a device of a table: ``Table A5, NS, device 2 (Safari on iPhone)``."""

import re
from dataclasses import dataclass
from typing import Final

_NAME: Final = re.compile(
    r"Table (?P<place>[A-Z]*[0-9]+)(?:, (?P<side>NS|EW|[NESW]))?, device (?P<number>[0-9]+)"
    r"(?: \((?P<browser>.+)\))?"
)


@dataclass(frozen=True, slots=True)
class DeviceName:
    """The table with its section, the side of a pair's phone, the number of the device there, and
    what browser it is."""

    place: str
    side: str
    number: int
    browser: str

    def __str__(self) -> str:
        side = f", {self.side}" if self.side else ""
        browser = f" ({self.browser})" if self.browser else ""
        return f"Table {self.place}{side}, device {self.number}{browser}"


def read_device_name(text: str) -> DeviceName | None:
    """The device that a log names; ``None`` for a browser of a director."""
    found = _NAME.fullmatch(text)
    if found is None:
        return None
    place, side, number, browser = found.groups(default="")
    return DeviceName(place, side, int(number), browser)
