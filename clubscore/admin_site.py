"""The admin is for administrators; directors have pages for all their work."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest


class AdministratorsSite(AdminSite):
    """Lets in active superusers alone."""

    def has_permission(self, request: HttpRequest | Any) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)


class AdministratorsConfig(AdminConfig):
    """Django's admin with this site."""

    default_site = "clubscore.admin_site.AdministratorsSite"
