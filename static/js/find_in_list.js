// Find in a federation's list: choosing a player fills in what the list says of them.

import { chosen, lookUp, optionOf } from "./players/lookup.js";

const PAUSE_MS = 120;
const field = document.getElementById("find-in-list");
const options = document.getElementById("listed-players");
let timer;
let players = [];

function fillIn(player) {
  // What follows from the name is recognised anew.
  for (const part of ["given", "particle", "family"]) {
    const place = field.form.elements.namedItem(part);
    if (place) place.value = "";
  }
  for (const [name, value] of Object.entries(player)) {
    const place = field.form.elements.namedItem(name);
    if (!place || name === "number" || value === "" || value === null) continue;
    place.value = value;
    place.dispatchEvent(new Event("change", { bubbles: true }));
  }
  field.value = "";
  field.form.elements.namedItem("name").focus();
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  const typed = field.value.trim();
  const player = chosen(players, typed);
  if (player) {
    fillIn(player);
    return;
  }
  timer = setTimeout(async () => {
    const found = await lookUp(field.dataset.lookupUrl, typed);
    if (field.value.trim() !== typed) return;
    players = found;
    options.replaceChildren(...players.map(optionOf));
  }, PAUSE_MS);
});

// Enter takes the first, and does not send the form.
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (players.length && field.value.trim()) fillIn(players[0]);
});
