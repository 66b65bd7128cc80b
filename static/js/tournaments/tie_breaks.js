// Tie-breaks: chosen ones move up into the list of those that count, in the order they are sent.
// In a new tournament they follow its kind and its game until somebody touches them.
// By mouse and by touch with the arrows, by keyboard with them too, or with Alt and an arrow key.

const chosen = document.getElementById("chosen-tie-breaks");
const others = document.getElementById("other-tie-breaks");

function place(item, counts) {
  const focused = document.activeElement;
  if (counts) chosen.append(item);
  else others.prepend(item);
  if (item.contains(focused)) focused.focus();
}

function step(item, by) {
  const neighbour = by < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!neighbour) return;
  touch();
  const focused = document.activeElement;
  if (by < 0) neighbour.before(item);
  else neighbour.after(item);
  if (item.contains(focused)) focused.focus();
}

const suggested = document.getElementById("suggested-tie-breaks");

function touch() {
  if (suggested) suggested.value = "";
}

for (const list of [chosen, others]) {
  list.addEventListener("change", (event) => {
    touch();
    place(event.target.closest(".tie-break"), event.target.checked);
  });
}

chosen.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) step(button.closest(".tie-break"), Number(button.dataset.step));
});

chosen.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const item = event.target.closest(".tie-break");
  if (!by || !event.altKey || !item) return;
  event.preventDefault();
  step(item, by);
});

function follow() {
  if (!suggested.value) return;
  const { kind, discipline } = suggested.form.elements;
  const fitting = suggestions.find((each) => each.kind === kind.value && each.game === discipline.value);
  if (!fitting) return;
  const items = new Map();
  for (const item of document.querySelectorAll(".tie-break")) {
    const box = item.querySelector("input");
    box.checked = false;
    items.set(box.value, item);
    others.append(item);
  }
  for (const code of fitting.codes) {
    items.get(code).querySelector("input").checked = true;
    chosen.append(items.get(code));
  }
  // Without any, as in a knock-out, the next kind brings its own all the same.
  suggested.value = fitting.codes.join(",") || ",";
}

const suggestions = suggested
  ? JSON.parse(document.getElementById("tie-break-suggestions").textContent)
  : [];
if (suggested) {
  suggested.form.elements.kind.addEventListener("change", follow);
  suggested.form.elements.discipline.addEventListener("change", follow);
}
