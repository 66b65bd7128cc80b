// Light or dark, as the system says, and at once when the system changes its mind.
// Loaded before the page is painted, so that it never flashes in the other colours.
"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const applyTheme = () => {
  document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light";
};
applyTheme();
dark.addEventListener("change", applyTheme);
