"""Small sites of invented pages, to be uploaded."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from events.website.domain import MANIFEST, Manifest, Stored

OURS = "0b9f1a34-0000-4000-8000-000000000001"
OTHERS = "0b9f1a34-0000-4000-8000-000000000002"

FIRST = {
    "index.html": "home",
    "feed.xml": "feed",
    "api/v1/sessions.json": "[]",
    "sessions/1/ranking/index.html": "first",
    "sessions/1/cards/5/index.html": "a card",
    "sessions/2/ranking/index.html": "second\r\n\n",
    "static/css/site.0a.css": "body{}",
}
"""A site that has never been uploaded."""

SECOND = {
    **{name: text for name, text in FIRST.items() if not name.startswith("sessions/1/")},
    "index.html": "home, later",
    "sessions/2/ranking/index.html": "second, corrected",
    "sessions/3/ranking/index.html": "third",
}
"""The same site later: a session was withdrawn, one corrected, one is new."""


def make_site(folder: Path, pages: Mapping[str, str], site: str = OURS) -> Manifest:
    """Write a site into a folder, in place of the one that is there."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    files = {}
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        digest = hashlib.sha256(text.encode()).hexdigest()
        files[name] = Stored(digest, len(text.encode()), "club")
    units = {f"session/{name.split('/')[1]}": "0" for name in pages if name.startswith("sessions/")}
    manifest = Manifest(site, "1.0.0", {"club": "0", **units}, files)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_bytes(str(manifest).encode())
    return manifest


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its place."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
