// Names while they are typed: the register offers who fits, a single fit is filled in, the partner
// of the last time is proposed, and for a name that the register does not have there are boxes and
// names like it. With a federation's list its players are offered too.

import { chosen, described, lookUp, optionOf } from "./players/lookup.js";

const PAUSE_MS = 120;
const GUEST = "*";
const NEW = "+";
const BOTH = "=";
const OFFERED = 6;
const FEW = 3;
let timer;
let listed = [];

const gridOf = (field) => field.closest(".name-grid");
const partOf = (field, selector) => field.closest(".name-field").querySelector(selector);
const allFields = () => [...document.querySelectorAll("[data-register-name]")];

async function search(grid, typed) {
  const query = new URLSearchParams({ q: typed });
  const response = await fetch(`${grid.dataset.searchUrl}?${query}`, {
    headers: { Accept: "application/json" },
  });
  return response.ok ? response.json() : null;
}

function offer(players) {
  const options = players.map((player) => {
    const option = document.createElement("option");
    option.value = player.name;
    option.label = [player.number, player.club].filter(Boolean).join(", ");
    return option;
  });
  document.getElementById("register-names").replaceChildren(...options, ...listed.map(optionOf));
}

const same = (one, other) => one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;

function button(name, sentence) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn btn-sm btn-outline-secondary";
  made.dataset.name = name;
  made.textContent = sentence;
  return made;
}

// Beside a field: names that may be meant, after the words that say so.
function suggest(field, words, names, after = "") {
  const place = partOf(field, ".name-near");
  if (!place) return;
  place.replaceChildren(...names.map((name) => button(name, name)));
  if (names.length) place.prepend(`${words} `);
  if (!names.length || !after) return;
  const key = document.createElement("span");
  key.className = "on-wide";
  key.textContent = after;
  place.append(key);
}

// While a name is typed: the few who fit, to be taken by a click or a tap. A browser's own list hides
// those whose names begin otherwise.
function offerFew(field, players) {
  const names = players.map((player) => player.name);
  const isFew = names.length > 1 && names.length <= FEW && !names.some((name) => same(name, field.value.trim()));
  suggest(field, gridOf(field).dataset.meant ?? "", isFew ? names : []);
}

function boxOf(field, end) {
  return partOf(field, `.name-new input[name$="${end}"]`);
}

function showBoxes(field, shown) {
  const place = partOf(field, ".name-new");
  place.hidden = !shown;
  if (shown) return;
  for (const box of place.querySelectorAll("input")) box.checked = false;
}

// --- the partner of the last time ------------------------------------------------------------------

const lastPairs = () =>
  [...document.querySelectorAll(".last-pairs button")].map(({ dataset }) => [dataset.one, dataset.other]);

function partnerOf(name) {
  const pair = lastPairs().find((each) => each.some((player) => same(player, name)));
  return pair?.find((player) => !same(player, name));
}

const isEntered = (name) => allFields().some((field) => same(field.value.trim(), name));

function propose(field) {
  const fields = [...field.closest(".name-row").querySelectorAll("[data-register-name]")];
  const other = fields.find((each) => each !== field && !each.value.trim());
  const partner = partnerOf(field.value.trim());
  if (!other || !partner || isEntered(partner)) return null;
  const { with: words, take } = gridOf(field).dataset;
  other.dataset.proposed = partner;
  other.placeholder = partner;
  suggest(other, words, [partner], `(${take})`);
  return other;
}

function settle(field) {
  delete field.dataset.proposed;
  field.placeholder = "";
  suggest(field, "", []);
}

function takeProposal(field) {
  if (field.value.trim() || !field.dataset.proposed) return false;
  fillIn(field, field.dataset.proposed);
  return true;
}

function fillIn(field, name) {
  field.value = name;
  partOf(field, ".name-problem").textContent = "";
  settle(field);
  showBoxes(field, false);
}

// --- one name --------------------------------------------------------------------------------------

async function resolve(field) {
  const typed = field.value.trim();
  if (chosenOfList(field) || typed.endsWith(GUEST) || typed.endsWith(NEW)) return;
  partOf(field, ".name-problem").textContent = "";
  settle(field);
  if (!typed) {
    showBoxes(field, false);
    return;
  }
  const answer = await search(gridOf(field), typed);
  if (!answer || field.value.trim() !== typed) return;
  const { players, near } = answer;
  const found = players.find((player) => same(player.name, typed)) ?? (players.length === 1 ? players[0] : null);
  const decided = field.dataset.decided === typed;
  // Somebody else of this name: the sign behind it says so to the server.
  if (decided && found && boxOf(field, "guest").checked) field.value = `${typed}${GUEST}`;
  if (decided) return;
  if (found) {
    fillIn(field, found.name);
    propose(field);
    return;
  }
  showBoxes(field, true);
  // Of several who fit, nobody is taken by himself: all are offered.
  suggest(field, gridOf(field).dataset.meant, [...players.map((player) => player.name), ...near].slice(0, OFFERED));
}

// A player of a federation's list was picked: the form takes what the list says.
function chosenOfList(field) {
  const place = field.form.elements.namedItem("listed");
  if (!place) return false;
  const player = chosen(listed, field.value.trim());
  if (!player) return Boolean(place.value) && field.value.trim() === place.dataset.name;
  field.value = player.name;
  Object.assign(place, { value: player.id });
  place.dataset.name = player.name;
  const rating = field.form.elements.namedItem("rating");
  // Of the kind that counts in this tournament, else the standard one.
  const known = player[rating?.dataset.kind ?? "rating"] || player.rating;
  if (rating && known) rating.value = known;
  showBoxes(field, false);
  partOf(field, ".name-problem").textContent = "";
  partOf(field, ".name-listed").textContent = described(player);
  return true;
}

function forgetList(field) {
  const place = field.form?.elements.namedItem("listed");
  if (!place?.value || field.value.trim() === place.dataset.name) return;
  place.value = "";
  partOf(field, ".name-listed").textContent = "";
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches("[data-register-name]")) return;
  clearTimeout(timer);
  if (chosenOfList(field)) return;
  forgetList(field);
  const typed = field.value.trim();
  if (!typed) return;
  timer = setTimeout(async () => {
    const grid = gridOf(field);
    const [answer, players] = await Promise.all([
      search(grid, typed),
      lookUp(grid.dataset.lookupUrl, typed),
    ]);
    // Whoever has left the field is shown who was found for all of it, whichever answer comes last.
    if (!answer || field.value.trim() !== typed || field !== document.activeElement) return;
    listed = players;
    offer(answer.players);
    offerFew(field, answer.players);
  }, PAUSE_MS);
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.matches("[data-register-name]")) resolve(field);
  if (field.matches(".name-new input") && field.checked) only(field);
});

// A player is a guest or new in the register, not both.
function only(box) {
  for (const other of box.closest(".name-new").querySelectorAll("input")) {
    if (other !== box) other.checked = false;
  }
}

document.addEventListener("click", (event) => {
  const choice = event.target.closest(".name-near [data-name]");
  if (choice) {
    const field = partOf(choice, "[data-register-name]");
    fillIn(field, choice.dataset.name);
    propose(field);
    next(field);
    return;
  }
  const pair = event.target.closest(".last-pairs button");
  if (pair) enterPair(pair);
});

function enterPair(pair) {
  const rows = [...document.querySelectorAll(".name-row")];
  const fieldsOf = (row) => [...row.querySelectorAll("[data-register-name]")];
  const empty = rows.find((row) => fieldsOf(row).every((field) => !field.value.trim()));
  if (!empty || isEntered(pair.dataset.one) || isEntered(pair.dataset.other)) return;
  const [one, other] = fieldsOf(empty);
  fillIn(one, pair.dataset.one);
  fillIn(other, pair.dataset.other);
  pair.disabled = true;
}

// --- keys ------------------------------------------------------------------------------------------

function next(field) {
  const fields = allFields();
  const following = fields[fields.indexOf(field) + 1];
  if (following) following.focus();
  else field.form.querySelector("button[type=submit]").focus();
}

function decide(field, end) {
  const box = boxOf(field, end);
  if (!box || !field.value.trim()) return false;
  partOf(field, ".name-new").hidden = false;
  partOf(field, ".name-problem").textContent = "";
  suggest(field, "", []);
  field.dataset.decided = field.value.trim();
  box.checked = true;
  only(box);
  return true;
}

async function takeBoth(field) {
  await resolve(field);
  const other = propose(field);
  if (other) takeProposal(other);
  next(other ?? field);
}

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches?.("[data-register-name]")) return;
  if (event.key === GUEST && decide(field, "guest")) event.preventDefault();
  else if (event.key === NEW && decide(field, "new")) event.preventDefault();
  else if (event.key === BOTH && lastPairs().length) {
    event.preventDefault();
    takeBoth(field);
  } else if (event.key === "Enter") {
    // Enter goes to the next name; the button at the end sends the form.
    event.preventDefault();
    takeProposal(field);
    next(field);
  }
});

// --- the page --------------------------------------------------------------------------------------

for (const place of document.querySelectorAll(".last-pairs")) place.hidden = false;

const problem = [...document.querySelectorAll(".name-problem")].find((each) => each.textContent.trim());
const isElsewhere = document.querySelector("[autofocus]:not([data-register-name])");
if (problem && !isElsewhere) {
  const field = partOf(problem, "[data-register-name]");
  field.focus();
  field.select();
} else if (document.querySelector("[data-first-empty]")) {
  // The row for somebody late is no name that is missing.
  allFields().find((field) => !field.value && !field.closest("[data-late]"))?.focus();
}
