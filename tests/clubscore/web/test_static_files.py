import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

from clubscore.templatetags.style_sheets import style_sheets
from clubscore.web.static_files import BUNDLES, HashedStaticFilesStorage

STATIC = settings.BASE_DIR / "static"
IMPORT = re.compile(r"^import\b", re.MULTILINE)
LINK = re.compile(r'href="([^"]+)"')
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def storage_with(names: Iterable[str], folder: Path) -> HashedStaticFilesStorage:
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((STATIC / name).read_bytes())
    return HashedStaticFilesStorage(location=folder, base_url="/static/")


def test_a_script_is_one_file_with_all_that_it_imports(tmp_path: Path) -> None:
    names = [str(path.relative_to(STATIC)) for path in STATIC.glob("js/**/*.js")]
    storage = storage_with(names, tmp_path)
    list(storage.post_process({name: (storage, name) for name in names}))

    served = [path for path in tmp_path.glob("js/**/*.js") if HASHED.search(path.name)]
    assert len(served) == len(names)
    assert [path for path in served if IMPORT.search(path.read_text())] == []
    [entry] = [path for path in served if path.match("js/sessions/typing.*.js")]
    # Once, though several of its modules import it.
    assert entry.read_text().count("class Outbox {") == 1


def test_style_sheets_that_belong_together_are_one_file(tmp_path: Path) -> None:
    names = [f"css/{part}.css" for parts in BUNDLES.values() for part in parts]
    storage = storage_with(names, tmp_path)
    (tmp_path / "css" / "site.css").write_text("of the last release")
    list(storage.post_process({name: (storage, name) for name in names}))

    for bundle, parts in BUNDLES.items():
        joined = "\n".join((STATIC / f"css/{part}.css").read_text() for part in parts)
        assert (tmp_path / bundle).read_text() == joined
        assert storage.hashed_files[bundle] != bundle


def test_no_page_asks_for_a_part_beside_its_bundle() -> None:
    """What stands in a bundle that all pages have is linked nowhere but where that is not had."""
    templates = settings.BASE_DIR / "templates"
    apart = {"500.html", "admin/base_site.html"}
    apart |= {f"events/{room}.html" for room in ("devices/_page", "devices/_display")}
    apart |= {"events/website/last_ranking.html"}
    for path in templates.rglob("*.html"):
        name, text = str(path.relative_to(templates)), path.read_text()
        for part in BUNDLES["css/site.css"]:
            assert name in apart or f"css/{part}.css" not in text, name


def test_a_page_links_the_bundle_where_files_are_collected_else_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [f"/static/css/{part}.css" for part in BUNDLES["css/site.css"]]
    assert LINK.findall(style_sheets("css/site.css")) == parts

    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")
    storage.hashed_files = {"css/site.css": "css/site.0123456789ab.css"}
    monkeypatch.setattr(staticfiles_storage, "_wrapped", storage)
    assert LINK.findall(style_sheets("css/site.css")) == ["/static/css/site.0123456789ab.css"]
