// A chart of another page is shown here, where the link to it is; without it the link stays.

for (const link of document.querySelectorAll("a[data-chart]")) {
  const address = new URL(link.href);
  address.searchParams.set("only", "chart");
  fetch(address)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((text) => {
      const page = new DOMParser().parseFromString(text, "text/html");
      const chart = page.querySelector(link.dataset.chart);
      if (chart) link.parentElement.before(document.adoptNode(chart));
    })
    .catch(() => {
      // No connection: the link is still there.
    });
}
