"""Every answer of the API against its schema."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from jsonschema import Draft202012Validator, FormatChecker

FOLDER = Path(settings.BASE_DIR) / "docs" / "api"
SHAPES = {
    r"": "Root",
    r"sessions": "Sessions",
    r"sessions/\d+": "Session",
    r"sessions/\d+/ranking": "Ranking",
    r"sessions/\d+/boards": "Boards",
    r"sessions/\d+/boards/\d+": "OneBoard",
    r"sessions/\d+/pairs/\w+": "Pair",
}
"""The answer at each address, below /api/v1/."""


@cache
def schema() -> dict[str, Any]:
    return json.loads((FOLDER / "schema.json").read_text())


@cache
def validator(name: str) -> Draft202012Validator:
    whole = schema() | {"$ref": f"#/$defs/{name}"}
    Draft202012Validator.check_schema(whole)
    return Draft202012Validator(whole, format_checker=FormatChecker())


def shape_of(path: str) -> str:
    found = [name for pattern, name in SHAPES.items() if re.fullmatch(pattern, path)]
    assert len(found) == 1, path
    return found[0]


def check(name: str, data: Any) -> None:
    """Every mistake of the data at once."""
    wrong = [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(data)]
    assert wrong == []


def members_without_schema(name: str, data: dict[str, Any]) -> set[str]:
    """Members of an object that its schema does not describe."""
    described = set()
    parts = [schema()["$defs"][name]]
    while parts:
        part = parts.pop()
        described |= set(part.get("properties", ()))
        parts += part.get("allOf", ())
        if "$ref" in part:
            parts.append(schema()["$defs"][part["$ref"].rpartition("/")[2]])
    return set(data) - described
