"""The admin's forms for what exists: like all others, they carry what they showed."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from clubscore.admin_lists import CappedPaginator
from clubscore.editing.forms import EditForm

_ABOVE = ("session", "tournament", "section", "round")


def page_of(obj: object) -> str | None:
    """The address of the site's page of an object, or of what it is a part of; else ``None``."""
    if not isinstance(obj, models.Model):
        return None
    if address := getattr(obj, "get_absolute_url", None):
        return str(address())
    above = (page_of(getattr(obj, name, None)) for name in _ABOVE)
    return next(filter(None, above), None)


class EditAdmin(admin.ModelAdmin):
    """The site puts this below every admin that is registered."""

    paginator = CappedPaginator
    show_full_result_count = False
    list_per_page = 50

    def hold(self, obj: models.Model) -> None:
        """Hold what is changed until the transaction ends; Django began one for the POST."""
        rows = type(obj)._default_manager.select_for_update(of=("self",), no_key=True)
        rows.filter(pk=obj.pk).first()

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is None or request.method != "POST":
            return found
        self.hold(found)
        # Somebody may have changed it before it was held.
        return super().get_object(request, object_id, from_field)

    def get_view_on_site_url(self, obj: models.Model | None = None) -> str | None:
        """The page of what is edited, or of the event that it belongs to."""
        return page_of(obj)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm]:
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        if change and not issubclass(form, EditForm):
            form = type(form)(form.__name__, (EditForm, form), {})
        return cast(type[forms.ModelForm], form)


class SavesChanges(admin.ModelAdmin):
    """The site puts this above every admin that is registered."""

    def save_model(
        self, request: HttpRequest, obj: models.Model, form: forms.ModelForm, change: bool
    ) -> None:
        # Opened and saved as it was: nothing is written, nor is anybody's page made again.
        if not change or form.changed_data:
            super().save_model(request, obj, form, change)
