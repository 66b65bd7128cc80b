// Names while they are typed: the register offers who fits, a single fit is filled in, and a name
// it does not have may be added by the box beside it.

const PAUSE_MS = 120;
let timer;

async function search(grid, typed) {
  const query = new URLSearchParams({ q: typed });
  const response = await fetch(`${grid.dataset.searchUrl}?${query}`, {
    headers: { Accept: "application/json" },
  });
  return response.ok ? (await response.json()).players : null;
}

function offer(players) {
  const options = players.map((player) => {
    const option = document.createElement("option");
    option.value = player.name;
    option.label = [player.number, player.club].filter(Boolean).join(", ");
    return option;
  });
  document.getElementById("register-names").replaceChildren(...options);
}

const same = (one, other) => one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;

async function resolve(field, grid) {
  const typed = field.value.trim();
  const box = field.closest(".name-field").querySelector(".name-new");
  const problem = field.closest(".name-field").querySelector(".name-problem");
  problem.textContent = "";
  if (!typed) {
    box.hidden = true;
    return;
  }
  const players = await search(grid, typed);
  if (!players || field.value.trim() !== typed) return;
  const exact = players.find((player) => same(player.name, typed));
  const found = exact ?? (players.length === 1 ? players[0] : null);
  if (found) field.value = found.name;
  box.hidden = found !== null;
  if (found) box.querySelector("input").checked = false;
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches("[data-register-name]")) return;
  clearTimeout(timer);
  const typed = field.value.trim();
  if (!typed) return;
  timer = setTimeout(async () => {
    const players = await search(field.closest(".name-grid"), typed);
    if (players && field.value.trim() === typed) offer(players);
  }, PAUSE_MS);
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.matches("[data-register-name]")) resolve(field, field.closest(".name-grid"));
});

// Enter goes to the next name; the button at the end sends the form.
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches?.("[data-register-name]")) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll("[data-register-name]")];
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.focus();
  else field.form.querySelector("button[type=submit]").focus();
});
