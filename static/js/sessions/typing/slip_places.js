// What is special to a round slip: every line is of another board, the way leads from table to
// table, and the whole slip may have been played the other way.

import { csrfToken } from "./outbox.js";
import { showNotice } from "./typing_page.js";

const STAR = "*";
const PARTS = /([tr])?0*(\d+)/gi;

export class SlipPlaces {
  constructor(text, lines) {
    this.text = text;
    this.lines = lines;
    this.ids = new Set(lines.map((line) => line.id));
    // The doubts of each board of the slip.
    this.doubts = new Map();
  }

  // `show(values, done)` shows the lines as they are now, `tell(message, kind)` says a sentence.
  prepare(page, { tell, renew, show }) {
    const button = document.getElementById("turn-slip");
    button.hidden = false;
    button.addEventListener("click", () => this.#turn(page, { tell, renew, show }));
    const turn = (line) => {
      if (!line.isUntouched) return false;
      return this.#turn(page, { tell, renew, show });
    };
    page.keys.w = turn;
    page.keys.W = turn;
  }

  // How far the slip is, by its own lines.
  showProgress() {
    const expected = this.lines.length;
    const entered = this.lines.filter((line) => line.saved !== "").length;
    const place = document.getElementById("board-progress");
    place.dataset.now = `${entered}/${expected}`;
    place.textContent = place.dataset.template
      .replace("%(entered)s", entered)
      .replace("%(expected)s", expected);
    const cell = document.querySelector(".slip-grid [aria-current]");
    const state = entered === expected ? "complete" : entered > 0 ? "playing" : "nothing";
    cell.parentElement.className = `monitor-cell state-${state}`;
    cell.textContent = `${entered}/${expected}`;
  }

  // The lines of the slip as they are on the server; null without an answer.
  async current() {
    try {
      const response = await fetch(this.text.now, { redirect: "error" });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  showElsewhere() {}

  mayShow(line) {
    return !line.isChanged;
  }

  // The doubts of the slip: those of one board come with every line that is saved. A doubt about
  // two boards comes with both, and one about other tables alone is none of this slip's.
  doubtsOf(values) {
    for (const each of [values].flat()) {
      const [board] = Object.keys(each.marks);
      this.doubts.set(board, each.items);
    }
    const items = new Map();
    for (const item of [...this.doubts.values()].flat()) {
      if (item.lines.split(" ").some((id) => this.ids.has(id))) items.set(item.key, item);
    }
    const count = items.size;
    const words = count === 1 ? this.text.textOneDoubt : this.text.textDoubts;
    const text = words.replace("%(count)s", count);
    return { count, text, items: [...items.values()], marks: {} };
  }

  // The next slip that is not complete, around the end; none when all is in.
  next() {
    const slips = [...document.querySelectorAll(".slip-grid a")].sort(
      (one, other) => one.dataset.order - other.dataset.order,
    );
    const here = slips.findIndex((slip) => slip.hasAttribute("aria-current"));
    const others = [...slips.slice(here + 1), ...slips.slice(0, here)];
    return others.find((slip) => !slip.closest(".state-complete"))?.href;
  }

  // `t3 r2` is table 3 in round 2, `r2` the same table, `t3` or `3` the same round; `3 2` as the
  // first.
  find(text) {
    const asked = { t: this.text.table, r: this.text.round };
    const unnamed = ["t", "r"];
    for (const [, name, number] of text.matchAll(PARTS)) {
      const part = name?.toLowerCase() ?? unnamed[0];
      unnamed.splice(unnamed.indexOf(part), 1);
      if (part) asked[part] = number;
    }
    if (text.replace(PARTS, "").trim()) return undefined;
    const place = `[data-table="${asked.t}"][data-round="${asked.r}"]`;
    return document.querySelector(`.slip-grid a${place}`);
  }

  // North–South and East–West changed places on every board, once all typed before is saved.
  async #turn(page, { tell, renew, show }) {
    await page.outbox.settled();
    if (!page.outbox.isEmpty) return;
    const seats = this.lines[0].seats.split(STAR).reverse().join(STAR);
    let response;
    let answer;
    try {
      response = await fetch(this.text.seats, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: new URLSearchParams({ typed: seats }),
      });
      answer = await response.json();
    } catch {
      tell(this.text.textOfflineTurn, "alert-warning");
      return;
    }
    if (response.status === 401) page.showLogin(answer.error, answer.login);
    else if (!response.ok) showNotice(answer.error);
    else {
      renew();
      tell(answer.message);
      show(answer, this.text.textTurned);
    }
  }
}
