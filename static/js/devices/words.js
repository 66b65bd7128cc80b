// Words in the phone's language: the page brings those of all languages.

const ALL = JSON.parse(document.getElementById("texts").textContent);
let words = ALL.en;
let then = () => {};

export const LANGUAGES = Object.keys(ALL);

// What else is to be done when another language is chosen.
export function whenSpoken(what) {
  then = what;
}

export function speak(language) {
  words = ALL[language] ?? ALL.en;
  document.documentElement.lang = ALL[language] ? language : "en";
  then();
}

export function firstLanguage() {
  const wanted = (navigator.language || "en").split("-")[0];
  return ALL[wanted] ? wanted : "en";
}

export function languageName(language) {
  return ALL[language].language;
}

export function t(name, values = {}) {
  return words[name].replace(/%\((\w+)\)s/g, (_whole, key) => values[key] ?? "");
}

// A thing that is no sentence, such as letters.
export function thing(name) {
  return words[name];
}
