// A ruling: only the fields of its kind are shown, and what both sides would get is worked out
// by the server while it is typed.

const PAUSE_MS = 200;
const form = document.getElementById("ruling-form");
const place = document.getElementById("ruling-preview");
let timer;
let asked = 0;

function showKind() {
  const kind = form.elements.kind.value;
  for (const group of form.querySelectorAll("[data-kind]")) {
    group.hidden = group.dataset.kind !== kind;
  }
}

// A percentage is asked for only where one was chosen, and so are scores.
function showPercents() {
  const percents = {
    ns_award: "ns_percent",
    ew_award: "ew_percent",
    ns_outcome: "ns_outcome_percent",
    ew_outcome: "ew_outcome_percent",
  };
  for (const [award, percent] of Object.entries(percents)) {
    const box = form.elements[percent].closest(".plain-field");
    box.hidden = form.elements[award].value !== "percent";
  }
  for (const side of form.querySelectorAll(".ruling-side")) {
    side.querySelector(".score-rows").hidden = side.querySelector("select").value !== "scores";
  }
}

const isFilled = (row) => [...row.querySelectorAll("input")].some((input) => input.value.trim());

// As many rows as are filled in, and as few as make sense; a button brings the next.
function prepareRows(group) {
  const rows = [...group.querySelectorAll("[data-row]")];
  const fewest = group.closest("[data-kind]").dataset.kind === "weighted" ? 2 : 1;
  const filled = rows.reduce((last, row, index) => (isFilled(row) ? index + 1 : last), 0);
  for (const [index, row] of rows.entries()) row.hidden = index >= Math.max(fewest, filled);
  const more = group.querySelector("[data-more]");
  const hidden = () => rows.find((row) => row.hidden);
  more.hidden = !hidden();
  more.addEventListener("click", () => {
    const next = hidden();
    next.hidden = false;
    next.querySelector("input").focus();
    more.hidden = !hidden();
  });
}

async function work() {
  const number = ++asked;
  const query = new URLSearchParams(new FormData(form));
  query.delete("csrfmiddlewaretoken");
  try {
    const response = await fetch(`${form.dataset.preview}?${query}`);
    // The login has ended: saving says so, and keeps nothing back.
    if (!response.ok || response.redirected) return;
    const html = await response.text();
    if (number === asked) place.innerHTML = html;
  } catch {
    // Without a connection nothing is worked out; saving says so.
  }
}

function changed() {
  showKind();
  showPercents();
  clearTimeout(timer);
  timer = setTimeout(work, PAUSE_MS);
}

showKind();
showPercents();
for (const group of form.querySelectorAll(".score-rows")) prepareRows(group);
document.getElementById("preview-button").hidden = true;
form.addEventListener("input", changed);
const faulty = [...form.querySelectorAll(".field-problem")].find((each) => each.offsetParent);
const first = faulty?.parentElement.querySelector("input, select");
(first ?? form.querySelector("[name=kind]:checked"))?.focus();
