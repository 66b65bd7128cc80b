// The results of a round: moving by keyboard, keeping each line as it is accepted.
// What a text means is the server's to say; this file knows only fields, keys and places.

import { Outbox } from "../entry/outbox.js";
import { echo, stopEcho } from "../entry/echo.js";
import { GameLine } from "./game_line.js";

const table = document.getElementById("round");
const notice = document.getElementById("entry-alert");
const rows = table ? [...table.querySelectorAll("tr[data-line]")] : [];
const text = table ? table.dataset : {};
const lines = rows.map((row) => new GameLine(row, text));
const byId = new Map(lines.map((line) => [line.id, line]));

function showNotice(message, link) {
  notice.replaceChildren();
  if (!message) return;
  const box = document.createElement("div");
  box.className = "alert alert-warning";
  box.append(message, " ");
  if (link) box.append(link);
  notice.append(box);
}

function showLogin(message, loginUrl) {
  const link = document.createElement("a");
  link.href = `${loginUrl}?next=${encodeURIComponent(location.pathname)}`;
  link.className = "btn btn-primary btn-sm";
  link.textContent = text.textLogIn;
  showNotice(message, link);
}

function showSaved(id, answer) {
  byId.get(id)?.show(answer.line);
  const place = document.getElementById("round-progress");
  if (place) {
    place.textContent = place.dataset.template
      .replace("%(entered)s", answer.round.entered)
      .replace("%(games)s", answer.round.games);
  }
  const step = document.querySelector(`.board-strip [data-round="${answer.round.number}"]`);
  step.className = `strip-${answer.round.state}`;
  step.querySelector(".strip-count").textContent = `${answer.round.entered}/${answer.round.games}`;
}

function showRefused(id, typed, message) {
  const line = byId.get(id);
  if (!line) {
    showNotice(`${text.textElsewhere} “${typed}” – ${message}`);
    return;
  }
  line.refuse(typed, message);
  returnTo(line);
}

function showConflict(id, typed, answer) {
  const line = byId.get(id);
  if (!line) return;
  line.version = answer.line.version;
  line.refuse(typed, answer.error);
  returnTo(line);
}

// Back to a line that was refused, unless the next one is being typed already.
function returnTo(line) {
  const active = lines.find((each) => each.input === document.activeElement);
  if (!active || active === line || !active.isChanged) line.focus();
}

function accept(line) {
  if (!line.isChanged) return;
  stopEcho();
  line.wait();
  outbox.put(line.id, { url: line.url, entry: line.typed, version: line.version });
}

async function goOn(from) {
  const start = lines.indexOf(from) + 1;
  const around = [...lines.slice(start), ...lines.slice(0, start - 1)];
  // Enter on an empty field skips the game: only what comes below it is looked for then.
  const candidates = from.typed ? around : lines.slice(start);
  const open = candidates.find((line) => line.isOpen);
  if (open) {
    open.focus();
    return;
  }
  await outbox.settled();
  const refused = lines.find((line) => line.isRefused);
  if (refused) refused.focus();
  else if (outbox.isEmpty && !lines.some((line) => line.isOpen)) location.assign(text.finish);
}

function step(line, by) {
  lines[lines.indexOf(line) + by]?.focus();
}

const keys = {
  Enter: (line) => {
    const wasOpen = line.isOpen || line.isChanged;
    accept(line);
    // Enter on a result that stands goes down, and never leaves the page.
    if (wasOpen) goOn(line);
    else step(line, +1);
  },
  ArrowUp: (line) => step(line, -1),
  ArrowDown: (line) => step(line, +1),
  Escape: (line) => line.restore(),
  "?": () => {
    const help = document.getElementById("entry-help");
    help.open = !help.open;
    if (help.open) help.scrollIntoView({ block: "nearest" });
  },
};

const outbox = new Outbox(text.round, {
  saved: showSaved,
  refused: showRefused,
  conflict: showConflict,
  loggedOut: showLogin,
  offline: () => showNotice(text.textOffline),
  online: () => showNotice(""),
});

for (const line of lines) {
  line.input.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action(line);
  });
  // Leaving a field keeps what is in it, but never sends a refused text again unasked.
  line.input.addEventListener("blur", () => line.isRefused || accept(line));
  line.input.addEventListener("input", () => echo(line));
}
window.addEventListener("beforeunload", (event) => {
  if (outbox.isOffline || lines.some((line) => line.isRefused)) event.preventDefault();
});

if (lines.length) {
  for (const [id, waiting] of outbox.waiting()) byId.get(id)?.refill(waiting.entry);
  outbox.send();
  // Somebody may be typing already, in the field that the page itself put the focus on.
  for (const line of lines) if (line.isChanged) echo(line);
  if (!lines.some((line) => line.input === document.activeElement)) {
    (lines.find((line) => line.isOpen) ?? lines[0]).focus();
  }
}
