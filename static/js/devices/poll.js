// Asking for the state of a device: every 3 s while somebody looks, faster for a while after
// something was sent, slower when nobody touches, never when hidden.

const USUAL_MS = 3000;
const EAGER_MS = 1000;
const EAGER_FOR_MS = 20_000;
const IDLE_AFTER_MS = 600_000;
const IDLE_MS = 10_000;
const LAST_WAIT_MS = 8000;

export class Poll {
  // Of `url`: `show(state)` for another state, `unbound(message)` for 401, `closed(message)` for 410,
  // `tick()` after every try.
  constructor({ url, show, unbound, closed, tick }) {
    this.url = url;
    this.on = { show, unbound, closed, tick };
    this.tag = "";
    this.timer = 0;
    this.failures = 0;
    this.eagerUntil = 0;
    this.touchedAt = performance.now();
    this.contactAt = performance.now();
    this.isAsking = false;
    const ask = () => document.visibilityState === "visible" && this.ask();
    document.addEventListener("visibilitychange", ask);
    window.addEventListener("pageshow", ask);
    window.addEventListener("online", ask);
    document.addEventListener("pointerdown", () => (this.touchedAt = performance.now()));
    setInterval(() => this.on.tick(), 1000);
  }

  // Seconds since the server last answered.
  get silence() {
    return Math.floor((performance.now() - this.contactAt) / 1000);
  }

  beEager() {
    this.eagerUntil = performance.now() + EAGER_FOR_MS;
    this.#later();
  }

  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    clearTimeout(this.timer);
    try {
      const response = await fetch(this.url, {
        cache: "no-store",
        headers: { Accept: "application/json", ...(this.tag && { "If-None-Match": this.tag }) },
      });
      if (response.status >= 500) throw new Error(response.statusText);
      this.failures = 0;
      this.contactAt = performance.now();
      this.tag = response.headers.get("ETag") ?? this.tag;
      if (response.status === 401) {
        this.tag = "";
        this.on.unbound((await response.json()).message);
      } else if (response.status === 410) this.on.closed?.((await response.json()).message);
      else if (response.ok) this.on.show(await response.json());
    } catch {
      this.failures += 1;
    }
    this.isAsking = false;
    this.on.tick();
    this.#later();
  }

  #later() {
    clearTimeout(this.timer);
    if (document.visibilityState !== "visible") return;
    this.timer = setTimeout(() => this.ask(), this.#pause() * (0.8 + 0.4 * Math.random()));
  }

  #pause() {
    const now = performance.now();
    if (this.failures > 0) return Math.min(1000 * 2 ** (this.failures - 1), LAST_WAIT_MS);
    if (now < this.eagerUntil) return EAGER_MS;
    return now - this.touchedAt > IDLE_AFTER_MS ? IDLE_MS : USUAL_MS;
  }
}
