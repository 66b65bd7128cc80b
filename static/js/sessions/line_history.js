// The history of a line in a dialog, over the page that its link stands on: by the link, or by
// the key "h" in a row that has one. Without this script the link leads to a page of its own.

import { csrfToken } from "./typing/outbox.js";

const dialog = document.getElementById("history-dialog");
const title = dialog.querySelector(".dialog-title");
const body = dialog.querySelector(".dialog-body");
let opened = null;
let origin = null;

async function open(link, from) {
  opened = link;
  origin = from;
  title.textContent = link.getAttribute("aria-label");
  if (!(await show())) {
    location.assign(link.href);
    return;
  }
  if (!dialog.open) dialog.showModal();
}

// Fill the dialog with the history as it is now; whether the server answered.
async function show(error = "") {
  let response;
  try {
    response = await fetch(`${opened.href}?in=dialog`, { redirect: "error" });
  } catch {
    return false;
  }
  if (!response.ok) return false;
  const part = new DOMParser().parseFromString(await response.text(), "text/html");
  body.replaceChildren(...part.body.childNodes);
  if (error) say(error);
  return true;
}

function say(error) {
  const box = document.createElement("p");
  box.className = "alert alert-warning";
  box.setAttribute("role", "alert");
  box.textContent = error;
  body.prepend(box);
}

// Bring a state back: the page shows it by itself, or else is loaded again.
async function restore(form, button) {
  const data = new FormData(form, button);
  data.set("section", opened.closest("[data-section]")?.dataset.section ?? "");
  let response;
  let answer;
  try {
    response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: new URLSearchParams(data),
    });
    answer = await response.json();
  } catch {
    say(dialog.dataset.textOffline);
    return;
  }
  if (response.ok) {
    dialog.close();
    const restored = new CustomEvent("clubscore:restored", { detail: answer, cancelable: true });
    if (document.dispatchEvent(restored)) location.reload();
  } else if (response.status === 401) {
    location.assign(`${answer.login}?next=${encodeURIComponent(location.pathname)}`);
  } else if (!(await show(answer.error))) {
    say(answer.error);
  }
}

// In a field, only where the letter would not go on with what is typed: nothing begins with it.
function isFree(field) {
  if (!field.matches("input, textarea, select")) return true;
  return field.matches("input.typed") && field.selectionEnd - field.selectionStart === field.value.length;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-history]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open(link, link);
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key.toLowerCase() !== "h" || event.isComposing || dialog.open) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const link = event.target.closest("[data-line], tr")?.querySelector("a[data-history]");
    if (!link || !isFree(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    open(link, event.target);
  },
  true,
);
dialog.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return;
  event.preventDefault();
  restore(event.target, event.submitter);
});
dialog.addEventListener("close", () => {
  body.replaceChildren();
  // The browser gave the focus back before this event came: who has typed on since is elsewhere.
  if (document.activeElement !== document.body) return;
  origin?.focus();
  if (origin?.matches("input")) origin.select();
});
