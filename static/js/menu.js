// The menu "More" closes when one goes elsewhere; without a script it closes on its own heading.

const menu = document.querySelector(".site-more");

function close() {
  menu.open = false;
}

document.addEventListener("click", (event) => {
  if (!menu.contains(event.target)) close();
});

menu.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget)) close();
});

menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  close();
  menu.querySelector("summary").focus();
});
