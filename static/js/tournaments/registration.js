// The registration desk by keyboard: find, register, attend, group. Every change of a row is sent
// at once; the server gives the row back as it is kept.

import "./add_player.js";

const table = document.getElementById("desk");
const search = document.getElementById("desk-search");
const summary = document.getElementById("desk-summary");
const nobody = document.getElementById("desk-nobody");
const newcomer = document.querySelector("#add-player [data-register-name]");

const template = document.getElementById("desk-fields");
const HERE = 3;

const rows = () => [...table.tBodies[0].rows].filter((row) => !row.hidden);
const box = (row) => row.querySelector("[data-registered]");
const group = (row) => row.querySelector(".desk-group");
const error = (row) => row.querySelector(".desk-error");
const link = (row) => row.querySelector("th a");

// Without case, accents and apostrophes, as the server keeps what is searched.
const WHOLE = { ø: "o", ł: "l", đ: "d", ħ: "h", ŧ: "t", ı: "i", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss" };
const plain = (text) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[^\x00-\x7f]/g, (letter) => WHOLE[letter] ?? letter)
    .trim();

let marked = null;
let left = null;
let inOrder = null;

// A row shows texts, and fields in their place while it is edited: one row at a time, and those that
// are not saved yet. What is stored of a row is what its texts say.
let edited = null;
const texts = new WeakMap();
const textCells = (row) => texts.get(row) ?? [...row.cells].slice(HERE);
const stored = (row) => textCells(row).map((cell) => cell.textContent);
const isOpen = (row) => texts.has(row);
const isHere = (row) => (isOpen(row) ? box(row).checked : stored(row)[0] !== "");

const roundsLike = (row, pattern) =>
  stored(row)[1]
    .split(" ")
    .map((text, index) => (pattern.test(text) ? `${index + 1}` : ""))
    .filter(Boolean);
const attended = (row) => roundsLike(row, /\d$/);
const half = (row) => roundsLike(row, /½$/);

// A round is played, missed, or missed with half a point: a box that is half checked.
function cycle(field, wasChecked, wasHalf) {
  field.indeterminate = !wasChecked && !wasHalf;
  field.checked = !wasChecked && wasHalf;
  field.dataset.half = field.indeterminate ? "1" : "";
}

function edit(row) {
  if (edited !== row) {
    const before = edited;
    edited = row;
    if (before) close(before);
  }
  if (!isOpen(row)) open(row);
}

function open(row) {
  const [name, ...cells] = template.content.cloneNode(true).firstElementChild.cells;
  for (const cell of cells) {
    for (const field of cell.querySelectorAll("input")) {
      field.ariaLabel = field.ariaLabel.replace("{name}", () => link(row).textContent);
    }
  }
  const [here, , ownGroup] = stored(row);
  fill(cells, { registered: here, rounds: attended(row), half: half(row), group: ownGroup });
  texts.set(row, textCells(row));
  textCells(row).forEach((cell, index) => cell.replaceWith(cells[index]));
  row.cells[0].append(...name.children);
}

function fill(cells, values) {
  for (const field of cells.flatMap((cell) => [...cell.querySelectorAll("input")])) {
    if (field.name === "group") field.defaultValue = values.group;
    else field.checked = field.name === "rounds" ? values.rounds.includes(field.value) : values.registered !== "";
    if (field.name !== "rounds") continue;
    field.indeterminate = values.half.includes(field.value);
    field.dataset.half = field.indeterminate ? "1" : "";
  }
}

function close(row) {
  if (!isOpen(row) || changed.has(row) || error(row).textContent || group(row).value !== stored(row)[2]) return;
  error(row).remove();
  [...row.cells].slice(HERE).forEach((cell, index) => cell.replaceWith(texts.get(row)[index]));
  texts.delete(row);
}

function mark(row) {
  marked?.classList.remove("is-marked");
  marked = row ?? null;
  marked?.classList.add("is-marked");
  marked?.scrollIntoView({ block: "nearest" });
}

// How well a row fits what is typed: by the whole family name or the name as it is printed (“Ek, Li”),
// by beginnings of its words, or by parts of them; null where it does not.
const FAMILY = 0;
const BEGINS = 1;
const HAS = 2;
const printed = new WeakMap();

function printedOf(row) {
  if (!printed.has(row)) printed.set(row, plain(link(row).textContent));
  return printed.get(row);
}

function fit(row, typed, parts) {
  if (!parts.every((part) => row.dataset.search.includes(part))) return null;
  const name = printedOf(row);
  const family = name.split(",")[0];
  // *van der Berg* is found as *Berg*, too.
  const isFamily = family === typed || family.endsWith(` ${typed}`);
  if (isFamily || (typed.includes(",") && name.startsWith(typed))) return FAMILY;
  const words = ` ${row.dataset.search}`;
  return parts.every((part) => words.includes(` ${part}`)) ? BEGINS : HAS;
}

let found = [];

// The rows that fit, the best first; without anything typed all as they stand.
function find() {
  const typed = plain(search.value).replace(/\s+/g, " ");
  const parts = typed.split(/[\s,]+/).filter(Boolean);
  const body = table.tBodies[0];
  inOrder ??= [...body.rows];
  found = [];
  for (const row of inOrder) {
    const rank = fit(row, typed, parts);
    row.hidden = rank === null;
    if (rank !== null) found.push({ row, rank });
  }
  found.sort((one, other) => one.rank - other.rank);
  // Sorting keeps the order among equals. Moving rows takes the focus out of them, and time.
  const shown = parts.length ? found.map(({ row }) => row) : inOrder;
  if (shown.some((row, index) => body.rows[index] !== row)) {
    body.prepend(...shown);
  }
  mark(parts.length ? found[0]?.row : null);
  nobody.hidden = found.length > 0;
  nobody.textContent = table.dataset.textNobody;
}

// One request of a row at a time; what was changed meanwhile is sent after it, and the row is
// shown again only when nothing is on its way.
const changed = new WeakMap();
// Rows of which the director has said yes to what the server asked.
const confirmed = new WeakSet();

async function save(row) {
  const isBusy = changed.has(row);
  changed.set(row, true);
  if (isBusy) return;
  while (changed.get(row)) {
    changed.set(row, false);
    const sent = valuesOf(row);
    const answer = await send(row, sent);
    if (answer && changed.get(row)) noteShown(row, answer);
    else if (answer) show(row, answer, sent.get("group"));
  }
  changed.delete(row);
}

// The fields, and what the row showed: what somebody else changed since is not overwritten.
function valuesOf(row) {
  const values = new FormData();
  values.append("csrfmiddlewaretoken", document.querySelector("#add-player [name=csrfmiddlewaretoken]").value);
  const [here, , ownGroup] = stored(row);
  const shown = new URLSearchParams(here && { registered: "on" });
  for (const number of attended(row)) shown.append(`round-${number}`, number);
  for (const number of half(row)) shown.append(`half-${number}`, number);
  shown.append("group", ownGroup);
  values.append("shown", shown);
  if (confirmed.delete(row)) values.append("confirmed", "1");
  for (const field of row.querySelectorAll("input")) {
    if (field.indeterminate) values.append("half", field.value);
    else if (field.type !== "checkbox" || field.checked) values.append(field.name, field.value);
  }
  return values;
}

async function send(row, values) {
  try {
    const response = await fetch(link(row).href, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: values,
    });
    const answer = await response.json();
    if (response.status === 401) location.assign(`${answer.login}?next=${location.pathname}`);
    if (answer.row) return answer;
  } catch {
    // Said below.
  }
  error(row).textContent = table.dataset.textOffline;
  return null;
}

const freshRow = (answer) => {
  const fresh = document.createElement("template");
  fresh.innerHTML = answer.row;
  return fresh.content.firstElementChild;
};

// What is sent next was changed from what is stored by now, and not from what the row shows.
function noteShown(row, answer) {
  texts.set(row, textCells(freshRow(answer)));
}

function show(row, answer, sentGroup) {
  const active = place(row, document.activeElement);
  const typed = group(row).value;
  const fresh = freshRow(answer);
  texts.delete(row);
  row.className = fresh.className;
  row.classList.toggle("is-marked", row === marked);
  row.replaceChildren(...fresh.children);
  summary.textContent = answer.summary;
  // The group may be on its way under the fingers.
  const isTyping = typed !== sentGroup;
  if (row === edited || answer.error || isTyping) {
    open(row);
    fill([...row.cells].slice(HERE), answer.typed);
    error(row).textContent = answer.error;
    if (answer.asks) error(row).append(" ", yes(row));
    if (isTyping) group(row).value = typed;
    fields(row)[active]?.focus();
  }
  if (left === row && answer.error && document.activeElement === search) group(row).select();
  if (left === row) left = null;
}

function yes(row) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn-sm btn-outline-secondary";
  button.textContent = table.dataset.textYes;
  button.addEventListener("click", () => {
    confirmed.add(row);
    save(row);
  });
  return button;
}

const fields = (row) => [...row.querySelectorAll("a, input")];
const place = (row, field) => fields(row).indexOf(field);

function register(row) {
  edit(row);
  box(row).checked = !box(row).checked;
  save(row);
}

// To the same field of the row above or below; above the first one is the search.
function step(row, field, by) {
  const all = rows();
  const next = all[all.indexOf(row) + by];
  if (next) {
    const index = place(row, field);
    edit(next);
    fields(next)[index].focus();
  } else if (by < 0) toSearch();
}

function enter(row) {
  edit(row);
  box(row).focus();
}

function toSearch() {
  search.focus();
  search.select();
}

// A group is kept by leaving it, for the search, where the next player is found; one that is
// refused is to be corrected first.
function leaveGroup(row, field) {
  left = field.value === stored(row)[2] ? null : row;
  // What was refused once has not changed since, and is sent again.
  if (left && field.value === field.defaultValue) save(row);
  toSearch();
}

function forgetGroup(row, field) {
  field.value = stored(row)[2];
  error(row).textContent = "";
}

function listKey(event) {
  const field = event.target;
  const row = field.closest("tr");
  const typing = field.matches(".desk-group");
  const rounds = row.querySelectorAll("[name=rounds]");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    step(row, field, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    if (typing) forgetGroup(row, field);
    toSearch();
  } else if (typing && event.key === "Enter") {
    leaveGroup(row, field);
  } else if (typing) {
    return;
  } else if (event.key === "Enter" && field === box(row)) {
    if (!isHere(row)) register(row);
    toSearch();
  } else if (event.key.toLowerCase() === "r") {
    register(row);
  } else if (event.key.toLowerCase() === "g") {
    group(row).select();
  } else if (/^[1-9]$/.test(event.key) && rounds[event.key - 1]) {
    const field = rounds[event.key - 1];
    cycle(field, field.checked, field.indeterminate);
    save(row);
  } else {
    return;
  }
  event.preventDefault();
}

// Who is not entered yet may be in the register, or is new there.
function toNewcomer() {
  newcomer.value = search.value.trim();
  newcomer.focus();
  newcomer.dispatchEvent(new Event("input", { bubbles: true }));
}

function sayAlready(row) {
  summary.textContent = table.dataset.textAlready.replace("{name}", () => link(row).textContent);
}

// Of two who fit, Enter alone takes neither: unless one has the whole name that is typed.
function isMeant() {
  const best = found.filter(({ rank }) => rank === found[0].rank);
  return found.length === 1 || (best.length === 1 && best[0].rank === FAMILY);
}

function enterMarked() {
  if (!isMeant()) summary.textContent = table.dataset.textSeveral.replace("{count}", () => found.length);
  // A key that is struck twice takes nothing back.
  else if (isHere(marked)) sayAlready(marked);
  else register(marked);
}

function searchKey(event) {
  if (event.key === "Enter") {
    if (marked && found.length && search.value.trim()) enterMarked();
    if (nobody.hidden) search.select();
    else toNewcomer();
  } else if (event.key === "ArrowDown") {
    const row = marked ?? rows()[0];
    mark(row);
    if (row) enter(row);
  } else if (event.key === "Escape") {
    search.value = "";
    find();
  } else {
    return;
  }
  event.preventDefault();
}

// The field that came under the pointer. A box is hit or it is not; the group has its whole cell.
function fieldAt(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY);
  return hit?.matches("input") ? hit : hit?.closest("td")?.querySelector(".desk-group");
}

// A click on a text is one on the field that comes in its place; on a name it is one on the row.
function click(event) {
  const row = event.target.closest("tbody tr");
  if (!row || event.target.matches("input") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const wasOpen = isOpen(row);
  edit(row);
  const field = event.target.closest("td") && fieldAt(event);
  if (!field || !row.contains(field)) return box(row).focus();
  field.focus();
  if (!wasOpen && field.type === "checkbox") field.click();
}

const plainKey = (event) => !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing);

if (table) {
  search.addEventListener("input", find);
  search.addEventListener("keydown", (event) => plainKey(event) && searchKey(event));
  table.addEventListener("keydown", (event) => {
    if (plainKey(event) && event.target.matches("tbody :is(a, input)")) listKey(event);
  });
  table.addEventListener("change", (event) => {
    const field = event.target;
    // The browser has changed it already.
    if (field.name === "rounds") cycle(field, !field.checked && !field.dataset.half, field.dataset.half !== "");
    save(field.closest("tr"));
  });
  table.addEventListener("click", click);
  table.addEventListener("focusin", (event) => {
    const row = event.target.closest("tbody tr");
    mark(row);
    if (row) edit(row);
  });
}
