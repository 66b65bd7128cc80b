import re
from pathlib import Path

from django.conf import settings

from clubscore.static_files import HashedStaticFilesStorage

STATIC = settings.BASE_DIR / "static"
IMPORT = re.compile(r"""^import\b[^;]*?["']([^"']+)["'];""", re.MULTILINE)
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def test_modules_import_each_other_by_hashed_names(tmp_path: Path) -> None:
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")
    names = [str(path.relative_to(STATIC)) for path in STATIC.glob("js/**/*.js")]
    for name in names:
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((STATIC / name).read_bytes())
    list(storage.post_process({name: (storage, name) for name in names}))

    served = [path for path in tmp_path.glob("js/**/*.js") if HASHED.search(path.name)]
    imports = [found for path in served for found in IMPORT.findall(path.read_text())]
    assert len(served) == len(names)
    assert len(imports) > 20
    assert [each for each in imports if not HASHED.search(each)] == []
