// Keys that are typed while one board goes and the next comes, kept for the next one. Runs before
// anything of the page is there; the page takes over with `clubscoreHeldKeys.release`.

(() => {
  const STORE = "clubscore-held-keys";
  const LONGEST_MS = 10000;
  const KEYS = new Set(["Enter", "Backspace"]);

  const held = {
    keys: [],
    isHolding: true,
    target: null,
    timer: undefined,

    // From now on; `target` is the address that the keys are meant for, once it is known.
    hold(target = null) {
      this.isHolding = true;
      this.target = target;
      this.store();
      clearTimeout(this.timer);
      // A page that never comes must not leave this one deaf.
      this.timer = setTimeout(() => this.drop(), LONGEST_MS);
    },

    // No longer: what was typed meanwhile, of no use here.
    drop() {
      const { keys } = this;
      clearTimeout(this.timer);
      this.keys = [];
      this.isHolding = false;
      this.target = null;
      this.store();
      return keys;
    },

    // The page is ready: every key as if it were typed now, until one holds them again.
    release() {
      const keys = this.drop();
      while (keys.length > 0 && !this.isHolding) press(keys.shift());
      this.keys.push(...keys);
      if (this.isHolding) this.store();
    },

    store() {
      try {
        if (this.target && this.keys.length > 0) {
          sessionStorage.setItem(STORE, JSON.stringify({ to: this.target, keys: this.keys }));
        } else sessionStorage.removeItem(STORE);
      } catch {
        // The store is closed: they are kept as long as this page is.
      }
    },
  };

  function press(key) {
    const place = document.activeElement ?? document.body;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (!place.dispatchEvent(event) || !place.matches("input")) return;
    if (key === "Enter") {
      place.form?.requestSubmit();
      return;
    }
    const { selectionStart: start, selectionEnd: end } = place;
    if (key !== "Backspace") place.setRangeText(key, start, end, "end");
    else place.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
    place.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  function isTyped({ key, isTrusted, isComposing, ctrlKey, altKey, metaKey }) {
    if (!isTrusted || isComposing || ctrlKey || altKey || metaKey) return false;
    return key.length === 1 || KEYS.has(key);
  }

  document.addEventListener(
    "keydown",
    (event) => {
      const { activeElement } = document;
      const isField = !activeElement?.matches("a, button, select, textarea, summary");
      if (!held.isHolding || !isField || !isTyped(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.keys.push(event.key);
      held.store();
    },
    true,
  );
  // Without its script the page is still one to type in.
  window.addEventListener("load", () => held.isHolding && !held.timer && held.drop());
  // A page that the browser kept, and shows again.
  window.addEventListener("pageshow", (event) => event.persisted && held.drop());

  try {
    const { to, keys } = JSON.parse(sessionStorage.getItem(STORE)) ?? {};
    sessionStorage.removeItem(STORE);
    if (to === location.href.split("#")[0]) held.keys.push(...keys);
  } catch {
    // Nothing of use is kept.
  }
  globalThis.clubscoreHeldKeys = held;
})();
