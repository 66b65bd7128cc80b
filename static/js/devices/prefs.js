// How a phone looks: language, size of the text, colours, hand, dark; each phone for itself.

import { button, h } from "./dom.js";
import { load, save } from "./store.js";
import { firstLanguage, languageName, LANGUAGES, speak, t } from "./words.js";

const SIZES = ["", "large", "largest"];
export const prefs = {
  language: firstLanguage(),
  size: "",
  two: false,
  left: false,
  turn: false,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  ...load("prefs", {}),
};

export function applyPrefs() {
  speak(prefs.language);
  const root = document.documentElement;
  root.dataset.size = prefs.size;
  root.dataset.colours = prefs.two ? "two" : "four";
  root.dataset.hand = prefs.left ? "left" : "right";
  root.dataset.turn = prefs.turn ? "turned" : "";
  root.dataset.bsTheme = prefs.dark ? "dark" : "light";
}

export function isLeftHanded() {
  return prefs.left;
}

function change(values) {
  Object.assign(prefs, values);
  save("prefs", prefs);
  applyPrefs();
}

// `toggles` are the names of what this page can change beside size and language.
export function prefsForm(render, toggles) {
  const set = (values) => () => {
    change(values);
    render();
  };
  const texts = { two: "colours", left: "left_hand", turn: "turn", dark: "dark" };
  const toggle = (name) =>
    button(t(texts[name]), set({ [name]: !prefs[name] }), {
      kind: "wide toggle",
      // Four colours are on where two are not.
      "aria-pressed": String(prefs[name] !== (name === "two")),
    });
  return h(
    "section",
    { class: "prefs", "aria-label": t("settings") },
    h("h2", {}, t("settings")),
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("size") },
      SIZES.map((size, place) =>
        button("A", set({ size }), {
          kind: `size-${place}`,
          "aria-pressed": String(prefs.size === size),
          "aria-label": `${t("size")} ${place + 1}`,
        }),
      ),
    ),
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("in_language") },
      LANGUAGES.map((language) =>
        button(languageName(language), set({ language }), {
          "aria-pressed": String(prefs.language === language),
          lang: language,
        }),
      ),
    ),
    toggles.map(toggle),
  );
}
