// Doubts beside the lines of a board: shown as they come, fixed or dismissed by one key each, and
// never in the way of the next line. Which there are is the server's to say.

import { csrfToken } from "./outbox.js";

const KEYS = { ";": "fix", "&": "dismiss" };

function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return middle > 0 && middle < window.innerHeight;
}

export class Doubts {
  // `changed(answer)` shows what a fix did to the lines, `tell(message, kind)` says a sentence;
  // `first` are the doubts that the page came with.
  constructor(page, { changed, tell, first, signal }) {
    this.page = page;
    this.changed = changed;
    this.tell = tell;
    this.url = page.text.doubt;
    this.count = document.getElementById("board-doubt-count");
    this.ofBoard = document.getElementById("board-doubts");
    this.status = document.getElementById("doubt-status");
    this.working = Promise.resolve();
    this.known = new Set();
    this.latest = null;
    for (const line of page.lines) this.#listen(line);
    const press = (event) => {
      const button = event.target.closest(".typing-doubts button[data-action]");
      if (button) this.settle(button.closest("[data-doubt]"), button.dataset.action);
    };
    document.addEventListener("click", press, { signal });
    this.show(first, { quietly: true });
  }

  // What the server says of this board's doubts; of another's, only how many there are.
  show(values, { quietly = false, here = true } = {}) {
    for (const [board, count] of Object.entries(values.marks)) this.#mark(board, count);
    if (!here) return;
    for (const box of document.querySelectorAll(".typing-doubts")) box.replaceChildren();
    this.count.textContent = values.text;
    this.count.hidden = values.count === 0;
    const fresh = values.items.filter((item) => !this.known.has(item.key));
    this.known = new Set(values.items.map((item) => item.key));
    for (const item of values.items) this.#place(item);
    if (fresh.length > 0) this.latest = fresh.at(-1).key;
    if (!quietly && fresh.length > 0) {
      const sentences = fresh.map((item) => this.#find(item.key).querySelector(".doubt-sentence"));
      this.status.textContent = sentences.map((each) => each.textContent).join(" ");
    }
    this.#choose();
  }

  // Whether there is anything to look at on this page.
  get isAny() {
    return document.querySelector(".typing-doubts .doubt") !== null;
  }

  // Bring the doubt that the keys are for into view.
  reveal() {
    document.querySelector(".typing-doubts .current")?.scrollIntoView({ block: "nearest" });
  }

  // By its key: only what can be seen is settled, and what cannot be done is said.
  #settleByKey(action) {
    const doubt = document.querySelector(".typing-doubts .current");
    const { textNoDoubt, textNoFix, textSeeDoubt } = this.page.text;
    if (!doubt) this.tell(textNoDoubt);
    else if (!doubt.querySelector(`[data-action="${action}"]`)) this.tell(textNoFix);
    else if (isSeen(doubt)) this.settle(doubt, action);
    else {
      this.reveal();
      this.tell(textSeeDoubt);
    }
  }

  // Fix or dismiss a doubt, once everything typed before is saved.
  settle(doubt, action) {
    if (!doubt?.querySelector(`[data-action="${action}"]`)) return;
    const { doubt: key, fix } = doubt.dataset;
    const line = this.page.byId.get(doubt.closest("[data-line]")?.dataset.line);
    this.working = this.working.then(async () => {
      await this.page.outbox.settled();
      const { url } = doubt.dataset;
      if (this.page.outbox.isEmpty) await this.#send({ action, doubt: key, fix }, line, url);
    });
  }

  async #send(values, line, url) {
    let response;
    let answer;
    try {
      response = await fetch(url ?? this.url, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: new URLSearchParams({ ...values, section: this.page.text.section }),
      });
      answer = await response.json();
    } catch {
      this.tell(this.page.text.textOfflineDoubt, "alert-warning");
      return;
    }
    if (response.status === 401) {
      this.page.showLogin(answer.error, answer.login);
      return;
    }
    // A fix says by itself where it was.
    const where = line && values.action === "dismiss" && response.ok ? `${line.place}. ` : "";
    await this.changed({ ...answer, message: where + (answer.message ?? answer.error) }, response.ok);
  }

  #listen(line) {
    line.input.addEventListener("keydown", (event) => {
      const action = KEYS[event.key];
      if (!action || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      // After an exclamation mark a reason is typed, in which every sign may stand.
      if (line.typed.includes("!")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.#settleByKey(action);
    });
    line.input.addEventListener("focus", () => this.#choose());
  }

  // The doubt that the keys are for: that of the line being typed, or else the latest.
  #choose() {
    const all = [...document.querySelectorAll(".typing-doubts .doubt")];
    const own = this.page.activeLine?.row.querySelector(".doubt");
    const chosen = own ?? this.#find(this.latest) ?? all[0];
    for (const doubt of all) doubt.classList.toggle("current", doubt === chosen);
  }

  #find(key) {
    return document.querySelector(`.typing-doubts [data-doubt="${key}"]`);
  }

  // Beside its line; above the table where it is about several lines of this board.
  #place(item) {
    const lines = item.lines.split(" ").map((id) => this.page.byId.get(id));
    const here = lines.filter((line) => line !== undefined);
    const box = here.length === 1 ? here[0].row.querySelector(".typing-doubts") : this.ofBoard;
    box.insertAdjacentHTML("beforeend", item.html);
    // On a slip every line is of another board.
    const { doubtUrl } = here[0]?.row.dataset ?? {};
    if (doubtUrl) box.lastElementChild.dataset.url = doubtUrl;
  }

  #mark(board, count) {
    const step = document.querySelector(`.board-strip [data-board="${board}"]`);
    if (!step) return;
    const mark = step.querySelector(".strip-doubts");
    step.classList.toggle("has-doubts", count > 0);
    mark.hidden = count === 0;
    mark.querySelector(".strip-doubt-count").textContent = count;
  }
}
