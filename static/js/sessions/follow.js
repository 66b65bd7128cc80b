// A page that keeps up with the evening: its inner part is asked for again and again, with the
// tag of what is shown, and put in place when it is another one. Where the focus is and how far
// the tables are scrolled stays as it was.

const box = document.getElementById("follow");
const PAUSE_MS = Number(box.dataset.pause) || 5000;
const note = document.querySelector("[data-now]");
const following = document.querySelector("[data-following]");
let { tag } = box.dataset;
let time = clock();
let timer;

function clock() {
  return new Date().toLocaleTimeString(document.documentElement.lang, { hour12: false });
}

function say(template) {
  note.textContent = template.replace("%(time)s", time);
  following.hidden = template !== note.dataset.template;
}

function put(html) {
  const focused = box.contains(document.activeElement) ? document.activeElement.id : "";
  const scrolled = [...box.querySelectorAll(".table-box")].map((each) => each.scrollLeft);
  const open = [...box.querySelectorAll("details[id][open]")].map((each) => each.id);
  const part = new DOMParser().parseFromString(html, "text/html");
  box.replaceChildren(...part.body.childNodes);
  box.querySelectorAll(".table-box").forEach((each, place) => {
    each.scrollLeft = scrolled[place] ?? 0;
  });
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  box.dispatchEvent(new Event("followed", { bubbles: true }));
}

function askToLogIn(url) {
  const link = document.createElement("a");
  link.href = `${url}?next=${encodeURIComponent(location.pathname + location.search)}`;
  link.textContent = box.dataset.textLogIn;
  note.append(" ", link);
}

// Somebody types a reason.
function isInUse() {
  const { activeElement } = document;
  return box.contains(activeElement) && activeElement.matches("input") && activeElement.value;
}

async function refresh() {
  clearTimeout(timer);
  if (document.hidden) return;
  if (isInUse()) {
    timer = setTimeout(refresh, PAUSE_MS);
    return;
  }
  try {
    const response = await fetch(box.dataset.url, {
      cache: "no-store",
      headers: { Accept: "application/json", "If-None-Match": tag },
    });
    if (response.status === 401) {
      say(note.dataset.loggedOut);
      askToLogIn((await response.json()).login);
      return;
    }
    if (response.status === 200) {
      put(await response.text());
      tag = response.headers.get("ETag");
    } else if (response.status !== 304) {
      throw new Error(response.status);
    }
    time = clock();
    say(note.dataset.template);
  } catch {
    say(note.dataset.offline);
  }
  timer = setTimeout(refresh, PAUSE_MS);
}

document.addEventListener("visibilitychange", refresh);
say(note.dataset.template);
timer = setTimeout(refresh, PAUSE_MS);
