// An address that names a line (#line-12) puts the focus into its field, before the page chooses
// the first empty one. No element has that name, or the browser would take the focus away again.

export function focusLine() {
  const [, line] = /^#line-(\d+)$/.exec(location.hash) ?? [];
  const field = line && document.querySelector(`[data-line="${line}"] input.typed`);
  const wasAsked = new URLSearchParams(location.search).has("line");
  if (field) {
    field.focus();
    field.select();
  } else if (line && document.querySelector(".section-jump") && !wasAsked) {
    // It is in another section than the one that is shown.
    location.replace(`?line=${line}#line-${line}`);
  }
}

focusLine();
