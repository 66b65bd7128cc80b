"""``python -m tools.dead_code``: code that nothing uses, found by vulture; part of ``make lint``.

A name in a template is used; code of the program that only the tests, the measurements or the
tools use is not.
"""

import re
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from vulture import Vulture
from vulture.core import Item

ROOT = Path(__file__).parent.parent
PROGRAM = ("clubscore", "accounts", "players", "movements", "events")
BESIDE_IT = ("bench", "tools")
# Names are read from outside: by Django's settings and by gunicorn's.
EXCLUDED = (
    "*/migrations/*",
    "*/clubscore/settings.py",
    "*/environment.py",
    "*/clubscore/server/configuration.py",
    "*/date_formats/*",
)
DECORATORS = ("@admin.register", "@receiver", "@register.*")
CALLED_BY_DJANGO = (
    "*Config", "*Middleware", "*Site", "Command", "add_arguments", "requires_*", "ready",
    "app_name", "handler*", "of_site", "urlpatterns", "application", "process_*", "bad_request",
    "not_found",
    "default_auto_field", "sender", "num_bytes", "abstract", "created_*", "indexes", "ordering",
    "ticked_*", "updated_by_id", "verbose_name*", "expression", "MALE", "FEMALE", "MAN", "WOMAN",
    "value_to_string", "validate_unique", "HashedStaticFilesStorage",
    "support_js_module_import_aggregation", "arity", "as_sqlite", "base_manager_name",
    "output_field", "token_hash", "clean*", "field_classes", "fourth", "help*",
    "label_from_instance", "required", "widgets", "empty_label", "has_changed", "max_length",
    "prepare_value", "show_hidden_initial", "allow_multiple_selected", "form_class",
    "redirect_authenticated_user", "success_*", "template_name", "valid_value",
)  # fmt: skip
CALLED_BY_THE_ADMIN = (
    "can_delete", "date_hierarchy", "default_site", "extra", "has_*permission", "index_title",
    "autocomplete_fields", "delete_*", "formfield_overrides", "get_readonly_fields",
    "get_view_on_site_url", "inlines", "list_*", "get_list_*", "field_choices", "has_output",
    "lookups", "model_admin", "parameter_name", "readonly_fields", "save_model", "belonging",
    "add_fieldsets", "add_form", "became", "change_password_form", "fieldsets",
    "filter_horizontal", "show_facets",
    "enable_nav_sidebar", "of_game", "search_*", "show_full_result_count", "site_*",
)  # fmt: skip
RECORDED = (
    "answered_by", "confirmed_*", "consented_*", "decided_*", "joined_at", "objected_*",
    "settled_at", "withdrawn_at", "active_at", "doubted_version", "marks_revision",
)  # fmt: skip
"""Who did what at the tables and when, for whoever asks later; columns which SQL names."""
NAMED_BY_TEXT = (
    "club_number", "egd_pin", "email", "national_number", "telephone", "plays_*", "family_key",
    "given_key", "is_drawn", "ACBL_20", "ABF", "ACBL", "EBU", "propose", "back_up",
    "load_uploaded", "import_waiting", "give_file_up", "solve_next", "put_off_boards",
    "run_upload", "give_up", "make_pages", "judge_import", "MET", "PARTLY", "pairs_differ",
    "places_differ",
)  # fmt: skip
"""Facts about players, columns of a federation's list, scales of victory points, jobs, columns of
the list of questions and of engines compared."""
CALLED_BY_OTHERS = (
    "create_system", "external_attr", "latest_post_date",
    "addr", "handle_endtag", "handle_startendtag", "handle_starttag", "validate_host_public_key",
    "request_id", "formatException", "PrivateFormatter", "WithoutRefusals", "streaming_content",
    "greeting", "data_type", "font", "freeze_panes", "number_format", "buffer_text",
    "CharacterDataHandler", "StartDoctypeDeclHandler", "StartElementHandler", "EndElementHandler",
    "read_db_file", "redirect_request", "http_open", "https_open", "extra_groups", "mime_headers",
    "is_service", "SERVE_GUNICORN", "crash", "replica", "read_compiled", "make_strict_name",
    "save_xlsx", "anchors", "settle_constraints",
)  # fmt: skip
"""By logging, gunicorn and its settings, waitress, openpyxl, expat, urllib, subprocess, babel,
the tests, and migrations."""
CALLED = (*CALLED_BY_DJANGO, *CALLED_BY_THE_ADMIN, *NAMED_BY_TEXT, *RECORDED, *CALLED_BY_OTHERS)
_TAG = re.compile(r"\{[{%](.*?)[}%]\}", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def names_in_templates() -> set[str]:
    """The words of all tags, without what is quoted in them."""
    pages = (path.read_text() for path in (ROOT / "templates").rglob("*.html"))
    tags = (tag for page in pages for tag in _TAG.findall(page))
    return {word for tag in tags for word in re.findall(r"\w+", _QUOTED.sub("", tag))}


def is_called(name: str) -> bool:
    """Whether something else calls what has this name."""
    return any(fnmatchcase(name, pattern) for pattern in CALLED)


def unused(vulture: Vulture, folders: Sequence[Path]) -> list[Item]:
    """Code in these folders that nothing uses in them and in what was read before."""
    vulture.scavenge(folders, exclude=list(EXCLUDED))
    used = names_in_templates()
    return [
        item
        for item in vulture.get_unused_code()
        if any(item.filename.is_relative_to(folder) for folder in folders)
        and item.name not in used
        and not is_called(item.name)
    ]


def main() -> int:
    """Print what nothing uses; 1 when there is anything."""
    vulture = Vulture(ignore_decorators=list(DECORATORS))
    # One after the other: what only a measurement or a tool calls is unused by the program.
    program, beside = ([ROOT / name for name in names] for names in (PROGRAM, BESIDE_IT))
    found = unused(vulture, program) + unused(vulture, beside)
    for item in found:
        print(item.get_report())
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
