// Tie-breaks: ticked ones move up into the list of those that count, in the order they are sent.
// By mouse and by touch with the arrows, by keyboard with them too, or with Alt and an arrow key.

const chosen = document.getElementById("chosen-tie-breaks");
const others = document.getElementById("other-tie-breaks");

function place(item, ticked) {
  const focused = document.activeElement;
  if (ticked) chosen.append(item);
  else others.prepend(item);
  if (item.contains(focused)) focused.focus();
}

function step(item, by) {
  const neighbour = by < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!neighbour) return;
  const focused = document.activeElement;
  if (by < 0) neighbour.before(item);
  else neighbour.after(item);
  if (item.contains(focused)) focused.focus();
}

for (const list of [chosen, others]) {
  list.addEventListener("change", (event) => {
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
