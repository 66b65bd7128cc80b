// The pairings of a round while they are typed: a part of a name is filled in when it fits one
// player, who is not paired yet stands beside the boards, and Enter goes to the next field.
// Whether it all fits is the server's to say when the pairings are saved.

const list = document.getElementById("pairing-rows");
const chips = [...document.querySelectorAll("#unpaired [data-player]")];
const players = [...document.querySelectorAll("#entries option")].map((option) => option.value);
let last = null;

const fields = () => [...list.querySelectorAll("input")];
const numberOf = (text) => /^\s*(\d+)(\s|$)/.exec(text)?.[1];

function plain(text) {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

// The one player that the text fits, as the list names him, or nothing.
function found(text) {
  const number = numberOf(text);
  if (number) return players.find((player) => numberOf(player) === number);
  const words = plain(text.slice(0, text.length - stonesOf(text).length)).split(/\s+/).filter(Boolean);
  if (!words.length || /^([uhfz]|bye)$/.test(plain(text).trim())) return undefined;
  const fits = players.filter((player) => words.every((word) => plain(player).includes(word)));
  return fits.length === 1 ? fits[0] : undefined;
}

// In go, the stones of a handicap and a komi stand behind Black: "12 h3 k0.5".
const stonesOf = (text) => /(\s+(h[0-9]|k[-+−]?[0-9.,½]+)){1,2}\s*$/i.exec(text)?.[0] ?? "";

// Whether nothing stands behind a number that is not in the player's name: "12 h30" is left as it
// is, for the server to refuse.
function isOnlyName(text, player) {
  const words = plain(text).trim().split(/\s+/);
  return words.every((word, at) => (at === 0 && numberOf(text)) || plain(player).includes(word));
}

function resolve(field) {
  const stones = stonesOf(field.value);
  const text = field.value.slice(0, field.value.length - stones.length);
  const player = found(text);
  if (player && isOnlyName(text, player)) field.value = player + stones.trimEnd().toLowerCase();
  showUnpaired();
}

// Points and colours so far beside the players, and a bye in words.
const factsOf = JSON.parse(document.getElementById("player-facts").textContent);

function showFacts(field) {
  const box = field.closest(".name-field");
  const shown = box.querySelector(".player-facts") ?? document.createElement("small");
  shown.className = "player-facts";
  const text = field.value.trim().toLowerCase();
  shown.textContent = factsOf[numberOf(found(field.value) ?? "") ?? text] ?? "";
  box.append(shown);
}

function showUnpaired() {
  fields().forEach(showFacts);
  const paired = new Set(fields().map((field) => numberOf(found(field.value) ?? "")));
  for (const chip of chips) chip.hidden = paired.has(numberOf(chip.dataset.player));
  const count = chips.filter((chip) => !chip.hidden).length;
  document.getElementById("unpaired-count").textContent = count;
}

// One more row below the last, its fields empty.
function addRow() {
  const rows = list.querySelectorAll(".pairing-row");
  const row = rows[rows.length - 1].cloneNode(true);
  const number = rows.length + 1;
  row.querySelector(".name-number").textContent = number;
  for (const problem of row.querySelectorAll(".name-problem, .pairing-why, .pairing-judgement, .player-facts")) {
    problem.remove();
  };
  for (const field of row.querySelectorAll("input")) {
    field.value = "";
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/\d+/, number));
  }
  list.append(row);
}

function step(field, by) {
  const all = fields();
  const place = all.indexOf(field) + by;
  if (place >= all.length) addRow();
  const next = fields()[place];
  if (next) {
    next.focus();
    next.select();
  }
}

// Enter on an empty row below which all are empty too: the pairings are complete.
function isEnd(field) {
  const all = fields();
  const row = field.closest(".pairing-row");
  const place = all.findIndex((each) => row.contains(each));
  return all.slice(place).every((each) => !each.value.trim());
}

const keys = { Enter: 1, ArrowDown: 2, ArrowUp: -2 };

list.addEventListener("keydown", (event) => {
  const by = keys[event.key];
  if (!by || !event.target.matches("input") || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key !== "Enter" && event.target.value && !found(event.target.value)) return;
  event.preventDefault();
  if (event.key === "Enter" && isEnd(event.target)) {
    list.closest("form").querySelector("[type=submit]").focus();
    return;
  }
  resolve(event.target);
  step(event.target, by);
});
list.addEventListener("change", (event) => {
  // The reason was that of the pair that was proposed.
  event.target.closest(".pairing-row").querySelector(".pairing-why")?.remove();
  resolve(event.target);
});
list.addEventListener("input", showUnpaired);
list.addEventListener("pairings:changed", showUnpaired);
list.addEventListener("focusin", (event) => {
  if (event.target.matches("input")) last = event.target;
});

for (const chip of chips) {
  chip.addEventListener("click", (event) => {
    const all = fields();
    const from = Math.max(all.indexOf(last), 0);
    const around = [...all.slice(from), ...all.slice(0, from)];
    let field = around.find((each) => !each.value.trim());
    if (!field) {
      addRow();
      field = fields().at(-2);
    }
    field.value = chip.dataset.player;
    last = field;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    // The button is hidden now and the focus gone with it: whoever goes on typing, such as the letter
    // of a bye, types beside the player. A finger goes on to the next button.
    if (event.pointerType === "touch") return;
    const now = fields();
    (now.slice(now.indexOf(field)).find((each) => !each.value.trim()) ?? field).focus();
  });
}
showUnpaired();

// What was refused comes first. The page gives no field the focus itself: Enter in it would send the
// form as long as this script is not there.
const isMissing = chips.some((chip) => !chip.hidden);
const empty = isMissing ? fields().find((field) => !field.value.trim()) : null;
const first = list.querySelector('[aria-invalid="true"]') ?? empty ?? fields()[0];
first.focus();
first.select();

// What was typed goes along with a wish for a proposal: whoever has a bye is not paired, and pairings
// that a proposal would replace are asked about first.
const propose = document.getElementById("propose");
propose?.addEventListener("submit", () => {
  for (const old of propose.querySelectorAll("[data-typed]")) old.remove();
  for (const { name, value } of fields()) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    field.dataset.typed = "";
    propose.append(field);
  }
});
