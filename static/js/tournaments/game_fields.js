// The settings of one game are shown while it is chosen.

const game = document.getElementById("id_discipline");

function show() {
  for (const part of document.querySelectorAll("[data-game]")) {
    part.hidden = part.dataset.game !== game.value;
  }
}

// Go is played as a McMahon as other games as a Swiss: where nothing else was chosen, a new tournament
// follows.
function followKind() {
  const { kind, suggested } = game.form.elements;
  const [from, to] = game.value === "go" ? ["Swiss", "McMahon"] : ["McMahon", "Swiss"];
  if (!suggested?.value || kind.value !== from) return;
  kind.value = to;
  kind.dispatchEvent(new Event("change", { bubbles: true }));
}

game.addEventListener("change", show);
game.addEventListener("change", followKind);
show();
