// A screen in the hall: asks every three seconds, counts by the server's time, and goes on by itself
// without contact. A director's has keys.

import { csrfToken } from "./outbox.js";

const PAUSE_MS = 3000;
const LOST_MS = 12_000;
const TOLD_MS = 6000;
const TICK_MS = 250;

export const PAGE_MS = 12_000;
export const body = document.getElementById("display");
export const byId = (id) => document.getElementById(id);

export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export class Screen {
  // `show()` for another state, `tick()` four times a second once there is one.
  constructor({ show, tick, state = null }) {
    this.on = { show, tick };
    this.tag = "";
    this.heard = Date.now();
    this.state = state;
    this.offset = state ? Date.parse(state.now) - Date.now() : 0;
    this.told = { text: "", at: 0 };
    this.isPressing = false;
    document.addEventListener("submit", (event) => {
      const what = event.submitter?.value;
      if (!what || what === "times") return;
      event.preventDefault();
      const { text } = event.target.elements;
      this.press(what, text ? { text: text.value } : {});
    });
  }

  // By the clock of the server.
  get now() {
    return Date.now() + this.offset;
  }

  start() {
    setInterval(() => this.#tick(), TICK_MS);
    this.#follow();
  }

  async press(what, more = {}) {
    if (!body.dataset.clock || this.isPressing) return;
    this.isPressing = true;
    try {
      const response = await fetch(body.dataset.clock, {
        method: "POST",
        headers: { "X-CSRFToken": csrfToken(), Accept: "application/json" },
        // Where keys mean a state, the one that was shown.
        body: new URLSearchParams({ do: what, ...(this.state?.state && { seen: this.state.state }), ...more }),
      });
      const { message = "" } = response.status < 500 ? await response.json() : {};
      if (!response.ok) this.told = { text: message, at: Date.now() };
      await this.#ask();
    } catch {
      // What was pressed did not arrive; the contact says why.
    }
    this.isPressing = false;
  }

  async #follow() {
    try {
      await this.#ask();
    } catch {
      // The clock goes on; the screen says so.
    }
    setTimeout(() => this.#follow(), PAUSE_MS);
  }

  async #ask() {
    const asked = Date.now();
    const response = await fetch(body.dataset.url, { cache: "no-store", headers: this.tag ? { "If-None-Match": this.tag } : {} });
    if (response.status !== 304 && !response.ok) throw new Error(response.status);
    this.heard = Date.now();
    this.tag = response.headers.get("ETag") ?? this.tag;
    if (response.status === 304) return;
    this.state = await response.json();
    this.offset = Date.parse(this.state.now) - (asked + this.heard) / 2;
    this.on.show();
    this.#tick();
  }

  #tick() {
    if (this.state) this.on.tick();
    const silent = Date.now() - this.heard;
    const lost = silent > LOST_MS ? fill(body.dataset.lost, { seconds: Math.round(silent / 1000) }) : "";
    const said = Date.now() - this.told.at < TOLD_MS ? this.told.text : "";
    byId("contact").textContent = lost || said || body.dataset.aside || "";
  }
}
