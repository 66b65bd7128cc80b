"""The addresses of the director's side of results from the tables, and of the hall's display."""

from django.urls import path

from events.tables.views import cards, claims, display, watch

_SESSION = "sessions/<int:session_id>/"

urlpatterns = [
    path(f"{_SESSION}tables/", watch.tables, name="tables"),
    path(f"{_SESSION}tables/settings/", watch.switches, name="tables-settings"),
    path(f"{_SESSION}tables/now/", watch.tables_now, name="tables-now"),
    path(f"{_SESSION}tables/<str:letter>/<int:number>/", watch.table, name="tables-table"),
    path(f"{_SESSION}paper/table-cards/", cards.table_cards, name="table-cards"),
    path(f"{_SESSION}claims/", watch.claims, name="claims"),
    path(f"{_SESSION}cards/<int:contestant_id>/claim/", claims.claim, name="card-claim"),
    path(f"{_SESSION}clock/", watch.clock, name="clock"),
    path(f"{_SESSION}display/", display.display, name="display"),
    path(f"{_SESSION}display/now/", display.display_now, name="display-now"),
    path("d/<slug:code>/", display.public_display, name="public-display"),
    path("d/<slug:code>/now/", display.public_display_now, name="public-display-now"),
    path("table/<int:number>/", cards.laminated, name="laminated"),
    # Capitals make smaller QR codes.
    path("TABLE/<int:number>/", cards.laminated),
]
