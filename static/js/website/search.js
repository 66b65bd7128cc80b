// The search of the club's site: names by the beginnings of their words. No module and nothing
// fetched, which browsers refuse to pages that are opened from a file.
"use strict";

{
  const SHOWN = 50;
  // Letters that Unicode does not decompose, as the program's own search has them.
  const PLAIN = {
    "'": "", "’": "", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ŋ: "n", ŧ: "t", þ: "th",
    æ: "ae", œ: "oe", ß: "ss",
  };

  const keyOf = (text) =>
    [...text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()]
      .map((letter) => PLAIN[letter] ?? letter)
      .join("");
  const wordsOf = (text) => keyOf(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  const place = document.getElementById("site-search");
  const data = document.getElementById("site-people");
  if (place && data) {
    const { people, pages } = JSON.parse(data.textContent);
    const known = people.map(([name, results]) => ({ name, results, words: wordsOf(name) }));
    const field = document.getElementById("search-field");
    const count = document.getElementById("search-count");
    const found = document.getElementById("search-found");
    const { lang } = document.documentElement;
    const dates = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
      day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
    });

    const entry = ([file, title, date]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `../${file}`;
      link.textContent = title;
      item.append(link);
      if (date) {
        const day = document.createElement("span");
        day.className = "text-body-secondary";
        day.textContent = dates.format(new Date(`${date}T00:00:00Z`));
        item.append(" ", day);
      }
      return item;
    };

    const person = ({ name, results }) => {
      const heading = document.createElement("h2");
      heading.textContent = name;
      const list = document.createElement("ul");
      list.className = "search-list";
      list.append(...results.map((number) => entry(pages[number])));
      return [heading, list];
    };

    const said = (total) => {
      if (total === 0) return place.dataset.textNobody;
      if (total === 1) return place.dataset.textOne;
      const text = total > SHOWN ? place.dataset.textFirst : place.dataset.textMany;
      return text.replace("%(count)s", total).replace("%(shown)s", SHOWN);
    };

    const search = () => {
      const typed = wordsOf(field.value);
      if (typed.length === 0) {
        found.replaceChildren();
        count.textContent = "";
        return;
      }
      const matching = known.filter(({ words }) =>
        typed.every((beginning) => words.some((word) => word.startsWith(beginning))),
      );
      found.replaceChildren(...matching.slice(0, SHOWN).flatMap(person));
      count.textContent = said(matching.length);
    };

    place.hidden = false;
    field.addEventListener("input", search);
    search();
  }
}
