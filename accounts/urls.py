"""The addresses of accounts, below ``accounts/``."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("", views.index, name="list"),
    path("add/", views.add, name="add"),
    path("own-password/", views.PasswordPage.as_view(), name="own-password"),
    path("lift/", views.lift_all, name="lift-all"),
    path("<int:user_id>/password/", views.password, name="password"),
    path("<int:user_id>/rights/", views.rights, name="rights"),
    path("<int:user_id>/lift/", views.lift, name="lift"),
]
