// A field of a date is written as the browser has it, month or day first: below it stands the date
// in the words of the page.

const locale = document.documentElement.lang.replace(/^en$/, "en-GB");
const words = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });

for (const field of document.querySelectorAll('input[type="date"]')) {
  const said = document.createElement("output");
  said.className = "form-text d-block";
  said.htmlFor = field.id;
  const say = () => {
    said.value = field.valueAsDate ? words.format(field.valueAsDate) : "";
  };
  field.after(said);
  field.addEventListener("input", say);
  say();
}
