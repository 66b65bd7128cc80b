// The form of a player: when the name is left, its parts are filled in, and asked about where they
// are a guess. Parts that were corrected by hand stay as long as the name does.

const form = document.querySelector("[data-name-parts]");
const name = form.elements.name;
const parts = ["given", "particle", "family"].map((part) => form.elements[part]);
const question = form.querySelector("[data-doubtful]");
let known = name.value;

async function fillIn() {
  const typed = name.value;
  if (typed === known || !typed.trim()) {
    return;
  }
  const address = `${form.dataset.nameParts}?${new URLSearchParams({ name: typed })}`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  const found = answer.ok ? await answer.json() : {};
  // Somebody who types on is asked about the later name.
  if (name.value !== typed || found.error || !found.name) {
    return;
  }
  known = found.name;
  name.value = found.name;
  for (const part of parts) {
    part.value = found[part.name];
  }
  question.hidden = !found.is_doubtful;
}

name.addEventListener("change", fillIn);
for (const part of parts) {
  part.addEventListener("input", () => {
    question.hidden = true;
  });
}
