"""The movements in the admin: name and .ASC text, through the reader and the services."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from movements import selectors, services
from movements.forms import MovementAdminForm
from movements.models import Movement


@admin.register(Movement)
class MovementAdmin(admin.ModelAdmin):
    form = MovementAdminForm
    fields = ("name", "text")
    list_display = (
        "name",
        "individual",
        "contestants",
        "tables",
        "rounds",
        "groups",
        "used",
        "created_at",
    )
    list_filter = ("individual", "tables")
    search_fields = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Movement]:
        return selectors.movements()

    @admin.display(description=_("used"), boolean=True)
    def used(self, movement: Movement) -> bool:
        return bool(movement.used)  # type: ignore[attr-defined]

    def has_change_permission(self, request: HttpRequest, obj: Movement | None = None) -> bool:
        return super().has_change_permission(request, obj) and not _is_used(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Movement | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not _is_used(obj)

    def get_fields(self, request: HttpRequest, obj: Movement | None = None) -> tuple[str, ...]:
        return ("name", "source") if _is_used(obj) else ("name", "text")

    def save_model(
        self, request: HttpRequest, obj: Movement, form: MovementAdminForm, change: bool
    ) -> None:
        name, text = form.cleaned_data["name"], form.cleaned_data["text"]
        if not change:
            # The admin logs and links the object that it made itself, which is never saved.
            obj.pk = services.store_movement(name=name, text=text).pk
            return
        if "name" in form.changed_data:
            services.rename_movement(movement=obj, name=name)
        if "text" in form.changed_data:
            services.replace_movement(movement=obj, text=text)

    def delete_model(self, request: HttpRequest, obj: Movement) -> None:
        services.delete_movement(movement=obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for movement in queryset:
            services.delete_movement(movement=movement)


def _is_used(movement: Movement | None) -> bool:
    return movement is not None and selectors.is_used(movement)
