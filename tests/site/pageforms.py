"""The forms of a page, as a browser sends them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponseBase, QueryDict

Values = dict[str, list[str]]
UNSENT = {"submit", "button", "reset", "image", "file", "search"}


@dataclass(slots=True)
class PageForm:
    """What a form sends untouched; ``filled`` are the fields in which somebody can change a value
    that stands there already."""

    action: str
    method: str
    values: Values = field(default_factory=dict)
    filled: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def shown(self) -> dict[str, QueryDict]:
        """What the page says it showed, by the name of the hidden field."""
        return {
            name: QueryDict(texts[0])
            for name, texts in self.values.items()
            if name == "shown" or name.startswith("shown-")
        }

    @property
    def has_key(self) -> bool:
        return bool(self.values.get("once"))

    def sent(self, changes: Mapping[str, Any], *, without: Iterable[str] = ()) -> Values:
        """The values with some changed; ``name#2`` is the second field of a name, and ``None``
        takes a field away."""
        values = {name: list(texts) for name, texts in self.values.items() if name not in without}
        for name, wanted in changes.items():
            name, _mark, place = name.partition("#")
            if wanted is None:
                values.pop(name, None)
            elif place:
                values[name][int(place) - 1] = wanted
            else:
                values[name] = wanted if isinstance(wanted, list) else [str(wanted)]
        return values


class _Reader(HTMLParser):
    """Forms with their fields, also those that name their form from elsewhere."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[PageForm] = []
        self.by_id: dict[str, PageForm] = {}
        self.elsewhere: list[tuple[str, dict[str, str]]] = []
        self.here: PageForm | None = None
        self.select: dict[str, Any] | None = None
        self.area: list[str] | None = None
        self.area_name = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            action = values.get("action") or self.path
            self.here = PageForm(action.split("?")[0], values.get("method", "get").lower())
            self.forms.append(self.here)
            self.by_id[values.get("id", "")] = self.here
        elif tag == "input":
            self._input(values)
        elif tag == "button" and self.here is not None and values.get("name"):
            self.here.buttons.append((values["name"], values.get("value", "")))
        elif tag == "select":
            self.select = {"name": values.get("name", ""), "options": [], "chosen": [],
                           "several": "multiple" in values}  # fmt: skip
        elif tag == "option" and self.select is not None:
            self.select["options"].append(values.get("value", ""))
            if "selected" in values:
                self.select["chosen"].append(values.get("value", ""))
        elif tag == "textarea":
            self.area, self.area_name = [], values.get("name", "")

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.here = None
        elif tag == "select" and self.select is not None:
            self._chosen(self.select)
            self.select = None
        elif tag == "textarea" and self.area is not None:
            text = "".join(self.area).removeprefix("\n").replace("\n", "\r\n")
            self._add(self.here, self.area_name, text, is_filled=bool(text))
            self.area = None

    def _input(self, values: dict[str, str]) -> None:
        kind, owner = values.get("type", "text"), values.get("form")
        if owner is not None and owner not in self.by_id:
            self.elsewhere.append((owner, values))
            return
        form = self.by_id[owner] if owner is not None else self.here
        if not values.get("name") or kind in UNSENT or "disabled" in values:
            return
        if kind in {"checkbox", "radio"} and "checked" not in values:
            return
        text = values.get("value", "on" if kind in {"checkbox", "radio"} else "")
        self._add(form, values["name"], text, is_filled=kind != "hidden" and bool(text))

    def _chosen(self, select: dict[str, Any]) -> None:
        chosen = select["chosen"] or ([] if select["several"] else select["options"][:1])
        for text in chosen:
            self._add(self.here, select["name"], text, is_filled=bool(text))

    def _add(self, form: PageForm | None, name: str, text: str, *, is_filled: bool) -> None:
        if form is not None and name:
            form.values.setdefault(name, []).append(text)
            if is_filled:
                form.filled.add(name)

    def close(self) -> None:
        super().close()
        for owner, values in self.elsewhere:
            if owner in self.by_id:
                self._input(values)


def forms_of(response: HttpResponseBase, path: str) -> list[PageForm]:
    """The forms of a page that are sent by POST."""
    reader = _Reader(path)
    reader.feed(response.text)
    reader.close()
    return [form for form in reader.forms if form.method == "post"]
