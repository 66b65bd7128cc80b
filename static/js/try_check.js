// The laptop's side of the connection check: asks every second who has arrived; after a minute
// without anybody, the causes are shown. Cards remember in this browser which address they carry.

const PAUSE_MS = 1000;
const PATIENCE_MS = 60000;
const box = document.getElementById("tries");
const state = box.querySelector("[data-status]");
const causes = document.getElementById("causes");
const waiting = state.textContent;
const begun = Date.now();

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function line(each) {
  const p = document.createElement("p");
  p.className = "try-result try-good";
  p.textContent = fill(box.dataset.arrived, each);
  return p;
}

async function look() {
  try {
    const response = await fetch(box.dataset.url, { cache: "no-store" });
    if (!response.ok) throw new Error(response.status);
    const { tries } = await response.json();
    box.querySelectorAll("p:not([data-status])").forEach((old) => old.remove());
    box.append(...tries.map(line));
    state.textContent = waiting;
    state.hidden = tries.length > 0;
    causes.hidden = tries.length > 0 || Date.now() - begun < PATIENCE_MS;
  } catch {
    state.textContent = box.dataset.offline;
    state.hidden = false;
  }
  setTimeout(look, PAUSE_MS);
}

function compareWithCards() {
  const note = document.getElementById("cards-address");
  const printed = localStorage.getItem("cards-address");
  if (!printed || note.dataset.now.includes(`${printed}/`)) return;
  note.textContent = fill(note.dataset.text, { address: printed });
  note.hidden = false;
}

compareWithCards();
look();
