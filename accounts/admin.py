"""Logins in the admin. There are no groups and no single permissions: who may do what follows from
the marks of a login alone."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_lazy as _

from accounts.forms import GivenPasswordForm, NewLoginForm

admin.site.unregister(Group)
admin.site.unregister(User)


@admin.register(User)
class LoginAdmin(UserAdmin):
    add_form = NewLoginForm
    change_password_form = GivenPasswordForm
    list_filter = ("is_staff", "is_superuser", "is_active")
    filter_horizontal = ()
    add_fieldsets = ((None, {"fields": ("username", "password1", "password2")}),)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
