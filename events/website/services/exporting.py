"""Making the club's site: what is new is made, what is as it was stays, what is gone goes.

Everything is made before anything is written, so a page that cannot be made costs nothing. Whatever
an export that was killed has left, the next one puts right. Source: docs/site.md.
"""

import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils import translation

import clubscore
from clubscore.files.locks import lock, replace
from clubscore.server.starting import collect_static
from clubscore.text.problems import Refused
from clubscore.web.static_files import HashedStaticFilesStorage
from events.models import ClubSite
from events.website.domain import CLUB, MANIFEST, Manifest, Stored
from events.website.selectors import site_settings
from events.website.services.links import DeadLink
from events.website.services.rendering import Site, Visitor, host_allowed, with_what_styles_load
from events.website.services.stamps import unit_stamps

ATTEMPTS: Final = 3
"""How often pages are made again because the club changed something meanwhile."""

_STATIC: Final = re.compile(rb"""["'(](?:\.\./)*static/([^"')#?]+)""")

_PART: Final = ".part"


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export did: ``files`` and the rest never count the manifest. ``rendered`` is how many
    pages were asked for."""

    folder: Path
    files: int
    size: int
    written: Sequence[str]
    removed: Sequence[str]
    unchanged: int
    rendered: int
    manifest: Manifest

    def of(self, kind: str) -> int:
        """How many events of a kind the site has."""
        return sum(unit.startswith(f"{kind}/") for unit in self.manifest.units)


@dataclass(slots=True)
class Made:
    """The files of the site: those that were made, in ``folder``, and those that stay."""

    folder: Path
    files: dict[str, Stored] = field(default_factory=dict)
    new: dict[str, Path] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    rendered: int = 0

    def put(self, file: str, content: bytes, unit: str) -> None:
        """Keep a file that was made."""
        path = self.folder / f"{len(self.new)}"
        path.write_bytes(content)
        self.take(file, path, content, unit)

    def take(self, file: str, path: Path, content: bytes, unit: str) -> None:
        """Keep a file that lies somewhere else already."""
        self.files[file] = Stored(sha256(content).hexdigest(), len(content), unit)
        self.new[file] = path


def export_site(
    *,
    folder: Path,
    address: str | None = None,
    only: Sequence[str] = (),
    everything: bool = False,
    between: Callable[[], None] = lambda: None,
) -> Exported:
    """Make the site in a folder, or bring it up to date; with ``everything`` no page is taken to be
    as it was, with ``only`` the events of these units are made and the others stay. ``between`` is
    called before each page.

    Raises :class:`Refused` for a folder that is not ours, and for pages that cannot be made.
    """
    with _of_the_folder(folder) as before, tempfile.TemporaryDirectory() as draft:
        made = make_site(
            folder,
            before,
            Path(draft),
            address=address,
            only=only,
            everything=everything,
            between=between,
        )
        _refuse_foreign(folder, before, made)
        return _write(folder, before, made)


def site_changes(
    *, folder: Path, address: str | None = None
) -> tuple[Manifest | None, Mapping[str, Stored]]:
    """What is in the site of a folder, and what an export would put there; nothing is written."""
    with _of_the_folder(folder) as before, tempfile.TemporaryDirectory() as draft:
        made = make_site(folder, before, Path(draft), address=address)
        return before, made.files


def checked_address(text: str) -> str:
    """An address of the site as it is stored: it ends with ``/``. Raises :class:`Refused`."""
    parts = urlsplit(text.strip())
    is_good = parts.scheme in {"http", "https"} and parts.hostname and not parts.query
    if not is_good or parts.fragment or parts.username:
        raise Refused.because(
            "“%(address)s” is no address of a site. It begins with https:// or http:// and has no"
            " question mark, such as https://club.example/results/.",
            address=text,
        )
    return text.strip().rstrip("/") + "/"


@contextmanager
def _of_the_folder(folder: Path) -> Iterator[Manifest | None]:
    """The manifest of a folder, which is ours alone meanwhile."""
    if folder.exists() and not folder.is_dir():
        raise Refused.because("%(folder)s is a file. The site needs a folder.", folder=str(folder))
    with _disk_refused(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "Permission denied", str(folder))
    locks = Path(settings.DATA_DIR) / "locks"
    locks.mkdir(exist_ok=True)
    name = sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    with (locks / f"site-{name}").open("ab") as handle:
        if not lock(handle.fileno()):
            raise Refused.because("The site in %(folder)s is being made.", folder=str(folder))
        yield manifest_in(folder)


def manifest_in(folder: Path) -> Manifest | None:
    """The list of the files of the site in a folder; ``None`` where there is no site. Raises
    :class:`Refused` for one that is not ours, or cannot be read."""
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if (folder / "index.html").exists():
            raise Refused.because(FOREIGN, file="index.html") from None
        return None
    except (OSError, ValueError):
        text = ""
    manifest = Manifest.read(text)
    if manifest.site != str(site_settings().uuid):
        raise Refused.because(
            "The site in %(folder)s is another club's. Choose another folder.", folder=str(folder)
        )
    return manifest


FOREIGN: Final = "“%(file)s” is there already and was not made by clubscore: choose another folder."


def make_site(
    folder: Path,
    before: Manifest | None,
    draft: Path,
    *,
    address: str | None = None,
    only: Sequence[str] = (),
    everything: bool = False,
    between: Callable[[], None] = lambda: None,
) -> Made:
    """All files of the site as they are to be, of which those that stay are in the folder."""
    site = site_settings()
    where = checked_address(address) if address else site.address
    language = site.language or settings.LANGUAGE_CODE.partition("-")[0]
    if isinstance(staticfiles_storage, HashedStaticFilesStorage):
        collect_static()
    maker = _Maker(folder, before, draft, site, where, language, tuple(only), everything, between)
    with translation.override(language), host_allowed():
        return maker.make()


@dataclass(slots=True)
class _Maker:
    folder: Path
    before: Manifest | None
    draft: Path
    site: ClubSite
    address: str
    language: str
    only: tuple[str, ...]
    everything: bool
    between: Callable[[], None]
    static: set[str] = field(default_factory=set)

    def make(self) -> Made:
        for attempt in range(ATTEMPTS):
            stamps = self._stamps()
            self._refuse_only(stamps)
            try:
                made = self._once(stamps, attempt)
            except DeadLink:
                # An event that was withdrawn meanwhile.
                if self._stamps() == stamps:
                    raise
                continue
            if self._stamps() == stamps:
                return made
        raise Refused.because(
            "The club's results change all the time. Make the site again in a minute."
        )

    def _stamps(self) -> dict[str, str]:
        return unit_stamps(language=self.language, address=self.address, site=self.site)

    def _refuse_only(self, stamps: Mapping[str, str]) -> None:
        if not self.only:
            return
        if self.before is None:
            raise Refused.because(
                "There is no site in %(folder)s yet: make all of it first.", folder=str(self.folder)
            )
        for unit in self.only:
            if unit not in stamps:
                raise Refused.because("%(unit)s is not published.", unit=unit.replace("/", ":"))

    def _once(self, stamps: Mapping[str, str], attempt: int) -> Made:
        folder = self.draft / str(attempt)
        (folder / "pages").mkdir(parents=True)
        (folder / "made").mkdir()
        self.static = set()
        kept = self._kept(stamps)
        files = {file: each for file, each in self._files() if each.unit in kept}
        site = Site(
            visitor=Visitor(language=self.language, site_address=self.address),
            folder=folder / "pages",
            kept={file: self.folder / file for file in files},
            kept_units=kept,
            between=self.between,
        )
        site.crawl()
        made = Made(folder / "made", files=files, rendered=site.visitor.asked)
        before = self.before.units if self.before else {}
        made.units = {unit: before[unit] if unit in kept else stamps[unit] for unit in stamps}
        for file, content in site.finished():
            made.put(file, content, site.pages[file].unit)
        for name, path in with_what_styles_load(site.static | self.static).items():
            made.take(f"static/{name}", path, path.read_bytes(), CLUB)
        if urlsplit(self.address).path == "/":
            made.put("robots.txt", b"User-agent: *\nDisallow:\n", CLUB)
        return made

    def _files(self) -> Iterator[tuple[str, Stored]]:
        yield from (self.before.files if self.before else {}).items()

    def _kept(self, stamps: Mapping[str, str]) -> set[str]:
        """The units that stay as they are: of the same stamp, with all their files."""
        if self.before is None or self.everything:
            return set()
        known = self.before.units
        kept = {
            unit
            for unit, stamp in stamps.items()
            if (unit in known and unit not in self.only if self.only else known.get(unit) == stamp)
        }
        for file, stored in self._files():
            if stored.unit in kept and not self._is_there(file, stored):
                kept.discard(stored.unit)
        return kept

    def _is_there(self, file: str, stored: Stored) -> bool:
        """Whether a file is as it was written; notes the styles and scripts that it needs."""
        try:
            content = (self.folder / file).read_bytes()
        except OSError:
            return False
        if sha256(content).hexdigest() != stored.sha256:
            return False
        if file.endswith(".html"):
            self.static.update(match.decode() for match in _STATIC.findall(content))
        return True


def _refuse_foreign(folder: Path, before: Manifest | None, made: Made) -> None:
    """Refuse what would change a file of the club's own."""
    ours: Collection[str] = before.files if before else ()
    for file, stored in made.files.items():
        path = folder / file
        if file not in ours and path.exists() and (path.is_dir() or not _same(path, stored)):
            raise Refused.because(FOREIGN, file=file)


def _same(path: Path, stored: Stored) -> bool:
    return (
        path.stat().st_size == stored.size
        and sha256(path.read_bytes()).hexdigest() == stored.sha256
    )


def _write(folder: Path, before: Manifest | None, made: Made) -> Exported:
    written, removed = [], []
    with _disk_refused(folder):
        for file, path in sorted(made.new.items()):
            target = folder / file
            if not (target.is_file() and _same(target, made.files[file])):
                _put(target, path.read_bytes())
                written.append(file)
        for file in sorted(before.files if before else ()):
            if file not in made.files:
                _remove(folder, file)
                removed.append(file)
        manifest = Manifest(
            str(site_settings().uuid), clubscore.__version__, made.units, made.files
        )
        text = str(manifest).encode()
        if not (folder / MANIFEST).is_file() or (folder / MANIFEST).read_bytes() != text:
            _put(folder / MANIFEST, text)
    return Exported(
        folder,
        files=len(made.files),
        size=sum(each.size for each in made.files.values()),
        written=written,
        removed=removed,
        unchanged=len(made.files) - len(written),
        rendered=made.rendered,
        manifest=manifest,
    )


def _put(target: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(target.name + _PART)
    try:
        beside.write_bytes(content)
        replace(beside, target)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _remove(folder: Path, file: str) -> None:
    """Delete a file of ours, and the folders that are empty then."""
    path = folder / file
    path.unlink(missing_ok=True)
    for parent in path.relative_to(folder).parents:
        if str(parent) != ".":
            with suppress(OSError):
                (folder / parent).rmdir()


@contextmanager
def _disk_refused(folder: Path) -> Iterator[None]:
    """What the disk does not take, as a sentence with the file."""
    try:
        yield
    except OSError as error:
        raise Refused.because(
            "%(file)s cannot be written: %(reason)s",
            file=str(error.filename or folder).removesuffix(_PART),
            reason=error.strerror or str(error),
        ) from error
