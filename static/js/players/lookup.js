// Players of federations' lists while a name is typed: as options beside those of the register.

export async function lookUp(url, typed) {
  if (!url || typed.length < 2) return [];
  const response = await fetch(`${url}?${new URLSearchParams({ q: typed })}`, {
    headers: { Accept: "application/json" },
  });
  const players = response.ok ? (await response.json()).players : [];
  return players.map((player) => ({ ...player, isTwice: isTwice(player, players) }));
}

const isTwice = ({ name, number }, players) =>
  players.filter((each) => each.name === name && each.number === number).length > 1;

// With the number: lists have many people of one name. With the list where two have the player.
const textOf = ({ name, number, list, isTwice }) =>
  isTwice ? `${name} (${number}, ${list})` : `${name} (${number})`;

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
