"""No groups in the admin: who may do what follows from the marks of a login alone."""

from django.contrib import admin
from django.contrib.auth.models import Group

admin.site.unregister(Group)
