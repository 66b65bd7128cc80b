// Whoever reads the results on this phone: a name, kept in this browser alone until "Not me".

const KEY = "clubscore.me";

export function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    // Storage may be forbidden: then nobody is remembered.
    return "";
  }
}

export function remember(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // The link still leads to the card.
  }
}

export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

// A text as it is searched: without case and accents.
export function searchKey(text) {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/['\u2019]/g, "").toLowerCase();
}

export function matching(players, typed) {
  const words = searchKey(typed).split(/[\s,]+/).filter(Boolean);
  if (!words.length) return [];
  return players.filter(({ name }) => words.every((word) => searchKey(name).includes(word)));
}
