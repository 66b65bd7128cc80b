// How a phone looks: language, size of the text, colours, hand, dark; each phone for itself.

import { button, h } from "../../devices/dom.js";
import { load, save } from "../../devices/store.js";
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

export function prefsForm(render) {
  const set = (values) => () => {
    change(values);
    render();
  };
  const toggle = (name, text, isOn = prefs[name]) =>
    button(text, set({ [name]: !prefs[name] }), { kind: "wide toggle", "aria-pressed": String(isOn) });
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
    toggle("two", t("colours"), !prefs.two),
    toggle("left", t("left_hand")),
    toggle("turn", t("turn")),
    toggle("dark", t("dark")),
  );
}
