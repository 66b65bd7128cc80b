// A movement while it is changed: what there is to know of it follows the typing, the arrow keys
// go from cell to cell, and changes are not left behind unasked.

const PAUSE_MS = 400;
const form = document.getElementById("edit-form");
const report = document.getElementById("edit-report");
let timer;
let latest = 0;
let isChanged = "changed" in form.dataset;

async function ask() {
  latest += 1;
  const mine = latest;
  const fields = new FormData(form);
  fields.set("action", "live");
  fields.delete("once");
  const response = await fetch(window.location.pathname, { method: "POST", body: fields });
  if (!response.ok || response.redirected || mine !== latest) return;
  report.innerHTML = await response.text();
}

form.addEventListener("input", (event) => {
  if (!event.target.closest(".edit-grid")) return;
  isChanged = true;
  event.target.classList.remove("is-invalid");
  event.target.removeAttribute("aria-invalid");
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE_MS);
});

// The cell an arrow key leads to; left and right only from the ends of the text
// or when all of it is selected, as it is in a cell just entered.
function neighbour(cell, key) {
  const [round, table] = cell.name.slice(1).split("-").map(Number);
  const { selectionStart: start, selectionEnd: end, value } = cell;
  const isAll = start === 0 && end === value.length;
  const atStart = isAll || end === 0;
  const atEnd = isAll || start === value.length;
  if (key === "ArrowUp") return `c${round - 1}-${table}`;
  if (key === "ArrowDown") return `c${round + 1}-${table}`;
  if (key === "ArrowLeft" && atStart) return `c${round}-${table - 1}`;
  if (key === "ArrowRight" && atEnd) return `c${round}-${table + 1}`;
  return "";
}

form.addEventListener("keydown", (event) => {
  if (!event.target.matches(".edit-grid input")) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = document.getElementById(neighbour(event.target, event.key));
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

form.addEventListener("submit", () => {
  isChanged = false;
});

window.addEventListener("beforeunload", (event) => {
  if (isChanged) event.preventDefault();
});
