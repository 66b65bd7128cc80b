// A column pasted from a spreadsheet fills the lines from here on, after a look at what each row
// means: the good ones are kept in order, the others stay in their fields with their sentence.

import { showNotice } from "./typing_page.js";
import { csrfToken } from "./outbox.js";

// More than any board has lines; what is longer is cut here, and counted by the server no more.
const LONGEST = 400_000;

export class Pasting {
  constructor(page) {
    this.page = page;
    this.dialog = document.getElementById("pasted");
    this.rows = this.dialog.querySelector("tbody");
    this.notes = this.dialog.querySelector(".pasted-notes");
    this.read = [];
    for (const line of page.lines) {
      line.input.addEventListener("paste", (event) => this.#paste(event, line));
    }
    this.dialog.addEventListener("close", () => this.#closed());
  }

  #paste(event, line) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // One cell, or a part of one, goes into the field as anywhere.
    if (!/[\n\r\t]/.test(text.trim())) return;
    event.preventDefault();
    this.line = line;
    this.#ask(text.slice(0, LONGEST));
  }

  async #ask(text) {
    const { lines } = this.page;
    const below = lines.slice(lines.indexOf(this.line)).map((line) => line.id);
    let response;
    let answer;
    try {
      response = await fetch(this.dialog.dataset.url, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: new URLSearchParams({ text, lines: below.join(" ") }),
      });
      answer = await response.json();
    } catch {
      showNotice(this.dialog.dataset.offline);
      return;
    }
    if (response.status === 401) this.page.showLogin(answer.error, answer.login);
    else if (!response.ok) showNotice(answer.error);
    else this.#show(answer);
  }

  #show({ lines, notes }) {
    showNotice("");
    this.read = lines;
    this.rows.replaceChildren(...lines.map((each) => this.#row(each)));
    this.notes.replaceChildren(
      ...notes.map((note) => {
        const item = document.createElement("li");
        item.textContent = note;
        return item;
      }),
    );
    const good = lines.filter((each) => !each.error).length;
    const accept = this.dialog.querySelector("[value=accept]");
    accept.textContent = accept.dataset.template
      .replace("%(good)s", good)
      .replace("%(all)s", lines.length);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    accept.focus();
  }

  #row({ id, typed, understood, replaces, error }) {
    const row = document.createElement("tr");
    row.className = error ? "pasted-refused" : "";
    const meaning = error ?? [understood, replaces].filter(Boolean).join(" ");
    for (const text of [this.page.byId.get(String(id)).place, typed, meaning]) {
      const cell = document.createElement("td");
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  }

  #closed() {
    if (this.dialog.returnValue === "accept") this.#fill();
    // Unless the browser has given the focus back already, and somebody has gone on from there.
    else if (document.activeElement === document.body) this.line.focus();
  }

  #fill() {
    let last = this.line;
    const group = `${Date.now()}`;
    for (const { id, typed, error } of this.read) {
      const line = this.page.byId.get(String(id));
      line.input.value = typed;
      if (error) line.refuse(typed, error);
      else this.page.accept(line, group);
      last = line;
    }
    if (this.page.refusedLine) this.page.refusedLine.focus();
    else this.page.goOn(last);
  }
}
