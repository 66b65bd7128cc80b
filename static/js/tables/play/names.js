// Who sits here, where the director's list has no names yet: seat by seat, with members found by
// three letters. The other side is asked; nothing is stored before it agrees.

import { button, h } from "../../devices/dom.js";
import { t } from "../../devices/words.js";
import { letters, sideName } from "./words.js";

const PAUSE_MS = 300;
const MIN_LETTERS = 3;
const FIRST = { S: "N", W: "E" };

// One side at a time: the other one agrees to it.
export function names(app) {
  const [first] = app.state.naming;
  const groups = app.state.naming.filter((each) => each.side === first?.side);
  const fields = groups.flatMap((each) => each.seats.map((seat) => field(app, seat, each.pair)));
  const send = (event) => {
    event.preventDefault();
    const written = fields.map(({ seat, input }) => [seat, input.value.trim()]).filter(([, text]) => text);
    if (written.length > 0) app.sayNames(Object.fromEntries(written));
    else fields[0]?.input.focus();
  };
  return h(
    "section",
    { class: "more names" },
    h("h1", {}, `${t("names")}: ${sideName(first?.side ?? "")}`),
    h("p", {}, t("names_help")),
    h("form", { onsubmit: send }, fields.map((each) => each.box), h("button", { class: "key wide first" }, t("names_send"))),
    button(t("back"), () => app.open("list"), { kind: "wide plain" }),
  );
}

function field(app, seat, pair) {
  const id = `name-${seat}`;
  const found = h("div", { class: "found", role: "group", "aria-label": t("names") });
  const input = h("input", {
    id,
    type: "text",
    class: "name",
    maxlength: "80",
    autocomplete: "off",
    autocapitalize: "words",
    spellcheck: "false",
    enterkeyhint: FIRST[seat] ? "done" : "next",
  });
  let timer = 0;
  let asked = "";
  const choose = (name) => {
    input.value = name;
    found.replaceChildren();
    input.focus();
  };
  const look = async () => {
    const text = input.value.trim();
    asked = text;
    const isEnough = text.length >= MIN_LETTERS || /^\d+$/.test(text);
    const { names: known = [], message } = isEnough ? await app.findNames(text) : {};
    if (asked !== text) return;
    found.replaceChildren(
      ...(message ? [h("p", { role: "status" }, message)] : known.map((name) => button(name, () => choose(name), { kind: "wide plain" }))),
    );
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
  });
  const label = h("label", { for: id }, t("names_of", { seat: `${letters.seats[seat]} (${t(seat)})`, pair }));
  return { seat, input, box: h("div", { class: "seat-name" }, label, input, found) };
}
