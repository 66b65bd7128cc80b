// Choosing a movement shows as many fields for names as it has contestants. Names typed already
// stay where they are.

const form = document.getElementById("session-form");
const movement = form.elements.namedItem("movement");
const place = document.getElementById("name-fields");

function typedNames() {
  return new Map([...place.querySelectorAll("input[name]")].map((field) => [field.name, field]));
}

movement.addEventListener("change", async () => {
  const before = typedNames();
  const query = new URLSearchParams({ movement: movement.value });
  const response = await fetch(`${form.dataset.namesUrl}?${query}`);
  if (!response.ok || response.redirected) return;
  place.innerHTML = await response.text();
  for (const [name, field] of typedNames()) {
    const typed = before.get(name);
    if (!typed) continue;
    field.value = typed.value;
    field.checked = typed.checked;
  }
});
