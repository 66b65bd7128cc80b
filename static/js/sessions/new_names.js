// Several names that the register does not have: one button makes guests of all, or players. Where a
// name like it is known, that is asked name by name.

import "../names.js";

const fieldsOf = (place) => [...place.querySelectorAll(".name-field")];

function waits(field) {
  const boxes = field.querySelector(".name-new");
  return (
    boxes &&
    !boxes.hidden &&
    field.querySelector("[data-register-name]").value.trim() !== "" &&
    !boxes.querySelector("input:checked") &&
    !field.querySelector(".name-near [data-name]")
  );
}

function show() {
  for (const place of document.querySelectorAll(".new-names")) {
    const count = fieldsOf(place.parentElement).filter(waits).length;
    if (place.hidden !== count < 2) place.hidden = count < 2;
    const text = place.dataset.text.replace("{count}", count);
    const said = place.querySelector("span");
    if (said.textContent !== text) said.textContent = text;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-all]");
  if (!button) return;
  for (const field of fieldsOf(button.closest(".new-names").parentElement).filter(waits)) {
    const typed = field.querySelector("[data-register-name]");
    typed.dataset.decided = typed.value.trim();
    field.querySelector(".name-problem").textContent = "";
    field.querySelector(`.name-new input[name$="${button.dataset.all}"]`).checked = true;
  }
  const form = button.form;
  show();
  form.querySelector("button[type=submit]")?.focus();
});

document.addEventListener("change", show);
// The fields appear with a movement, and each name is looked up after it was typed.
new MutationObserver(show).observe(document.querySelector("main"), {
  subtree: true,
  childList: true,
  attributeFilter: ["hidden"],
});
show();
