// A page of lines that are typed into: moving by keyboard, keeping each line as it is accepted.
// What a text means is the server's to say; this file knows only fields, keys and places.

import { Outbox } from "./outbox.js";
import { echo, stopEcho } from "./echo.js";

const notice = document.getElementById("entry-alert");

export function showNotice(message, link) {
  notice.replaceChildren();
  if (!message) return;
  const box = document.createElement("div");
  box.className = "alert alert-warning";
  box.append(message, " ");
  if (link) box.append(link);
  notice.append(box);
}

export class EntryPage {
  // `text` has the sentences of the page; what waits to be sent is kept under the name `outbox`;
  // `saved(answer)` shows what an answer says beyond its own line; `done()` is called when Enter
  // finds nothing more to fill in here.
  constructor(lines, text, { outbox, saved, done }) {
    this.lines = lines;
    this.text = text;
    this.done = done;
    this.byId = new Map(lines.map((line) => [line.id, line]));
    this.outbox = new Outbox(outbox, {
      saved: (id, answer) => {
        this.byId.get(id)?.show(answer.line);
        saved(answer, this.byId.get(id));
      },
      refused: (...outcome) => this.#refused(...outcome),
      conflict: (...outcome) => this.#conflict(...outcome),
      loggedOut: (...outcome) => this.showLogin(...outcome),
      offline: () => showNotice(text.textOffline),
      online: () => showNotice(""),
    });
    this.keys = {
      Enter: (line) => {
        this.accept(line);
        this.goOn(line);
      },
      ArrowUp: (line) => this.step(line, -1),
      ArrowDown: (line) => this.step(line, +1),
      Escape: (line) => line.restore(),
      "?": () => {
        const help = document.getElementById("entry-help");
        help.open = !help.open;
        if (help.open) help.scrollIntoView({ block: "nearest" });
      },
    };
  }

  // Listen to the fields, send what still waits, and go to the first line that is open.
  start() {
    for (const line of this.lines) this.#listen(line);
    window.addEventListener("beforeunload", (event) => {
      if (this.outbox.isOffline || this.refusedLine) event.preventDefault();
    });
    for (const [id, waiting] of this.outbox.waiting()) this.byId.get(id)?.refill(waiting.entry);
    this.outbox.send();
    // Somebody may be typing already, in the field that the page itself put the focus on.
    for (const line of this.lines) if (line.isChanged) echo(line);
    if (!this.activeLine) (this.lines.find((line) => line.isOpen) ?? this.lines[0])?.focus();
  }

  get activeLine() {
    return this.lines.find((line) => line.input === document.activeElement);
  }

  get refusedLine() {
    return this.lines.find((line) => line.isRefused);
  }

  accept(line) {
    if (!line.isChanged) return;
    stopEcho();
    line.wait();
    this.outbox.put(line.id, { url: line.url, entry: line.typed, version: line.version });
  }

  async goOn(from) {
    const start = this.lines.indexOf(from) + 1;
    const around = [...this.lines.slice(start), ...this.lines.slice(0, start - 1)];
    // Enter on an empty field skips the line: only what comes below it is looked for then.
    const candidates = from.typed ? around : this.lines.slice(start);
    const open = candidates.find((line) => line.isOpen);
    if (open) {
      open.focus();
      return;
    }
    await this.outbox.settled();
    if (this.refusedLine) this.refusedLine.focus();
    else if (this.outbox.isEmpty) this.done();
  }

  step(line, by) {
    this.lines[this.lines.indexOf(line) + by]?.focus();
  }

  showLogin(message, loginUrl) {
    const link = document.createElement("a");
    link.href = `${loginUrl}?next=${encodeURIComponent(location.pathname)}`;
    link.className = "btn btn-primary btn-sm";
    link.textContent = this.text.textLogIn;
    showNotice(message, link);
  }

  #listen(line) {
    line.input.addEventListener("keydown", (event) => {
      const action = this.keys[event.key];
      if (!action || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      action(line);
    });
    // Leaving a field keeps what is in it, but never sends a refused text again unasked.
    line.input.addEventListener("blur", () => line.isRefused || this.accept(line));
    line.input.addEventListener("input", () => echo(line));
  }

  #refused(id, typed, message) {
    const line = this.byId.get(id);
    if (!line) {
      showNotice(`${this.text.textElsewhere} “${typed}” – ${message}`);
      return;
    }
    line.refuse(typed, message);
    this.#returnTo(line);
  }

  #conflict(id, typed, answer) {
    const line = this.byId.get(id);
    if (!line) return;
    line.version = answer.line.version;
    line.refuse(typed, answer.error);
    this.#returnTo(line);
  }

  // Back to a line that was refused, unless the next one is being typed already.
  #returnTo(line) {
    const active = this.activeLine;
    if (!active || active === line || !active.isChanged) line.focus();
  }
}
