"""Static files under names with a hash of their content, which browsers keep for good; style sheets
that are always wanted together are one file, and a script is one with all that it imports."""

from collections.abc import Iterator
from typing import Any, Final

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from clubscore.web.joined_modules import imported, join

BUNDLES: Final = {
    "css/site.css": ("fonts", "tokens", "clubscore", "header", "event", "tables", "print"),
    "css/entry.css": tuple(
        f"sessions/{part}"
        for part in ("board_strip", "typed_lines", "typing", "beside", "follow", "doubts")
    ),
}
"""The style sheets, in order, that each bundle is made of: a page waits for one file and not for
six."""


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Joins what belongs together before it gives the names."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Join the bundles, then give all files their names."""
        if not dry_run:
            for name, parts in BUNDLES.items():
                found = [path for part in parts if (path := f"css/{part}.css") in paths]
                # Only some files are collected, as by a test.
                if found:
                    self._store(name, "\n".join(_read(paths, path) for path in found), paths)
            self._join_modules(paths)
        yield from super().post_process(paths, dry_run, **options)

    def _join_modules(self, paths: dict[str, Any]) -> None:
        """Put what a module imports into it."""
        ours = {path: _read(paths, path) for path in paths if path.startswith("js/")}
        for path, text in ours.items():
            if imported(path, text):
                self._store(path, join(path, ours.__getitem__), paths)

    def _store(self, name: str, text: str, paths: dict[str, Any]) -> None:
        self.delete(name)
        paths[name] = (self, self.save(name, ContentFile(text.encode())))


def _read(paths: dict[str, Any], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())
