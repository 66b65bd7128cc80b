"""The addresses of the pages of phones in a tournament; what they send has its own."""

from django.urls import path

from events.hall.views import cards, desk_page, shell

_TOURNAMENT = "tournaments/<slug:slug>/"

urlpatterns = [
    path("hall/", shell.phone, name="hall-phone"),
    path(f"{_TOURNAMENT}hall/", desk_page.desk, name="hall-desk"),
    path(f"{_TOURNAMENT}hall/cards/", cards.cards, name="hall-cards"),
]
