// The settings of one game, or of one kind of tournament, are shown while it is chosen.

const game = document.getElementById("id_discipline");
const kind = document.getElementById("id_kind");

function show() {
  for (const part of document.querySelectorAll("[data-game]")) {
    part.hidden = part.dataset.game !== game.value;
  }
  for (const part of document.querySelectorAll("[data-kind]")) {
    part.hidden = part.dataset.kind !== kind.value;
  }
  for (const part of document.querySelectorAll("[data-not-kind]")) {
    part.hidden = part.dataset.notKind.split(" ").includes(kind.value);
  }
}

// Go is played as a McMahon as other games as a Swiss: where nothing else was chosen, a new tournament
// follows.
function followKind() {
  const { suggested } = game.form.elements;
  const [from, to] = game.value === "go" ? ["Swiss", "McMahon"] : ["McMahon", "Swiss"];
  if (!suggested?.value || kind.value !== from) return;
  kind.value = to;
  kind.dispatchEvent(new Event("change", { bubbles: true }));
}

game.addEventListener("change", show);
game.addEventListener("change", followKind);
kind.addEventListener("change", show);
show();
