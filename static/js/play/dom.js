// Making elements, and the pause after a screen has changed.

const DEAD_MS = 350;
let changedAt = -Infinity;

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

export function echo(text) {
  const place = document.getElementById("echo");
  if (place.textContent !== text) place.textContent = text;
}
