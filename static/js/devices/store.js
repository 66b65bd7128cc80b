// What the phone keeps: the last state, what waits to be sent, what was refused, and how it looks;
// each page for itself, as a phone may be at a bridge table and in a tournament.
// Without a store it goes on in memory, and says so.

const PREFIX = `clubscore-${document.querySelector("main").id}|`;
const memory = new Map();
let lasting = true;

export function isLasting() {
  return lasting;
}

export function load(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? (memory.get(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return memory.get(name) ?? otherwise;
  }
}

export function save(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    lasting = false;
  }
}

// 16 random bytes as hex; randomUUID is refused on plain http.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
