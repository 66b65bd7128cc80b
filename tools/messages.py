"""The messages of the program and their Dutch: ``python -m tools.messages``.

Reads every message from the code and the templates into ``locale/nl/LC_MESSAGES/django.po``,
preserves the translations there, drops messages that are no longer used, and compiles it to the
``django.mo`` beside it, which Django reads. Both files are stored with the program, so that a
machine that runs it needs nothing for this. Ends with the messages left to translate.
"""

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ("accounts", "clubscore", "events", "movements", "players")
FOLDER = ROOT / "locale" / "nl" / "LC_MESSAGES"
PO, MO = FOLDER / "django.po", FOLDER / "django.mo"

_HEADING = "# The Dutch of clubscore. ``make messages`` brings it up to date with the program."
# ``sentence`` and ``because`` are those of clubscore.text.problems.
_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "sentence": None,
    "because": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_CALLS = (b"gettext", b"_(", b"sentence(", b"because(")


class Dutch(Catalog):
    """A catalogue that is the same whenever and wherever it is made."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", "nl"),
            ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def messages_of_the_program(root: Path = ROOT) -> Catalog:
    """Every message of the code and the templates, in the order in which they are found."""
    catalog = Catalog()
    for folder in (*PROGRAM, "templates"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix == ".py":
                _add(catalog, path.read_bytes())
            elif path.suffix in {".html", ".txt"} and "templates" in path.parts:
                for line in _as_code(path):
                    _add(catalog, line)
    return catalog


def _as_code(path: Path) -> Iterator[bytes]:
    """A template as calls of gettext, line by line: together they are no program."""
    for line in templatize(path.read_text(encoding="utf-8"), origin=str(path)).splitlines():
        if "gettext" in line or "_(" in line:
            yield line.strip().encode()


def _add(catalog: Catalog, source: bytes) -> None:
    if not any(call in source for call in _CALLS):
        return
    options = {"encoding": "utf-8"}
    for _line, message, _comments, context in extract(
        "python", io.BytesIO(source), keywords=_KEYWORDS, options=options
    ):
        if message:
            catalog.add(message, context=context)


def read_catalogue(path: Path = PO) -> Catalog:
    """The messages with their translations; an empty catalogue where there is none."""
    if not path.exists():
        return Catalog(locale="nl")
    with path.open("rb") as file:
        return read_po(file, locale="nl")


def compiled(catalog: Catalog) -> bytes:
    """The translations in the form that is read fast."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def read_compiled(path: Path = MO) -> Catalog:
    """The translations that the program uses."""
    with path.open("rb") as file:
        return read_mo(file)


def untranslated(catalog: Iterable[Message]) -> list[Message]:
    """The messages without a translation, or with one to be reviewed, in order."""
    return [
        message
        for message in catalog
        if message.id and (message.fuzzy or not all(strings_of(message)))
    ]


def strings_of(message: Message) -> tuple[str, ...]:
    """The translation, in each of its numbers."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


def _renewed() -> Catalog:
    """The messages of the program, with the translations that there are."""
    known, catalog = read_catalogue(), Dutch(locale="nl", header_comment=_HEADING, fuzzy=False)
    for message in messages_of_the_program():
        if message.id:
            old = known.get(_singular(message), context=message.context)
            # A message that got a plural needs another translation.
            is_reused = old is not None and old.pluralizable == message.pluralizable
            catalog.add(
                message.id,
                old.string if old is not None and is_reused else None,
                context=message.context,
                flags={"fuzzy"} if old is not None and is_reused and old.fuzzy else (),
            )
    return catalog


def _singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def main() -> None:
    catalog = _renewed()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, catalog, width=100)
    MO.write_bytes(compiled(catalog))
    left = untranslated(catalog)
    for message in left:
        print(_singular(message))
    print(f"{len(catalog)} messages, {len(left)} of them without a Dutch text.")
    sys.exit(bool(left))


if __name__ == "__main__":
    main()
