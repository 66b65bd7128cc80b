// What stands at the foot of every printed sheet: the title of the page, and its date, or that of
// today. The margins of a page (@page in print.css) can read nothing but these two.

const root = document.documentElement;

function quoted(text) {
  return JSON.stringify(text.replaceAll("\n", " "));
}

function prepare() {
  const date =
    document.querySelector("meta[name=print-date]")?.content.trim() ??
    new Intl.DateTimeFormat(root.lang, { dateStyle: "long" }).format(new Date());
  root.style.setProperty("--print-title", quoted(document.title));
  root.style.setProperty("--print-date", quoted(date));
}

prepare();
// A page of boards changes its title as one goes on.
window.addEventListener("beforeprint", prepare);
