// The settings of one game are shown while it is chosen.

const game = document.getElementById("id_discipline");

function show() {
  for (const part of document.querySelectorAll("[data-game]")) {
    part.hidden = part.dataset.game !== game.value;
  }
}

game.addEventListener("change", show);
show();
