"""The addresses of the pages of phones in a tournament; what they send has its own."""

from django.urls import path

from events.hall.views import cards, desk_page, display, shell

_TOURNAMENT = "tournaments/<slug:slug>/"

urlpatterns = [
    path("hall/", shell.phone, name="hall-phone"),
    path(f"{_TOURNAMENT}hall/", desk_page.desk, name="hall-desk"),
    path(f"{_TOURNAMENT}hall/cards/", cards.cards, name="hall-cards"),
    path("hall/d/<str:code>/", display.public_display, name="hall-display"),
    path("hall/d/<str:code>/now/", display.public_display_now, name="hall-display-now"),
    path(f"{_TOURNAMENT}display/", display.display, name="hall-desk-display"),
    path(f"{_TOURNAMENT}display/now/", display.display_now, name="hall-desk-display-now"),
]
