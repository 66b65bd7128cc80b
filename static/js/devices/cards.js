// What was printed last carries this address: the connection check compares it with the present one.

const { base } = document.querySelector(".table-cards").dataset;

addEventListener("beforeprint", () => localStorage.setItem("cards-address", base));
document.getElementById("print").addEventListener("click", () => print());
