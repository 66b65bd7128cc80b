"""The addresses of the movements."""

from django.urls import URLPattern

app_name = "movements"
urlpatterns: list[URLPattern] = []
