// The list of rulings: Ctrl+Z is the Undo button, except where something is being typed.

import { isUndoKey } from "./undo.js";

document.addEventListener("keydown", (event) => {
  if (!isUndoKey(event) || event.target.matches("input, textarea")) return;
  event.preventDefault();
  document.getElementById("undo-form").requestSubmit();
});
