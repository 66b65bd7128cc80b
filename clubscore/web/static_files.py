"""Static files under names with a hash of their content, which browsers keep for good; style sheets
that are always wanted together are one file."""

from collections.abc import Iterator
from typing import Any, Final

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

BUNDLES: Final = {
    "css/site.css": ("tokens", "clubscore", "header", "tables", "tabs"),
    "css/entry.css": tuple(
        f"sessions/{part}"
        for part in ("board_strip", "typed_lines", "typing", "beside", "follow", "doubts")
    ),
}
"""The style sheets, in order, that each bundle is made of: a page waits for one file and not for
six."""


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Modules import each other under these names, too: else a browser would ask for every one of
    them again, and run a module twice that is both linked and imported."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Join the bundles, then give all files their names."""
        if not dry_run:
            for name, parts in BUNDLES.items():
                self._join(name, [f"css/{part}.css" for part in parts], paths)
        yield from super().post_process(paths, dry_run, **options)

    def _join(self, bundle: str, names: list[str], paths: dict[str, Any]) -> None:
        found = [paths[name] for name in names if name in paths]
        if not found:
            # Only some files are collected, as by a test.
            return
        joined = []
        for storage, path in found:
            with storage.open(path) as file:
                joined.append(file.read())
        self.delete(bundle)
        paths[bundle] = (self, self.save(bundle, ContentFile(b"\n".join(joined))))
