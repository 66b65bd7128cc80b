// The page of doubts: by keyboard from one to the next, each fixed or dismissed by a key.

import { isUndoKey } from "./undo.js";

const rows = [...document.querySelectorAll(".doubt-list:not(.doubts-dismissed) > .doubt")];
const key = `clubscore-doubt-${location.pathname}`;
// After a fix or a dismissal the page comes back with the next doubt in the same place.
let place = Math.min(Number(sessionStorage.getItem(key) ?? 0), rows.length - 1);

function show(step = 0) {
  if (rows.length === 0) return;
  rows[place].classList.remove("current");
  place = Math.min(Math.max(place + step, 0), rows.length - 1);
  rows[place].classList.add("current");
  if (step) rows[place].scrollIntoView({ block: "nearest" });
  sessionStorage.setItem(key, place);
}

function press(action) {
  rows[place]?.querySelector(`button[value="${action}"]`)?.click();
}

const keys = {
  ArrowUp: () => show(-1),
  ArrowDown: () => show(+1),
  ";": () => press("fix"),
  "&": () => press("dismiss"),
};

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select")) return;
  if (isUndoKey(event)) {
    event.preventDefault();
    document.getElementById("undo-form").requestSubmit();
  } else if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    keys[event.key]();
  }
});
show();
