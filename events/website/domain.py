"""The site as files: which page is which file, which files are ours, what an export changes.

Knows no page, no template and no folder. Terms: *address* = path and query of a page of the program
(``/past/?season=2025``); *file* = its place in the site (``past/season-2025/index.html``);
*manifest* = the list of the site's files, ``clubscore-site.json`` in it; *unit* = what is made
together: ``session/2``, ``series/1``, ``tournament/cup``, and ``club``, all the rest. Source:
docs/site.md.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self
from urllib.parse import parse_qsl

from clubscore.text.problems import Refused

MANIFEST: Final = "clubscore-site.json"

FORMAT: Final = 1

CLUB: Final = "club"
"""The unit of all pages that belong to no single event; always made."""

MAX_NAME: Final = 120

_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.ASCII)

_ODD: Final = re.compile(r"[^a-z0-9._-]")

_UNIT: Final = re.compile(
    r"/(?:api/v1/)?(?P<kind>sessions|series|tournaments)/(?P<key>[^/.]+)(?:/|$)", re.ASCII
)

_KINDS: Final = {"sessions": "session", "series": "series", "tournaments": "tournament"}


class Clash(ValueError):
    """Two addresses with one file; ``str()`` names both."""


@dataclass(frozen=True, slots=True)
class Address:
    """A page of the program: its path, and the parameters that make another page of it, in the
    order of their table."""

    path: str
    query: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in self.query)
        return f"{self.path}?{query}" if query else self.path

    @property
    def unit(self) -> str:
        """The unit that the page is made with."""
        match = _UNIT.match(self.path)
        return f"{_KINDS[match['kind']]}/{match['key']}" if match else CLUB

    @property
    def file(self) -> str:
        """Its place in the site. A path that ends in ``/`` is a folder with ``index.html``; one of
        the API without an ending is a ``.json``."""
        segments = [_safe(segment) for segment in self.path.strip("/").split("/") if segment]
        variant = "-".join(f"{name}-{_cut(value)}" for name, value in self.query)
        if self.path.endswith("/"):
            return "/".join([*segments, *filter(None, [variant]), "index.html"])
        stem, dot, ending = segments[-1].rpartition(".")
        if not dot:
            stem, ending = segments[-1], "json"
        name = "-".join(filter(None, [stem, variant]))
        return "/".join([*segments[:-1], f"{name}.{ending}"])


def address(path: str, query: str, kept: Sequence[str]) -> Address:
    """The address of a link with the parameters that are ``kept``, in their order; the others are
    no pages of their own, nor is an empty value."""
    given = dict(parse_qsl(query))
    return Address(path, tuple((name, given[name]) for name in kept if _cut(given.get(name, ""))))


def _cut(value: str) -> str:
    return re.sub(r"[^a-z0-9]", "", value.lower())


def _safe(segment: str) -> str:
    """A segment that every file system takes, Windows too."""
    name = _ODD.sub("-", segment.lower())[:MAX_NAME].rstrip(".") or "-"
    reserved = _RESERVED.fullmatch(name)
    return f"{reserved[1]}_{reserved[2] or ''}" if reserved else name


@dataclass(slots=True)
class Places:
    """The file of every address, no two of them with one file, whatever the capitals."""

    _address: dict[str, Address] = field(default_factory=dict)

    def take(self, asked: Address) -> str:
        """The file of an address. Raises :class:`Clash` where it is another one's."""
        file = asked.file
        other = self._address.setdefault(file, asked)
        if other != asked:
            raise Clash(f"{other} and {asked} would both be {file}")
        return file


def relative(file: str, target: str) -> str:
    """The address of a file as a link in another one: ``../../ranking/index.html``."""
    here, there = file.split("/")[:-1], target.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    return "/".join([*[".."] * (len(here) - common), *there[common:]])


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of the site: the SHA-256 of its bytes, how many they are, and its unit. The hash of
    what an upload has still to send is empty."""

    sha256: str
    size: int
    unit: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which files are ours, by what they were made of. ``str()`` is its text: keys sorted, one file
    a line, no names of people and no times."""

    site: str
    program: str
    units: Mapping[str, str]
    files: Mapping[str, Stored]
    complete: bool = True

    def __str__(self) -> str:
        head = {
            "complete": self.complete,
            "format": FORMAT,
            "program": self.program,
            "site": self.site,
            "units": dict(sorted(self.units.items())),
        }
        lines = [
            f"{json.dumps(name)}: "
            + json.dumps({"sha256": each.sha256, "size": each.size, "unit": each.unit})
            for name, each in sorted(self.files.items())
        ]
        text = json.dumps(head, sort_keys=True)
        files = "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"
        # Between "complete" and "format", where the alphabet has it.
        at = text.index('"format"')
        return f'{text[:at]}"files": {files}, {text[at:]}\n'

    @classmethod
    def read(cls, text: str) -> Self:
        """The manifest of a text. Raises :class:`Refused` for what is damaged or newer."""
        try:
            data = json.loads(text)
            if data["format"] > FORMAT:
                raise Refused.because(
                    "The site in this folder was made by a newer release of clubscore, %(release)s."
                    " Update this one first.",
                    release=str(data.get("program", "?")),
                )
            files = {str(name): _stored(name, each) for name, each in data["files"].items()}
            units = {str(unit): str(stamp) for unit, stamp in data["units"].items()}
            return cls(
                str(data["site"]), str(data["program"]), units, files, data["complete"] is True
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, Refused):
                raise
            raise Refused.because(
                "%(file)s is no list of files that this release can read. Choose another folder,"
                " or remove that file together with the site, and export all anew.",
                file=MANIFEST,
            ) from error


def _stored(name: str, data: Mapping[str, Any]) -> Stored:
    if name.startswith("/") or "\\" in name or ".." in name.split("/"):
        raise ValueError(name)
    return Stored(str(data["sha256"]), int(data["size"]), str(data["unit"]))
