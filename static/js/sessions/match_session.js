// A new session of matches: only the fields that count for what is played are shown.

const form = document.getElementById("match-session-form");
const value = (name) => form.elements[name].value;

function choose(select, isOffered) {
  for (const option of select.options) option.disabled = option.hidden = !isOffered(option.value);
  if (select.selectedOptions[0]?.disabled) {
    select.value = [...select.options].find((option) => !option.disabled).value;
  }
}

function show() {
  const isPairs = value("kind") === "swiss-pairs";
  const isSwiss = value("kind") !== "teams";
  choose(form.elements.method, (method) => !isPairs || method !== "butler");
  choose(form.elements.odd, (odd) => !isPairs || odd !== "triangle");
  const hasScale = isPairs ? value("method") === "cross-imps" : value("scored_by") === "vp";
  // What is not shown must not be refused.
  if (!hasScale && value("scale") === "own") form.elements.scale.selectedIndex = 0;
  const when = {
    swiss: isSwiss,
    all: !isSwiss,
    teams: !isPairs,
    scale: hasScale,
    own: hasScale && value("scale") === "own",
  };
  for (const box of form.querySelectorAll("[data-when]")) box.hidden = !when[box.dataset.when];
}

form.addEventListener("change", show);
show();
