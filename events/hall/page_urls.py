"""The addresses of the pages of phones in a tournament; what they send has its own."""

from django.urls import path

from events.hall.views import shell

urlpatterns = [
    path("hall/", shell.phone, name="hall-phone"),
]
