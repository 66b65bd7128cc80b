// How far reading and importing a file has come. Reading is shown as under way after a second;
// importing tells step by step how many players are stored. Without this script, the forms do
// the same without telling.

const PATIENCE_MS = 1000;
const STEPS = "application/x-ndjson";

function csrfToken(form) {
  // From the cookie, and not from the page: a login in between changes it.
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length) : form.elements.csrfmiddlewaretoken.value;
}

// A line with a bar below the buttons of a form.
function shown(form, sentence) {
  form.querySelector(".import-progress")?.remove();
  const line = document.createElement("p");
  line.className = "import-progress d-flex flex-wrap align-items-center gap-3 my-3";
  line.setAttribute("role", "status");
  const label = document.createElement("span");
  label.textContent = sentence;
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", sentence);
  line.append(label, bar);
  const place = form.querySelector(".import-bar") ?? form.querySelector(".actions");
  (place ?? form.querySelector(".encoding")).after(line);
  return { line, label, bar };
}

function busy(form, isBusy) {
  for (const button of form.querySelectorAll("button")) button.disabled = isBusy;
}

async function* linesOf(response) {
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}

// The page that the server gives without this script: with the mistake, or the login.
function submitPlainly(form) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "import", value: "yes" });
  form.append(field);
  busy(form, false);
  form.submit();
}

function finish(form, { line, label, bar }, answer) {
  bar.remove();
  form.classList.add("imported");
  document.querySelector("h1").textContent = form.dataset.imported;
  line.classList.add("alert", "alert-success");
  const link = document.createElement("a");
  link.href = answer.afterwards;
  link.textContent = form.dataset.onward;
  label.textContent = answer.said;
  line.append(link);
  link.focus();
}

function complain(form, { line, label, bar }, sentence) {
  bar.remove();
  line.classList.add("alert", "alert-danger");
  label.textContent = sentence;
  busy(form, false);
}

async function importPlayers(form) {
  const body = new FormData(form);
  body.delete("csrfmiddlewaretoken");
  body.append("import", "yes");
  busy(form, true);
  const place = shown(form, form.dataset.storing);
  let response;
  let last = {};
  try {
    response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: `${STEPS}, application/json`, "X-CSRFToken": csrfToken(form) },
      body,
    });
    if (response.status === 401) {
      const answer = await response.json();
      return complain(form, place, answer.error);
    }
    if (response.headers.get("Content-Type") !== STEPS) return submitPlainly(form);
    for await (const line of linesOf(response)) {
      last = JSON.parse(line);
      if (last.total) Object.assign(place.bar, { max: last.total, value: last.done });
    }
  } catch {
    last = {};
  }
  if (last.refused) submitPlainly(form);
  else if (last.said) finish(form, place, last);
  else complain(form, place, form.dataset.lost);
}

for (const form of document.querySelectorAll("form[data-looking]")) {
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name === "import" && form.dataset.storing) {
      event.preventDefault();
      importPlayers(form);
      return;
    }
    setTimeout(() => shown(form, form.dataset.looking), PATIENCE_MS);
  });
}

// The mistake is brought into view, and selected where it can be corrected.
document.querySelector(".faulty-line .wrong")?.scrollIntoView({ block: "nearest", inline: "center" });

const faulty = document.querySelector("[data-line] textarea");
if (faulty?.value) {
  const { line, place } = faulty.closest("[data-line]").dataset;
  const lines = faulty.value.split("\n");
  const lengthOf = (parts) => parts.reduce((length, part) => length + part.length + 1, 0);
  const fields = (lines[line - 1] ?? "").split("\t");
  const start = lengthOf(lines.slice(0, line - 1)) + lengthOf(fields.slice(0, place || 0));
  const length = place === "" ? 0 : (fields[place] ?? "").length;
  faulty.setSelectionRange(start, start + length);
  faulty.focus({ preventScroll: true });
  faulty.scrollTop = ((line - 3) * faulty.scrollHeight) / lines.length;
}
