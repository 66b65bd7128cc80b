// What waits to be sent: one at a time in its order, kept until the server has answered, with the
// same key however often. A refusal leaves the box and is shown; no answer and 5xx stay in it.

import { load, newKey, save } from "./store.js";

const LAST_WAIT_MS = 8000;

export function csrfToken() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : "";
}

export class Outbox {
  // `answered(item, status, answer)` for each answer, `changed()` whenever something else waits.
  constructor({ answered, changed }) {
    this.answered = answered;
    this.changed = changed;
    this.items = load("outbox", []);
    this.sending = false;
    this.failures = 0;
    this.timer = 0;
    window.addEventListener("online", () => this.send());
  }

  get waiting() {
    return this.items;
  }

  of(line) {
    return this.items.find((item) => item.line === line && item.what === "enter");
  }

  // `what` is the end of the address of a line; a later result takes the place of an earlier one
  // that was never sent.
  put({ url, body, line = null, board = null, what = "", label = "" }) {
    const item = { key: newKey(), url, body, line, board, what, label, isTried: false };
    this.items = this.items.filter(
      (other) => !(what === "enter" && other.what === what && other.line === line && !other.isTried),
    );
    this.items.push(item);
    this.#keep();
    this.send();
    return item;
  }

  clear() {
    this.items = [];
    this.#keep();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      while (this.items.length > 0 && (await this.#sendFirst()));
    } finally {
      this.sending = false;
    }
  }

  async #sendFirst() {
    const [item] = this.items;
    item.isTried = true;
    save("outbox", this.items);
    let response;
    let answer;
    try {
      response = await fetch(item.url, {
        method: "POST",
        keepalive: true,
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          "X-CSRFToken": csrfToken(),
        },
        body: JSON.stringify({ ...item.body, key: item.key }),
      });
      if (response.status >= 500) throw new Error(response.statusText);
      answer = await response.json();
    } catch {
      this.#again(Math.min(1000 * 2 ** this.failures, LAST_WAIT_MS));
      this.failures += 1;
      return false;
    }
    this.failures = 0;
    if (response.status === 429) {
      this.#again(1000 * Number(response.headers.get("Retry-After") ?? 20));
      return false;
    }
    // Bound no more: what was entered stays until the director has decided.
    if (response.status !== 401) {
      this.items = this.items.filter((other) => other !== item);
      this.#keep();
    }
    this.answered(item, response.status, answer);
    return response.status !== 401;
  }

  #again(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), pause);
    this.changed();
  }

  #keep() {
    save("outbox", this.items);
    this.changed();
  }
}
