"""A script with all the modules that it imports as one file, so that a browser asks once.

Each module becomes a function that is called once, in the order in which a browser would run them;
what it exports stays its own name for those who import it. Understood is how scripts are written
here: ``import { a, b as c } from "./x.js"``, ``import * as x``, ``import "./x.js"``, and ``export``
before a function, a class or a ``const``.
"""

import posixpath
import re
from collections.abc import Callable
from typing import Final

_IMPORT: Final = re.compile(
    r'^import (?:(?:\* as (?P<all>\w+)|\{(?P<names>[^}]*)\}) from )?"(?P<path>\.[^"]+)";\n',
    re.MULTILINE,
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (?P<name>\w+))", re.MULTILINE
)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def imported(path: str, text: str) -> list[str]:
    """The paths of the modules that a module imports."""
    folder = posixpath.dirname(path)
    return [
        posixpath.normpath(posixpath.join(folder, match["path"]))
        for match in _IMPORT.finditer(text)
    ]


def join(path: str, read: Callable[[str], str]) -> str:
    """The module at a path, and before it all that it needs; ``read`` gives the text at a path.

    Raises :class:`ValueError` for modules that import each other, and for other forms of ``import``
    and ``export``.
    """
    joined: dict[str, str] = {}
    _add(path, read, joined, ())
    return "".join(joined.values())


def _add(
    path: str, read: Callable[[str], str], joined: dict[str, str], importing: tuple[str, ...]
) -> None:
    if path in importing:
        raise ValueError(f"{path} imports itself, by {importing[-1]}")
    text = read(path)
    for other in imported(path, text):
        if other not in joined:
            _add(other, read, joined, (*importing, path))

    def taken(match: re.Match[str]) -> str:
        [other] = imported(path, match[0])
        if match["all"]:
            return f"const {match['all']} = {_name(other)};\n"
        names = (match["names"] or "").replace(" as ", ": ")
        return f"const {{{names}}} = {_name(other)};\n" if names else ""

    exported = ", ".join(match["name"] for match in _EXPORT.finditer(text))
    body = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if left := _OTHER.search(body):
        raise ValueError(f"{path}: not understood: {left[0]}")
    joined[path] = f"const {_name(path)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _name(path: str) -> str:
    return "module_" + re.sub(r"\W", "_", path.removesuffix(".js"))
