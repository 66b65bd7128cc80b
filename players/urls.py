"""The addresses of the register."""

from django.urls import path

from players.views import (
    club_settings,
    clubs,
    export,
    guests,
    importing,
    lookup,
    merging,
    name_parts,
    player,
    privacy,
    private_link,
    register,
    removal,
    search,
)

app_name = "players"
urlpatterns = [
    path("", register.index, name="list"),
    path("new/", player.add, name="new"),
    path("import/", importing.import_file, name="import"),
    path("export/<str:kind>", export.export, name="export"),
    path("search/", search.search, name="search"),
    path("lookup/", lookup.lists, name="lookup"),
    path("lookup/search/", lookup.search, name="lookup-search"),
    path("lookup/<int:list_id>/remove/", lookup.remove, name="lookup-remove"),
    path("settings/", club_settings.settings, name="settings"),
    path("name-parts/", name_parts.name_parts, name="name-parts"),
    path("delete/", removal.delete, name="delete"),
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/<int:club_id>/", clubs.edit, name="club"),
    path("<int:number>/", player.player, name="player"),
    path("own/<slug:token>/", private_link.own, name="own"),
    path("<int:number>/link/", private_link.make, name="link"),
    path("<int:number>/link/withdraw/", private_link.withdraw, name="link-withdraw"),
    path("<int:number>/edit/", player.edit, name="edit"),
    path("<int:number>/delete/", removal.delete_one, name="delete-one"),
    path("<int:number>/merge/", merging.merge, name="merge"),
    path("<int:number>/join/", guests.join, name="join"),
    path("<int:number>/take/", guests.take, name="take"),
    path("<int:number>/held/", privacy.held, name="held"),
    path("<int:number>/held.json", privacy.held_file, name="held-file"),
    path("<int:number>/erase/", privacy.erase, name="erase"),
]
