// Two players change places: by dragging the handle beside one onto the other, by a finger too, or by
// keys (Space on one, Space on the other; C for the colours of a board). The last changes are undone.

const FAR_PX = 6;
const list = document.getElementById("pairing-rows");
const box = document.getElementById("pairing-judged");
const undoButton = box.querySelector("button");
const spoken = box.querySelector("[aria-live]");
const done = [];
let shown = null;
let marked = null;
let drag = null;

const fields = () => [...list.querySelectorAll("input")];
const handles = () => [...list.querySelectorAll(".pairing-handle")];
const fieldOf = (handle) => handle.closest(".name-field").querySelector("input");
const isBye = (text) => /^\s*([uhfz]|bye)\s*$/i.test(text);
const words = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// The stones of a handicap belong to the board, and not to the player.
function parts(text) {
  const stones = /\s(h[0-9](\s+k[-+−]?[0-9.,½]+)?|k[-+−]?[0-9.,½]+)\s*$/i.exec(text)?.[0] ?? "";
  return [text.slice(0, text.length - stones.length).trim(), stones.trimEnd()];
}

function label() {
  for (const handle of handles()) {
    const field = fieldOf(handle);
    const place = `${list.dataset.handle} ${field.getAttribute("aria-label")}`;
    handle.setAttribute("aria-label", field.value ? `${place}, ${field.value}` : place);
  }
}

function addHandles() {
  for (const field of fields()) {
    if (field.closest(".name-field").querySelector(".pairing-handle")) continue;
    const handle = document.createElement("button");
    handle.type = "button";
    handle.className = "pairing-handle";
    handle.textContent = "⠿";
    handle.tabIndex = -1;
    handle.setAttribute("aria-pressed", "false");
    field.before(handle);
  }
  // One of them is reached by Tab; the arrows lead to the others.
  if (!list.querySelector('.pairing-handle[tabindex="0"]')) handles()[0].tabIndex = 0;
  label();
}

const values = () => fields().map((field) => field.value);

function changed() {
  shown = values();
  undoButton.disabled = !done.length;
  addHandles();
  list.dispatchEvent(new CustomEvent("pairings:changed"));
}

// The reason below a row was that of the pair that was proposed.
function put(field, text) {
  field.value = text;
  field.closest(".pairing-row").querySelector(".pairing-why")?.remove();
}

function swap(one, other) {
  if (one === other) return;
  const [first, firstStones] = parts(one.value);
  const [second, secondStones] = parts(other.value);
  // A bye's letter stands behind its player.
  if (isBye(first) || isBye(second) || first === second) return;
  done.push(values());
  put(one, second ? second + firstStones : "");
  put(other, first ? first + secondStones : "");
  spoken.textContent = words(list.dataset.swapped, { one: first, other: second });
  changed();
}

function undo() {
  const before = done.pop();
  if (!before) return;
  fields().forEach((field, place) => {
    if (field.value !== (before[place] ?? "")) put(field, before[place] ?? "");
  });
  changed();
}

function mark(handle) {
  marked?.setAttribute("aria-pressed", "false");
  marked = handle;
  handle?.setAttribute("aria-pressed", "true");
  if (handle) {
    spoken.textContent = words(list.dataset.marked, { player: fieldOf(handle).value });
  }
}

function choose(handle) {
  if (marked && marked !== handle) {
    swap(fieldOf(marked), fieldOf(handle));
    mark(null);
  } else {
    mark(marked ? null : handle);
  }
}

function go(handle, by) {
  const all = handles();
  const next = all[all.indexOf(handle) + by];
  if (!next) return;
  handle.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

const steps = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 };

function onKey(event) {
  const handle = event.target.closest(".pairing-handle");
  if (!handle) return;
  event.stopPropagation();
  const key = event.key.toLowerCase();
  if (steps[event.key]) {
    go(handle, steps[event.key]);
  } else if (event.key === " " || event.key === "Enter") {
    choose(handle);
  } else if (event.key === "Escape") {
    mark(null);
  } else if (key === "z" && (event.ctrlKey || event.metaKey)) {
    undo();
  } else if (key === "c" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    swap(...handle.closest(".pairing-row").querySelectorAll("input"));
  } else {
    return;
  }
  event.preventDefault();
}

function target(event) {
  const below = document.elementFromPoint(event.clientX, event.clientY);
  const place = below?.closest("#pairing-rows .name-field");
  return place?.contains(drag.handle) ? null : place;
}

function highlight(place) {
  for (const old of list.querySelectorAll(".is-target")) old.classList.remove("is-target");
  place?.classList.add("is-target");
}

function begin(event) {
  const handle = event.target.closest(".pairing-handle");
  if (!handle || event.button > 0) return;
  drag = { handle, x: event.clientX, y: event.clientY, far: false };
  handle.setPointerCapture(event.pointerId);
}

function move(event) {
  if (!drag) return;
  const way = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
  drag.far ||= way > FAR_PX;
  if (!drag.far) return;
  drag.handle.closest(".name-field").classList.add("is-dragged");
  highlight(target(event));
}

function end(event) {
  if (!drag) return;
  const { handle, far } = drag;
  const place = far && event.type === "pointerup" ? target(event) : null;
  handle.closest(".name-field").classList.remove("is-dragged");
  highlight(null);
  drag = null;
  if (place) swap(fieldOf(handle), place.querySelector("input"));
  else if (!far && event.type === "pointerup") choose(handle);
}

// Before those of the fields: their Enter and arrows do other things.
list.addEventListener("keydown", onKey, true);
list.addEventListener("pointerdown", begin);
list.addEventListener("pointermove", move);
list.addEventListener("pointerup", end);
list.addEventListener("pointercancel", end);
list.addEventListener("change", () => {
  done.push(shown);
  shown = values();
  undoButton.disabled = false;
  addHandles();
});
new MutationObserver(addHandles).observe(list, { childList: true });
undoButton.addEventListener("click", undo);
document.querySelector(".pairing-keys").hidden = false;
shown = values();
addHandles();
