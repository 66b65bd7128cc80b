"""The addresses of the register."""

from django.urls import path

from players.views import search

app_name = "players"
urlpatterns = [path("search/", search.search, name="search")]
