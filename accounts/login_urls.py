"""The addresses of the login, which have no name space, for Django asks for them by name."""

from django.urls import path

from accounts.views import LoginPage, admin_login

urlpatterns = [path("login/", LoginPage.as_view(), name="login"), path("admin/login/", admin_login)]
