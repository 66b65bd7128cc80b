// The registration desk by keyboard: find, register, attend, group. Every change of a row is sent
// at once; the server gives the row back as it is kept.

import "./add_player.js";

const table = document.getElementById("desk");
const search = document.getElementById("desk-search");
const summary = document.getElementById("desk-summary");
const nobody = document.getElementById("desk-nobody");
const newcomer = document.querySelector("#add-player [data-register-name]");

const rows = () => [...table.tBodies[0].rows].filter((row) => !row.hidden);
const box = (row) => row.querySelector("[data-registered]");

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

function mark(row) {
  marked?.classList.remove("is-marked");
  marked = row ?? null;
  marked?.classList.add("is-marked");
  marked?.scrollIntoView({ block: "nearest" });
}

function find() {
  const parts = plain(search.value).split(/\s+/);
  for (const row of table.tBodies[0].rows) {
    row.hidden = !parts.every((part) => row.dataset.search.includes(part));
  }
  const found = rows();
  // Who is registered already is hardly meant.
  const waiting = found.find((row) => !box(row).checked);
  mark(search.value.trim() ? (waiting ?? found[0]) : null);
  nobody.hidden = found.length > 0;
  nobody.textContent = table.dataset.textNobody;
}

// One request of a row at a time; what was changed meanwhile is sent after it, and the row is
// shown again only when nothing is on its way.
const changed = new WeakMap();

async function save(row) {
  const isBusy = changed.has(row);
  changed.set(row, true);
  if (isBusy) return;
  while (changed.get(row)) {
    changed.set(row, false);
    const sent = new FormData(row.querySelector("form"));
    const answer = await send(row, sent);
    if (answer && changed.get(row)) noteShown(row, answer);
    else if (answer) show(row, answer, sent.get("group"));
  }
  changed.delete(row);
}

async function send(row, values) {
  try {
    const response = await fetch(row.querySelector("form").action, {
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
  row.querySelector(".desk-error").textContent = table.dataset.textOffline;
  return null;
}

// What is sent next was changed from what is stored by now, and not from what the row shows.
function noteShown(row, answer) {
  const fresh = document.createElement("template");
  fresh.innerHTML = answer.row;
  row.querySelector("[name=shown]").value = fresh.content.querySelector("[name=shown]").value;
}

function show(row, answer, sentGroup) {
  const active = place(row, document.activeElement);
  const typed = row.querySelector(".desk-group").value;
  row.innerHTML = answer.row;
  row.classList.toggle("is-registered", box(row).checked);
  summary.textContent = answer.summary;
  // The group may be on its way under the fingers.
  if (typed !== sentGroup) row.querySelector(".desk-group").value = typed;
  fields(row)[active]?.focus();
  if (left === row && answer.error && document.activeElement === search) {
    row.querySelector(".desk-group").select();
  }
  if (left === row) left = null;
}

const fields = (row) => [...row.querySelectorAll("input:not([type=hidden])")];
const place = (row, field) => fields(row).indexOf(field);

function register(row) {
  if (!row) return;
  box(row).checked = !box(row).checked;
  save(row);
}

// To the same field of the row above or below; above the first one is the search.
function step(row, field, by) {
  const all = rows();
  const next = all[all.indexOf(row) + by];
  if (next) fields(next)[place(row, field)].focus();
  else if (by < 0) toSearch();
}

function toSearch() {
  search.focus();
  search.select();
}

// A group is kept by leaving it, for the search, where the next player is found; one that is
// refused is to be corrected first.
function leaveGroup(row, field) {
  left = field.value === field.dataset.kept ? null : row;
  // What was refused once has not changed since, and is sent again.
  if (left && field.value === field.defaultValue) save(row);
  toSearch();
}

function forgetGroup(row, field) {
  field.value = field.dataset.kept;
  row.querySelector(".desk-error").textContent = "";
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
  } else if (event.key.toLowerCase() === "r") {
    register(row);
  } else if (event.key.toLowerCase() === "g") {
    row.querySelector(".desk-group").select();
  } else if (/^[1-9]$/.test(event.key) && rounds[event.key - 1]) {
    rounds[event.key - 1].checked = !rounds[event.key - 1].checked;
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
  const name = row.cells[0].firstChild.textContent.trim();
  summary.textContent = table.dataset.textAlready.replace("{name}", name);
}

function searchKey(event) {
  if (event.key === "Enter") {
    // A key that is struck twice takes nothing back.
    if (marked && !box(marked).checked) register(marked);
    else if (marked && nobody.hidden) sayAlready(marked);
    if (nobody.hidden) search.select();
    else toNewcomer();
  } else if (event.key === "ArrowDown") {
    const row = marked ?? rows()[0];
    mark(row);
    if (row) box(row).focus();
  } else if (event.key === "Escape") {
    search.value = "";
    find();
  } else {
    return;
  }
  event.preventDefault();
}

const plainKey = (event) => !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing);

if (table) {
  table.classList.add("has-script");
  search.addEventListener("input", find);
  search.addEventListener("keydown", (event) => plainKey(event) && searchKey(event));
  table.addEventListener("keydown", (event) => {
    if (plainKey(event) && event.target.matches("input")) listKey(event);
  });
  table.addEventListener("change", (event) => save(event.target.closest("tr")));
  table.addEventListener("submit", (event) => {
    event.preventDefault();
    save(event.target.closest("tr"));
  });
  table.addEventListener("focusin", (event) => mark(event.target.closest("tbody tr")));
}
