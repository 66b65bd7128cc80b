// Choosing a movement shows as many fields for names as it has contestants. Names typed already
// stay where they are.

const form = document.getElementById("session-form");
const movement = form.elements.namedItem("movement");
const place = document.getElementById("name-fields");

function typedNames() {
  return new Map([...place.querySelectorAll("input[name]")].map((field) => [field.name, field]));
}

async function showNames() {
  const before = typedNames();
  const query = new URLSearchParams({
    movement: movement.value,
    like: form.elements.namedItem("like").value,
  });
  const response = await fetch(`${form.dataset.namesUrl}?${query}`);
  if (!response.ok || response.redirected) return;
  place.innerHTML = await response.text();
  for (const [name, field] of typedNames()) {
    const typed = before.get(name);
    if (!typed) continue;
    field.value = typed.value;
    field.checked = typed.checked;
  }
}

movement.addEventListener("change", showNames);
// Chosen before this script was there, or filled in again by the browser on the way back.
const shown = [...movement.options].find((each) => each.defaultSelected)?.value ?? "";
if (movement.value !== shown) showNames();

// The names of the session before can be cleared at once; its pairs are still offered one by one.
const clear = document.getElementById("clear-names");
if (clear) {
  clear.hidden = false;
  clear.addEventListener("click", () => {
    for (const [, field] of typedNames()) {
      if (field.type === "checkbox") field.checked = false;
      else field.value = "";
    }
    place.querySelector("[data-register-name]")?.focus();
  });
}

// On the way to choosing a movement what was typed is laid aside; it is there on the way back.
const ASIDE = "clubscore-new-session";
const TYPED = ["title", "date", "first_board", "method", "scale", "winners"];

document.getElementById("choose-movement").addEventListener("click", () => {
  const values = TYPED.map((name) => [name, form.elements.namedItem(name).value]);
  sessionStorage.setItem(ASIDE, JSON.stringify(values));
});

if (new URLSearchParams(location.search).has("movement")) {
  for (const [name, value] of JSON.parse(sessionStorage.getItem(ASIDE) ?? "[]")) {
    form.elements.namedItem(name).value = value;
  }
  sessionStorage.removeItem(ASIDE);
}
