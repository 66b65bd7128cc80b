// Making elements, the pause after a screen has changed, and whether a finger is on it.

const DEAD_MS = 350;
// From lifting a finger until the browser has pressed what was under it, and a little more.
const LIFTED_MS = 50;
// How far apart the two taps of a double tap may be.
const NEAR_PX = 40;
let changedAt = -Infinity;
let tapped = { at: -Infinity, x: 0, y: 0 };
// The tap that changed the screen; none where it changed by itself.
let changedBy = null;
let held = false;

// An element with attributes and children; `on…` are listeners, `false` and empty leave one out.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((each) => each || each === 0).flatMap(unbroken));
  return element;
}

const RESULT = /(?<![\d½])([01½]–[01½])(?![\d½])/;

// A browser would break the line at the dash of a result.
function unbroken(child) {
  if (typeof child !== "string" || !RESULT.test(child)) return [child];
  const parts = child.split(RESULT).map((part, place) => (place % 2 ? h("span", { class: "unbroken" }, document.createTextNode(part)) : part));
  // One element: the parts of a key would stand beside each other.
  return [h("span", {}, parts)];
}

// A button. For a moment after a tap has changed the screen it does nothing in that place, so that a
// double tap on what was there before does not press what is there now; a quick finger elsewhere is
// none. Where the screen has changed by itself, it does nothing anywhere.
export function button(text, press, { kind = "", ...attributes } = {}) {
  const onclick = (event) => {
    if (isSecondTap(event)) return;
    navigator.vibrate?.(10);
    press(event);
  };
  return h("button", { type: "button", class: `key ${kind}`, onclick, ...attributes }, text);
}

function isSecondTap(event) {
  if (performance.now() - changedAt >= DEAD_MS) return false;
  // A key of the keyboard is at no place.
  if (!changedBy || event.detail === 0) return true;
  return Math.hypot(event.clientX - changedBy.x, event.clientY - changedBy.y) < NEAR_PX;
}

export function screenChanged() {
  changedAt = performance.now();
  changedBy = changedAt - tapped.at < DEAD_MS ? tapped : null;
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
  addEventListener("pointerdown", (event) => {
    held = true;
    tapped = { at: performance.now(), x: event.clientX, y: event.clientY };
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift, LIFTED_MS));
}

export function echo(text) {
  const place = document.getElementById("echo");
  if (place.textContent !== text) place.textContent = text;
}
