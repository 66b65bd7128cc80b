// While a line is typed: what the server understands so far, shown beside the field.

const PAUSE_MS = 120;
let timer;
let asked = 0;

export function echo(line) {
  stopEcho();
  line.hint("");
  const typed = line.typed;
  if (!typed || !line.isChanged) return;
  timer = setTimeout(() => ask(line, typed), PAUSE_MS);
}

// What was asked is no longer wanted.
export function stopEcho() {
  clearTimeout(timer);
  asked += 1;
}

async function ask(line, typed) {
  const number = ++asked;
  try {
    const query = new URLSearchParams({ typed, section: line.text.section ?? "" });
    const response = await fetch(`${line.url}reading/?${query}`, {
      headers: { Accept: "application/json" },
    });
    if (!response.ok) return;
    const answer = await response.json();
    // A later question, or Enter, has overtaken this answer.
    if (number !== asked || line.typed !== typed || !line.isChanged) return;
    line.hint(answer.understood ?? "");
  } catch {
    // Without a connection there is no echo; saving says so.
  }
}
