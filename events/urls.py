"""The addresses of events, in one namespace: those of sessions, and those of tournaments."""

from django.urls import include, path

app_name = "events"
urlpatterns = [
    path("", include("events.sessions.urls")),
    path("tournaments/", include("events.tournaments.urls")),
]
