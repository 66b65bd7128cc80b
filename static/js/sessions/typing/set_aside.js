// What was typed while a question stood, and was not saved: whoever types without looking means it
// for the lines that follow. It is listed until it is put into lines, or discarded; also on the
// next page, for as long as the window is open. Elsewhere than it was typed it is put in when asked
// for twice.

export class SetAside {
  // `put(texts)` puts texts into the empty lines from here on, and returns how many it could.
  constructor(name, put) {
    this.place = document.getElementById("set-aside");
    this.key = `clubscore-set-aside|${name}`;
    this.put = put;
    const stored = this.#stored();
    this.texts = stored.texts ?? [];
    // The page on which they were typed: it is said on every other one.
    this.from = stored.from ?? "";
    // The other page for which whoever types has said once that they are meant.
    this.askedOn = "";
    document.addEventListener("focusin", ({ target }) => {
      if (target.matches("input.typed")) this.field = target;
    });
    this.place?.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#act(button.dataset.action, Number(button.dataset.place));
    });
    this.#show();
  }

  add(...texts) {
    const typed = texts.map((text) => text.trim()).filter(Boolean);
    if (typed.length === 0) return;
    this.from ||= here();
    this.#become([...this.texts, ...typed]);
  }

  // The last one with this text was meant for its line after all.
  remove(text) {
    const place = this.texts.lastIndexOf(text);
    if (place >= 0) this.#become(this.texts.toSpliced(place, 1));
  }

  // All into the lines, in their order; what finds no line stays in the list.
  putAll() {
    if (this.#asks()) return;
    const texts = this.texts;
    this.#become([]);
    this.#become(texts.slice(this.put(texts)).concat(this.texts));
    this.#tellFull();
  }

  #putOne(place) {
    if (this.#asks()) return;
    const text = this.texts[place];
    if (this.put([text]) === 1) this.#become(this.texts.toSpliced(place, 1));
    else this.#tellFull();
  }

  // Whether the lines are those of another page, and this is the first time that it is asked.
  #asks() {
    if (this.texts.length === 0 || this.from === here() || this.askedOn === here()) return false;
    this.askedOn = here();
    const question = this.place?.dataset.elsewhere.replace("{from}", this.from) ?? "";
    if (this.place) this.place.querySelector("[role=status]").textContent = question;
    return true;
  }

  #act(action, place) {
    if (action === "put-all") this.putAll();
    else if (action === "put") this.#putOne(place);
    else {
      this.#become(action === "discard" ? this.texts.toSpliced(place, 1) : []);
      // The button is gone, and with it the focus: the next key is meant for the line.
      if (this.field?.isConnected) this.field.focus();
    }
  }

  #become(texts) {
    this.texts = texts;
    if (texts.length === 0) this.from = "";
    try {
      if (texts.length > 0) sessionStorage.setItem(this.key, JSON.stringify({ texts, from: this.from }));
      else sessionStorage.removeItem(this.key);
    } catch {
      // The store is closed: they are kept as long as this page is.
    }
    this.#show();
  }

  #stored() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key)) ?? {};
    } catch {
      return {};
    }
  }

  #tellFull() {
    if (!this.place || this.texts.length === 0) return;
    this.place.querySelector("[role=status]").textContent = this.place.dataset.full;
  }

  #show() {
    if (!this.place) return;
    const { dataset } = this.place;
    this.place.hidden = this.texts.length === 0;
    this.place.querySelector("[role=status]").textContent = "";
    const elsewhere = this.from === here() ? "" : ` (${this.from})`;
    this.place.querySelector("h2 span").textContent = `${this.texts.length}${elsewhere}`;
    this.place.querySelector("ol").replaceChildren(
      ...this.texts.map((text, place) => {
        const item = document.createElement("li");
        const typed = document.createElement("kbd");
        typed.textContent = text;
        item.append(typed);
        for (const action of ["put", "discard"]) item.append(button(dataset, action, text, place));
        return item;
      }),
    );
  }
}

// What the page is called.
function here() {
  return document.querySelector(".page-title")?.textContent.trim() ?? "";
}

function button(dataset, action, text, place) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn btn-sm btn-outline-secondary";
  made.dataset.action = action;
  made.dataset.place = place;
  made.textContent = dataset[action];
  const label = `${dataset[`${action}Label`]}: ${text}`;
  made.setAttribute("aria-label", label);
  made.title = label;
  return made;
}
