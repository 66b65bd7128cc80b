"""The first page and the search, which have no name space: every page names them."""

from django.urls import path

from events.club import views
from events.website.views import visitors

urlpatterns = [path("", views.home, name="home"), path("search/", visitors.search, name="search")]
