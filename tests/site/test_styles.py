"""Rules for the style sheets: sizes and colours from ``tokens.css`` alone."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib import admin

ROOT = settings.BASE_DIR
FOLDER = ROOT / "static" / "css"
TEXTS = {
    str(path.relative_to(FOLDER)): re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for path in sorted(FOLDER.rglob("*.css"))
}
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b(?=[^{}]*;)|\b(?:rgb|hsl|oklch)a?\(", re.IGNORECASE)
# The size of the page's type, of which all others are parts.
BASES = {"112.5%", "106.25%", "137.5%", "168.75%", "10.5pt !important", "inherit"}
# What hangs on a wall fills its sheet.
BASES |= {"var(--wall)", "0.65em", "9pt"}
FOLDERS = ("templates", "static/js", "clubscore", "accounts", "players", "movements", "events")
# Written by crispy-forms, and by Django's admin.
OF_PACKAGES = {"asteriskField", "breadcrumbs", "closelink", "deletelink", "submit-row"}
OF_PACKAGES |= {"helptext", "selector-chosen-title", "action-checkbox", "checkbox-row"}
OF_PACKAGES |= {"fieldBox", "flex-container", "form-row"}
OF_PACKAGES |= {"addlink", "dashboard", "inline-group", "object-tools", "viewsitelink"}
OF_THE_ADMIN = set(
    re.findall(
        r"--[a-z][\w-]+",
        "\n".join(
            path.read_text() for path in (Path(admin.__file__).parent / "static").rglob("*.css")
        ),
    )
)


def found(pattern: str) -> dict[str, set[str]]:
    """What each style sheet has of a pattern, for those that have any."""
    every = {name: set(re.findall(pattern, text)) for name, text in TEXTS.items()}
    return {name: values for name, values in every.items() if values}


def test_there_are_six_sizes_of_type_and_no_other():
    # The screen of the hall is read from 15 metres: its type is a part of its height.
    of_screens = re.compile(r"[\d.]+v[hw]|clamp\([\d.]+vh, .+, [\d.]+vh\)")
    every = set.union(*found(r"font-size: ([^;]+);").values()) - BASES
    sizes = {size for size in every if not of_screens.fullmatch(size)}
    tokens = set(re.findall(r"(--text-\w+):", TEXTS["tokens.css"]))

    assert sizes == {f"var({token})" for token in tokens}
    assert len(tokens) == 6


def test_colours_stand_among_the_tokens():
    others = {name: COLOUR.findall(text) for name, text in TEXTS.items() if name != "tokens.css"}

    assert COLOUR.findall(TEXTS["tokens.css"]) != []
    assert {name: colours for name, colours in others.items() if colours} == {}


def test_every_token_is_used_and_every_used_one_exists():
    # What a script counts: the lines of a screen.
    own = {"--lines"} | set(re.findall(r"(?:^|[\s{])(--(?!bs-)[\w-]+):", "\n".join(TEXTS.values())))
    used = set(re.findall(r"var\((--(?!bs-)[\w-]+)", "\n".join(TEXTS.values())))

    # The admin's are its own, and get their values from us.
    admins = OF_THE_ADMIN - set(re.findall(r"(--[\w-]+):", TEXTS["tokens.css"]))
    assert own - admins == used - admins


def test_every_class_with_a_rule_is_on_some_page():
    selectors = re.findall(r"([^{}]+)\{", "\n".join(TEXTS.values()))
    classes = {
        name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)
    }
    text = "\n".join(
        path.read_text()
        for folder in FOLDERS
        for path in Path(ROOT / folder).rglob("*")
        if path.suffix in {".html", ".js", ".py"}
    )
    # A page puts some together, state-{{ state }}, and counts in others: more-1 to more-4.
    words = {re.sub(r"\d+$", "", word) for word in re.findall(r"[\w-]+", text)}
    stems = tuple(word for word in words if word.endswith("-"))

    unused = {re.sub(r"\d+$", "", name) for name in classes - OF_PACKAGES} - words
    assert {name for name in unused if not name.startswith(stems)} == set()
