// Lines on their way to the server: kept in the browser until it has answered, sent one at a
// time in the order they were typed, again when the connection or the login comes back. Each has
// a place of its own in the browser's store, so that two windows never lose each other's.

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;

export function csrfToken() {
  // From the cookie, and not from the page: a login in between changes it.
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie
    ? cookie.slice("csrftoken=".length)
    : document.querySelector("[name=csrfmiddlewaretoken]").value;
}

// What waits since before an upgrade has its text under an older name.
function itemOf(stored) {
  const { entry, ...item } = JSON.parse(stored);
  return { typed: entry, ...item };
}

export class Outbox {
  // `on` has a function for each outcome: saved(item, answer), refused(item, answer),
  // conflict(item, answer), loggedOut(message, loginUrl), offline(), online(); and changed(),
  // called whenever something else waits. An item has `id` (its line), `url`, `typed`, `version`
  // and `label`, and `group` if it was pasted with others, which are undone at once; a later one
  // takes the place of an earlier one with the same key. `page` says what the page shows, and is
  // sent with each.
  constructor(name, on, page = {}) {
    this.prefix = `clubscore-waiting|${name}|`;
    this.on = on;
    this.page = page;
    this.items = new Map(this.#stored());
    this.sending = null;
    this.isOffline = false;
    this.isLoggedOut = false;
    this.failures = 0;
    // What the server calls the first change of a group.
    this.changes = new Map();
    window.addEventListener("online", () => this.send());
  }

  get isEmpty() {
    return this.items.size === 0;
  }

  // Nothing goes on by itself, or not at once.
  get isStuck() {
    return !this.isEmpty && (this.isOffline || this.isLoggedOut);
  }

  waiting() {
    return [...this.items.values()];
  }

  has(id) {
    return this.waiting().some((item) => item.id === id);
  }

  put(key, item) {
    this.#drop(key);
    this.items.set(key, item);
    this.#keep(key, item);
    this.on.changed();
    this.send();
  }

  // What waits for a line was typed over what the server has just said.
  renew(id, version) {
    for (const [key, item] of this.items) {
      if (item.id !== id) continue;
      item.version = version;
      this.#keep(key, item);
    }
  }

  // Send what waits; one run at a time. A run with nothing to send would let what is put at once
  // after it wait for the next one.
  send() {
    if (this.isEmpty) return this.sending ?? Promise.resolve();
    this.sending ??= this.#sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  // When everything is sent, or nothing more can be for now.
  async settled() {
    await this.send();
  }

  async #sendAll() {
    while (!this.isEmpty) {
      const [key, item] = this.items.entries().next().value;
      if (!(await this.#sendOne(key, item))) return;
    }
  }

  // Whether the server has answered for this line.
  async #sendOne(key, item) {
    let response;
    let answer;
    try {
      response = await fetch(item.url, {
        method: "POST",
        // Goes on when the page is left meanwhile.
        keepalive: true,
        headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: new URLSearchParams({
          typed: item.typed,
          version: item.version,
          with: this.changes.get(item.group) ?? "",
          ...(item.confirmed ? { confirmed: "1" } : {}),
          ...this.page,
        }),
      });
      // The server is in trouble, not the line: it waits as without a connection.
      if (response.status >= 500) throw new Error(response.statusText);
      answer = await response.json();
    } catch {
      this.isOffline = true;
      this.on.offline();
      this.on.changed();
      // A connection that was closed a moment ago is there again at once; a server is not.
      setTimeout(() => this.send(), Math.min(FIRST_RETRY_MS * 2 ** this.failures, LAST_RETRY_MS));
      this.failures += 1;
      return false;
    }
    this.isLoggedOut = response.status === 401;
    if (this.isLoggedOut) {
      this.on.loggedOut(answer.error, answer.login);
      this.on.changed();
      return false;
    }
    this.isOffline = false;
    this.failures = 0;
    this.on.online();
    // Typed again while it was on its way: the later text is still to be sent.
    if (this.items.get(key) === item) this.#drop(key);
    if (response.ok) this.renew(item.id, answer.line.version);
    if (item.group && answer.change && !this.changes.has(item.group)) {
      this.changes.set(item.group, answer.change);
    }
    this.on.changed();
    if (response.ok) this.on.saved(item, answer);
    else if (response.status === 409) this.on.conflict(item, answer);
    else this.on.refused(item, answer);
    return true;
  }

  #stored() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    return keys
      .map((key) => [key.slice(this.prefix.length), itemOf(localStorage.getItem(key))])
      .sort(([, one], [, other]) => one.at - other.at);
  }

  #drop(key) {
    this.items.delete(key);
    localStorage.removeItem(this.prefix + key);
  }

  #keep(key, item) {
    item.at ??= performance.timeOrigin + performance.now();
    try {
      localStorage.setItem(this.prefix + key, JSON.stringify(item));
    } catch {
      // The store is full or closed: it waits in this page alone, and leaving warns.
    }
  }
}
