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
from enum import StrEnum
from typing import Any, Final, Self
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from clubscore.text.problems import Refused, gettext_noop

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


_ODD_JSON: Final = (AttributeError, RecursionError)


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
        except (LookupError, TypeError, ValueError, ArithmeticError, *_ODD_JSON) as error:
            if isinstance(error, Refused):
                raise
            raise Refused.because(
                "%(file)s is no list of files that this release can read. Choose another folder,"
                " or remove that file together with the site, and export all anew.",
                file=MANIFEST,
            ) from error


def _stored(name: str, data: Mapping[str, Any]) -> Stored:
    # What begins with a point is the club's own, such as .git and .htaccess.
    if re.search(r"[\x00-\x1f\x7f\\]|(?:^|/)(?:\.|/|$)", name):
        raise ValueError(name)
    size = data["size"]
    if type(size) is not int:
        raise TypeError(size)
    return Stored(str(data["sha256"]), size, str(data["unit"]))


class TargetKind(StrEnum):
    """How files come to where the site is read; the value begins an address of the kind."""

    FOLDER = "file"
    SFTP = "sftp"
    FTPS = "ftps"
    FTP = "ftp"
    WEBDAV = "https"
    PLAIN_WEBDAV = "http"


_OF_LOGIN: Final = "/~/"
"""How a folder begins that is the login's own, wherever the host has that."""

_NO_TARGET: Final = gettext_noop(
    "This is no place for the site. Write a folder as /path, or a host as"
    " sftp://name@host/folder/, ftps://…, ftp://… or https://name@host/folder/ (WebDAV)."
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where the site goes. ``str()`` is its address, such as ``sftp://anna@host/results/``; never
    with a password."""

    kind: TargetKind
    folder: str
    host: str = ""
    user: str = ""
    port: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """The target that an address or a path of this machine names. Raises :class:`Refused`,
        whose sentence repeats nothing: there may be a password in it."""
        text = text.strip()
        if not text or re.search(r"[\x00-\x1f\x7f]", text):
            raise Refused.because(_NO_TARGET)
        if text.startswith("/") or re.match(r"[A-Za-z]:[\\/]", text):
            return cls(TargetKind.FOLDER, text)
        try:
            parts = urlsplit(text)
            kind, port = TargetKind(parts.scheme), parts.port
            # As a name is looked up: what has no such form names no host.
            (parts.hostname or "").encode("idna")
        except ValueError:
            raise Refused.because(_NO_TARGET) from None
        if parts.password is not None:
            raise Refused.because(
                "A password does not belong into the address. Put it into a file, and name that:"
                " --password-file."
            )
        if parts.query or parts.fragment:
            raise Refused.because(_NO_TARGET)
        folder = unquote(parts.path) or "/"
        if re.search(r"[\x00-\x1f\x7f]", folder):
            raise Refused.because(_NO_TARGET)
        if kind == TargetKind.FOLDER:
            if parts.netloc not in {"", "localhost"} or folder == "/":
                raise Refused.because(_NO_TARGET)
            return cls(kind, re.sub(r"^/(?=[A-Za-z]:[\\/])", "", folder))
        if not parts.hostname:
            raise Refused.because(_NO_TARGET)
        return cls(kind, folder, parts.hostname, unquote(parts.username or ""), port)

    def __str__(self) -> str:
        folder = quote(self.folder, safe="/~:\\" if self.kind == TargetKind.FOLDER else "/~")
        if self.kind == TargetKind.FOLDER:
            return f"file://{'' if folder.startswith('/') else '/'}{folder}"
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port is None else f":{self.port}"
        return f"{self.kind}://{user}{host}{port}{folder}"

    @property
    def is_plain(self) -> bool:
        """Whether name and password can be read on the way."""
        return self.kind in {TargetKind.FTP, TargetKind.PLAIN_WEBDAV}

    @property
    def login(self) -> tuple[str, str, str, int | None]:
        """What a password belongs to."""
        return self.kind, self.user, self.host, self.port

    @property
    def is_of_login(self) -> bool:
        """Whether the folder is below the login's own, whose place the host knows."""
        return f"{self.folder}/".startswith(_OF_LOGIN)

    def path(self, name: str = "", home: str | None = None) -> str:
        """The place of a file at the host. One below the login's folder is relative to it, but for
        hosts where it has to be named, as ``home``."""
        folder = self.folder
        if self.is_of_login:
            below = folder[len(_OF_LOGIN) :].strip("/")
            if home is None:
                return "/".join(part for part in (below, name) if part) or "."
            folder = f"{home.rstrip('/')}/{below}"
        folder = folder.rstrip("/")
        return f"{folder}/{name}" if name else folder or "/"


FIRST_LEVEL: Final = (
    *("api", "calendar.ics", "feed.xml", "index.html", "past", "privacy", "search", "static"),
    "widget",
)
"""What every site has, whatever is published."""

LAST: Final = ("index.html", "feed.xml", "api/v1/sessions.json")
"""What leads to all the others: sent when they are there."""


@dataclass(frozen=True, slots=True)
class Sending:
    """What an upload has to do: the files in the order in which they are sent, and those to remove.
    ``interim`` is the manifest while it is under way: the files of before and after, without the
    hash of what is still to be sent."""

    new: Sequence[str]
    changed: Sequence[str]
    last: Sequence[str]
    removed: Sequence[str]
    unchanged: int
    interim: Manifest

    @property
    def sent(self) -> list[str]:
        """All that is sent, in order."""
        return [*self.new, *self.changed, *self.last]

    @property
    def is_empty(self) -> bool:
        """Whether every file is as it should be."""
        return not (self.sent or self.removed)


def refuse_other(there: Manifest, site: str) -> None:
    """Raise :class:`Refused` where ``there`` is the site of somebody else than ``site``."""
    if there.site != site:
        raise Refused.because(
            "The site of another club, or of another installation, is there already. Choose a"
            " folder of its own."
        )


def sending(site: Manifest, there: Manifest | None, confirmed: Mapping[str, str]) -> Sending:
    """What is to do where a host has ``there``, and has since confirmed files with these hashes.

    Raises :class:`Refused` for the site of somebody else.
    """
    if there:
        refuse_other(there, site.site)
    before = dict(there.files) if there else {}
    for name, digest in confirmed.items():
        known = site.files.get(name)
        if known and known.sha256 == digest:
            before[name] = known
    differing = [name for name, stored in site.files.items() if before.get(name) != stored]
    new = sorted(name for name in differing if name not in before and name not in LAST)
    changed = sorted(name for name in differing if name in before and name not in LAST)
    last = [name for name in LAST if name in differing]
    files = {**before, **site.files}
    for name in differing:
        files[name] = Stored("", site.files[name].size, site.files[name].unit)
    return Sending(
        new=new,
        changed=changed,
        last=last,
        removed=sorted(before.keys() - site.files.keys()),
        unchanged=len(site.files) - len(differing),
        interim=Manifest(
            site.site,
            site.program,
            {**(there.units if there else {}), **site.units},
            files,
            complete=False,
        ),
    )


def doubtful(names: Sequence[str], there: Manifest | None) -> dict[str, list[str]]:
    """The new files by the first part of their path that nothing of ours is in: where the host has
    that, they may be somebody else's. Without a manifest it is the first level of the site."""
    ours = {folder for name in (there.files if there else ()) for folder in _folders(name)}
    found: dict[str, list[str]] = {}
    for name in names:
        prefix = next((each for each in _folders(name) if each not in ours), name)
        found.setdefault(prefix if there else name.split("/")[0], []).append(name)
    return found


def _folders(name: str) -> list[str]:
    parts = name.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]
