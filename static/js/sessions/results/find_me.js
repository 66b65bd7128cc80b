// Find my name: the list filters while typing, and the name that was tapped is remembered.

import { forget, matching, remember, remembered } from "./me.js";

const SHOWN = 12;
const box = document.querySelector("[data-find]");
let asked;

function players() {
  asked ??= fetch(box.dataset.find, { headers: { accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : { players: [] }))
    .then((found) => found.players)
    .catch(() => {
      asked = undefined;
      return [];
    });
  return asked;
}

function element(name, text, values = {}) {
  const made = Object.assign(document.createElement(name), values);
  made.textContent = text;
  return made;
}

function option(player) {
  const link = element("a", "", { href: player.page });
  link.dataset.remember = player.name;
  const who = element("span", "");
  const beside = element("span", player.beside, { className: "names" });
  who.append(element("strong", player.name), " ", beside);
  link.append(who, element("span", player.number, { className: "find-number" }));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function showMe(player) {
  const me = box.querySelector("[data-me]");
  for (const part of ["name", "headline", "detail"]) {
    me.querySelector(`[data-me-${part}]`).textContent = player[part];
  }
  const page = me.querySelector("[data-me-page]");
  page.href = player.page;
  page.hidden = player.page === location.pathname;
  const opponent = me.querySelector("[data-me-opponent]");
  if (opponent && player.opponent) {
    opponent.href = player.opponent;
    opponent.hidden = player.opponent === location.pathname;
  }
  me.hidden = false;
  box.querySelector("[data-find-form]").hidden = true;
}

// A page of lines opened without saying for whom is shown for the one who is remembered.
function markLine(player) {
  if (!document.querySelector("[data-for]")) return;
  const address = new URL(location.href);
  if (address.searchParams.has("for")) return;
  address.searchParams.set("for", player.key);
  location.replace(address);
}

// The own line of a ranking, of standings or of a round.
function markRows(player) {
  for (const link of document.querySelectorAll(`tbody a[href="${player.page}"]`)) {
    const row = link.closest("tr");
    row.classList.add("mine");
    row.setAttribute("aria-current", "true");
  }
}

async function recognise() {
  const name = remembered();
  if (!name) return;
  const found = (await players()).filter((player) => player.name === name);
  // Of two namesakes nobody knows which one holds the phone.
  if (found.length !== 1) return;
  showMe(found[0]);
  markRows(found[0]);
  markLine(found[0]);
}

async function filter(typed) {
  const list = box.querySelector("[data-find-list]");
  const everybody = await players();
  if (box.querySelector("input").value !== typed) return;
  const found = matching(everybody, typed).slice(0, SHOWN);
  const nobody = element("li", box.dataset.textNobody, { className: "find-nobody" });
  list.replaceChildren(...(found.length || !typed.trim() ? found.map(option) : [nobody]));
  list.hidden = !typed.trim();
}

// Enter on the only one who is left remembers them too.
async function open(form) {
  const found = matching(await players(), form.elements.q.value);
  if (found.length !== 1) return form.submit();
  remember(found[0].name);
  location.assign(found[0].page);
}

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-remember]");
  if (chosen) remember(chosen.dataset.remember);
});

if (box) {
  box.querySelector("input").addEventListener("input", (event) => filter(event.target.value));
  box.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    open(event.target);
  });
  box.querySelector("[data-me-forget]").addEventListener("click", () => {
    forget();
    for (const row of document.querySelectorAll("tr.mine")) {
      row.classList.remove("mine");
      row.removeAttribute("aria-current");
    }
    box.querySelector("[data-me]").hidden = true;
    box.querySelector("[data-find-form]").hidden = false;
    box.querySelector("input").focus();
  });
  recognise();
  document.addEventListener("followed", () => {
    asked = undefined;
    recognise();
  });
}
