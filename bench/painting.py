"""How soon a browser shows something of the page of a board."""

from playwright.sync_api import Browser, Page

PAINTS = 15


def paints(browser: Browser, base: str, login: str, boards: list[int]) -> list[float]:
    """The first contentful paint of boards, in a browser that has just seen another page."""
    page = page_of(browser, base, login)
    page.goto(f"{base}/ranking/")
    times = [_paint(page, f"{base}/boards/{board}/") for board in boards]
    page.context.close()
    return times


def first_paints(browser: Browser, base: str, login: str) -> list[float]:
    """The same of a board in browsers with nothing of clubscore in their cache."""
    times = []
    for _ in range(PAINTS):
        page = page_of(browser, base, login)
        times.append(_paint(page, f"{base}/boards/1/"))
        page.context.close()
    return times


def _paint(page: Page, address: str) -> float:
    page.goto(address)
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    return float(page.evaluate(paint))


def page_of(browser: Browser, base: str, login: str) -> Page:
    """A page of a new browser with this login."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    context.add_cookies([{"name": "sessionid", "value": login, "url": base}])
    return context.new_page()
