// Pairings judged by the server after every change: what is impossible, and what is unusual. Nothing
// is saved by it; without an answer the page says so when the pairings are saved.

const PAUSE_MS = 150;
const list = document.getElementById("pairing-rows");
const form = list.closest("form");
const box = document.getElementById("pairing-judged");
let timer = null;
let asked = null;

function sentence(said, tag) {
  const shown = document.createElement(tag);
  shown.className = said.impossible ? "pairing-judgement text-danger" : "pairing-judgement";
  shown.textContent = said.text;
  if (said.use) {
    const use = document.createElement("button");
    use.type = "button";
    use.className = "btn btn-sm btn-outline-secondary ms-2";
    use.textContent = said.use;
    use.addEventListener("click", () => give(use.closest(".pairing-row"), said.stones));
    shown.append(use);
  }
  return shown;
}

// The stones stand behind Black, before a komi.
function give(row, stones) {
  const field = row.querySelectorAll("input")[1];
  const [, player, komi] = /^(.*?)(?:\s+h[0-9])?(\s+k[-+−]?[0-9.,½]+)?\s*$/i.exec(field.value);
  field.value = `${player}${stones ? ` h${stones}` : ""}${komi ?? ""}`;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  field.focus();
}

function show(answer) {
  for (const old of list.querySelectorAll(".pairing-judgement, .name-problem")) old.remove();
  list.querySelectorAll(".pairing-row").forEach((row, place) => {
    const said = answer.rows[place + 1] ?? [];
    row.classList.toggle("is-impossible", said.some((each) => each.impossible));
    row.append(...said.map((each) => sentence(each, "p")));
    for (const field of row.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  });
  box.querySelector("ul").replaceChildren(...answer.others.map((each) => sentence(each, "li")));
  box.querySelector("[role=status]").textContent = answer.summary;
}

async function judge() {
  asked?.abort();
  asked = new AbortController();
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(list.dataset.judge, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      signal: asked.signal,
    });
    if (response.ok) show(await response.json());
  } catch {
    // Another change came, or the server does not answer for a moment.
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(judge, PAUSE_MS);
}

box.hidden = false;
list.addEventListener("change", soon);
list.addEventListener("pairings:changed", soon);
// What a refused page says of its fields stays until something changes.
const isRefused = list.querySelector('[aria-invalid="true"]');
if (!isRefused && [...list.querySelectorAll("input")].some((field) => field.value)) soon();
