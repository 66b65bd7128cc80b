// Names and results as players say them.

import { t } from "../devices/words.js";

const SHORT = { "1": "1–0", "=": "½–½", "0": "0–1", "+": "+:−", "-": "−:+", "--": "−:−" };

// “Ek, Li” is said as “Li Ek”.
export function spoken(player) {
  const [family, given] = player.name.split(", ");
  return given ? `${given} ${family}` : family;
}

// What a key has room for: the family name, both names where the opponents share it.
export function shortName(player, other) {
  const [family] = player.name.split(", ");
  return family === other.name.split(", ")[0] ? spoken(player) : family;
}

export function withStrength(player) {
  return player.strength ? `${spoken(player)} (${player.strength})` : spoken(player);
}

export function shortResult(result) {
  return SHORT[result] ?? result ?? "";
}

const TURNED = { 1: "0", 0: "1", "+": "-", "-": "+" };

// A result as its player counts it: the own point first.
export function ownResult(result, me) {
  return shortResult(me === "black" ? (TURNED[result] ?? result) : result);
}

export function otherSide(side) {
  return side === "white" ? "black" : "white";
}

// “Ek won (1–0)”
export function longResult(game, result) {
  const winner = { 1: "white", 0: "black" }[result];
  if (!winner) return result === "=" ? `${t("draw")} (${shortResult(result)})` : shortResult(result);
  const name = shortName(game[winner], game[otherSide(winner)]);
  return `${t("name_won", { name })} (${shortResult(result)})`;
}

// A sentence whose values may be elements.
export function rich(name, values) {
  const keys = Object.keys(values);
  const marked = t(name, Object.fromEntries(keys.map((key) => [key, `\u0001${key}\u0001`])));
  return marked.split("\u0001").map((part) => values[part] ?? part);
}
