// What stands beside the traveller: the frequencies so far and the last changes. Asked for again
// when something was saved and the fingers rest a moment; never in the way of saving.

const PAUSE_MS = 1000;

export class Beside {
  // `undo()` takes back the last change, as its key does.
  constructor(undo) {
    this.place = document.getElementById("beside");
    this.timer = undefined;
    this.asked = 0;
    this.place.addEventListener("click", (event) => {
      if (event.target.closest("[data-undo]")) undo();
    });
  }

  renew() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  async #ask() {
    const number = ++this.asked;
    let part;
    try {
      const response = await fetch(this.place.dataset.url, { redirect: "error" });
      if (!response.ok) return;
      part = await response.text();
    } catch {
      // Without a connection it stays as it is; saving says so.
      return;
    }
    if (number !== this.asked) return;
    const had = this.place.contains(document.activeElement);
    const page = new DOMParser().parseFromString(part, "text/html");
    this.place.replaceChildren(...page.body.childNodes);
    if (had) this.place.querySelector("[data-undo]")?.focus();
  }
}
