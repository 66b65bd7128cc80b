"""The first page and the search, which have no name space: every page names them."""

from django.urls import path

from events.club import views

urlpatterns = [path("", views.home, name="home"), path("search/", views.search, name="search")]
