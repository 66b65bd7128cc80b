"""The documents of the API: the JSON Schema of its answers, and OpenAPI with the addresses.

Both are files in ``docs/api``. The schemas stand in one of them alone, and are put into the other.
"""

import json
from functools import cache
from typing import Any, Final

from django.conf import settings

from events.exchange.views.api.answers import json_bytes

FOLDER: Final = settings.BASE_DIR / "docs" / "api"
_HERE, _THERE = "#/$defs/", "#/components/schemas/"


@cache
def schema_document() -> bytes:
    """The JSON Schema (2020-12), whose ``$defs`` are the answers and their parts."""
    return (FOLDER / "schema.json").read_bytes()


@cache
def openapi_document(server: str) -> bytes:
    """The OpenAPI document (3.1) for the API at this address."""
    document: dict[str, Any] = json.loads((FOLDER / "openapi.json").read_text())
    schemas = schema_document().decode().replace(_HERE, _THERE)
    document["components"]["schemas"] = json.loads(schemas)["$defs"]
    document["servers"] = [{"url": server}]
    return json_bytes(document)
