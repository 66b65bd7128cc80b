// Lines on their way to the server: kept in the browser until it has answered, sent one at a
// time in the order they were typed, again when the connection or the login comes back.

const RETRY_MS = 4000;

export function csrfToken() {
  // From the cookie, and not from the page: a login in between changes it.
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie
    ? cookie.slice("csrftoken=".length)
    : document.querySelector("[name=csrfmiddlewaretoken]").value;
}

export class Outbox {
  // `on` has a function for each outcome: saved(id, answer), refused(id, typed, message),
  // conflict(id, typed, answer), loggedOut(message, loginUrl), offline(), online().
  constructor(session, on) {
    this.key = `clubscore-waiting-${session}`;
    this.on = on;
    this.lines = new Map(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
    this.sending = null;
    this.isOffline = false;
    window.addEventListener("online", () => this.send());
  }

  get isEmpty() {
    return this.lines.size === 0;
  }

  waiting() {
    return [...this.lines];
  }

  put(id, line) {
    this.lines.delete(id);
    this.lines.set(id, line);
    this.#keep();
    this.send();
  }

  // Send what waits; one run at a time.
  send() {
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
      const [id, line] = this.lines.entries().next().value;
      if (!(await this.#sendOne(id, line))) return;
    }
  }

  // Whether the server has answered for this line.
  async #sendOne(id, line) {
    let response;
    let answer;
    try {
      response = await fetch(line.url, {
        method: "POST",
        // Goes on when the page is left meanwhile.
        keepalive: true,
        headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: new URLSearchParams({ entry: line.entry, version: line.version }),
      });
      answer = await response.json();
    } catch {
      this.isOffline = true;
      this.on.offline();
      setTimeout(() => this.send(), RETRY_MS);
      return false;
    }
    if (response.status === 401) {
      this.on.loggedOut(answer.error, answer.login);
      return false;
    }
    this.isOffline = false;
    this.on.online();
    // Typed again while it was on its way: the later text is still to be sent.
    if (this.lines.get(id) === line) this.lines.delete(id);
    else if (answer.line) this.lines.get(id).version = answer.line.version;
    this.#keep();
    if (response.ok) this.on.saved(id, answer);
    else if (response.status === 409) this.on.conflict(id, line.entry, answer);
    else this.on.refused(id, line.entry, answer.error);
    return true;
  }

  #keep() {
    localStorage.setItem(this.key, JSON.stringify([...this.lines]));
  }
}
