// Making elements, the pause after a screen has changed, and whether a finger is on it.

const DEAD_MS = 350;
// From lifting a finger until the browser has pressed what was under it, and a little more.
const LIFTED_MS = 50;
let changedAt = -Infinity;
let held = false;

// An element with attributes and children; `on…` are listeners, `false` and empty leave one out.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((each) => each || each === 0));
  return element;
}

// A button; for a moment after the screen changed it does nothing, so that a double tap on what
// was there before does not press what is there now.
export function button(text, press, { kind = "", ...attributes } = {}) {
  const onclick = (event) => {
    if (performance.now() - changedAt < DEAD_MS) return;
    navigator.vibrate?.(10);
    press(event);
  };
  return h("button", { type: "button", class: `key ${kind}`, onclick, ...attributes }, text);
}

export function screenChanged() {
  changedAt = performance.now();
}

// A button that is replaced while a finger is on it is not pressed.
export function isHeld() {
  return held;
}

export function watchFingers(lifted) {
  const lift = () => {
    held = false;
    lifted();
  };
  addEventListener("pointerdown", () => (held = true));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift, LIFTED_MS));
}

export function echo(text) {
  const place = document.getElementById("echo");
  if (place.textContent !== text) place.textContent = text;
}
