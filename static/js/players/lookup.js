// Players of federations' lists while a name is typed: as options beside those of the register.

export async function lookUp(url, typed) {
  if (!url || typed.length < 2) return [];
  const response = await fetch(`${url}?${new URLSearchParams({ q: typed })}`, {
    headers: { Accept: "application/json" },
  });
  return response.ok ? (await response.json()).players : [];
}

// With the number: lists have many people of one name.
const textOf = (player) => `${player.name} (${player.number})`;

export function optionOf(player) {
  const option = document.createElement("option");
  option.value = textOf(player);
  option.label = [player.list, player.facts].filter(Boolean).join(" · ");
  return option;
}

export function chosen(players, typed) {
  return players.find((player) => textOf(player) === typed);
}

export function described(player) {
  return `${player.list} ${player.number} · ${player.facts}`;
}
