"""Whether a page can be used without a mouse, without colours, with a screen reader: axe.

axe takes milliseconds to measure the contrast of one word, and a table has thousands that look the
same. Of those that cannot differ in it – the same colours and letters before the same backgrounds –
the first few are measured; every other rule is asked about every element.
"""

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

_MEASURED = 4
_MARK = """most => {
    const ids = new Map(), counts = new Map(), behind = new Map();
    const id = text => ids.get(text) ?? ids.set(text, ids.size).get(text);
    // What an element's words stand on: all that it and those around it paint, by number.
    const ground = element => {
        if (!element) return "";
        if (!behind.has(element)) {
            const s = getComputedStyle(element);
            behind.set(element, id([
                ground(element.parentElement), s.backgroundColor, s.backgroundImage, s.opacity,
                s.filter, s.mixBlendMode, s.position, s.zIndex, s.clip, s.clipPath, s.overflow,
                s.visibility, element.matches("[disabled], [aria-disabled], [inert], fieldset"),
                ...["::before", "::after"].map(each => {
                    const p = getComputedStyle(element, each);
                    return p.content === "none" ? "" : p.position + p.backgroundColor;
                }),
            ].join("|")));
        }
        return behind.get(element);
    };
    for (const element of document.body.querySelectorAll("*")) {
        const words = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)
            .map(node => node.data).join(" ").trim();
        // Of a control and its label, axe looks at more than the style.
        if (!words || element.closest("label, button, input, select, textarea, option")) continue;
        if (!element.checkVisibility() || !element.getClientRects().length) continue;
        const s = getComputedStyle(element);
        // axe does not judge one letter alone, nor signs.
        const judged = /[a-z0-9].*[a-z0-9]/i.test(words);
        const kind = [
            ground(element), s.color, s.fontSize, s.fontWeight, s.textShadow,
            s.webkitTextStroke, s.textIndent, judged, element.tagName,
        ].join("|");
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        if (counts.get(kind) > most) element.setAttribute("data-measured-elsewhere", "");
    }
}"""
_UNMARK = """() => document.querySelectorAll("[data-measured-elsewhere]").forEach(
    element => element.removeAttribute("data-measured-elsewhere"))"""
_NARROWED = """;axe.configure({
    rules: [{id: "color-contrast", selector: ":not([data-measured-elsewhere])"}]
});"""
_AXE = Axe(AXE_SCRIPT + _NARROWED)


def assert_accessible(page: Page) -> None:
    """Fail with axe's report when the page as it stands breaks one of its rules."""
    page.wait_for_load_state()
    page.evaluate(_MARK, _MEASURED)
    results = _AXE.run(page)
    page.evaluate(_UNMARK)
    assert results.violations_count == 0, results.generate_report()


def assert_accessible_in_both_colours(page: Page) -> None:
    """As :func:`assert_accessible`; only contrast depends on the colours."""
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    assert_readable(page)
    page.emulate_media(color_scheme="light")


def assert_fits_a_phone(page: Page, width: int = 360) -> None:
    """Fail when the page as it stands is wider than a phone."""
    size = page.viewport_size
    page.set_viewport_size({"width": width, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == width, page.url
    if size:
        page.set_viewport_size(size)


def assert_readable(page: Page) -> None:
    """Fail with axe's report when words of the page stand out too little from what is behind."""
    page.wait_for_load_state()
    page.evaluate(_MARK, _MEASURED)
    results = _AXE.run(page, options={"runOnly": ["color-contrast"]})
    page.evaluate(_UNMARK)
    assert results.violations_count == 0, f"{page.url}: {results.generate_report()}"
