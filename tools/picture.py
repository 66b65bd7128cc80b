"""Take the README's picture: the ranking of the demo club's session, as a visitor sees it."""

import os
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.chromium import require_chromium
from tools.serving import PREPARE, SERVE, serving

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "ranking.png"
TITLE = "Autumn pairs"


def main() -> None:
    chromium = str(require_chromium())
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="clubscore-picture-") as folder:
        environment = {"CLUBSCORE_DATA": folder, "DATABASE_URL": ""}
        subprocess.run(
            PREPARE, env={**os.environ, **environment}, check=True, stdout=subprocess.DEVNULL
        )
        with serving(SERVE, environment, quiet=True) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1100, "height": 800})
            page.goto(f"http://127.0.0.1:{port}/")
            page.get_by_role("link", name=TITLE).first.click()
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURE)
            browser.close()
    print(f"Taken: {PICTURE}")


if __name__ == "__main__":
    main()
