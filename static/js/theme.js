// Light or dark, as the system says, and at once when the system changes its mind; paper is light.
// Loaded before the page is painted, so that it never flashes in the other colours.
"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const paper = window.matchMedia("print");
const applyTheme = () => {
  document.documentElement.dataset.bsTheme = dark.matches && !paper.matches ? "dark" : "light";
};
applyTheme();
for (const query of [dark, paper]) query.addEventListener("change", applyTheme);
