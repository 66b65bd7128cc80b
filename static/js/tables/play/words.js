// Results in words and in signs.

import { t, thing, whenSpoken } from "../../devices/words.js";
import { overText, scoreNs } from "./score.js";

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const NAMES = { C: "C", D: "D", H: "H", S: "SP", NT: "NT" };
let ofSession = null;

// The letters for seats, honours and no trump: those of the session, or else of the language.
export const letters = { ...thing("letters") };

export function useLetters(from) {
  ofSession = from ?? null;
  Object.assign(letters, ofSession ?? thing("letters"));
}

whenSpoken(() => useLetters(ofSession));

export function sideLetters(side) {
  return [...side].map((seat) => letters.seats[seat] ?? seat).join("");
}

export function sideName(side) {
  if (side === "NS") return t("ns");
  return side === "EW" ? t("ew") : side ? t(side) : "";
}

export function otherSide(side) {
  return { NS: "EW", EW: "NS" }[side] ?? "";
}

export function strainSign(strain) {
  return strain === "NT" ? letters.nt : SIGNS[strain];
}

export function strainName(strain) {
  return t(NAMES[strain]);
}

const DOUBLED = { "": "", x: "x", xx: "xx" };

// 4♠N+1, as everywhere; behind letters the declarer stands off: 1NT N=.
export function shortResult(result) {
  if (!result) return "";
  if (result.np) return t("np");
  if (result.ruling) return t("ruling", { ruling: result.ruling });
  if (result.pass) return t("passed");
  if (!result.level) return signed(result.score_ns);
  const contract = `${result.level}${strainSign(result.strain)}${DOUBLED[result.doubled]}`;
  const apart = result.strain === "NT" ? " " : "";
  const lead = result.lead ? ` ${leadText(result.lead)}` : "";
  return `${contract}${apart}${letters.seats[result.declarer]}${overText(result)}${lead}`;
}

export function leadText(lead) {
  if (!lead) return "";
  const rank = lead.slice(1);
  return `${SIGNS[lead[0]] ?? ""}${letters.ranks[rank] ?? rank}`;
}

// four spades by North, plus one, eleven tricks: for who listens.
export function longResult(result) {
  if (!result?.level) return shortResult(result);
  const doubled = result.doubled ? ` ${t(result.doubled)}` : "";
  const contract = `${result.level} ${strainName(result.strain)}${doubled}`;
  const over = result.tricks - result.level - 6;
  const made = over === 0 ? t("equal") : `${t(over > 0 ? "plus" : "minus")} ${Math.abs(over)}`;
  const by = t("by", { contract, seat: t(result.declarer), over: made });
  return `${by}, ${t("tricks", { tricks: result.tricks })}`;
}

export function signed(score) {
  if (score === null || score === undefined) return "";
  if (score === 0) return "0";
  return score > 0 ? `+${score}` : `−${-score}`;
}

// “You lose 450”: from a side's own view; of a table's device, to North–South.
export function forSide(result, side, vul) {
  const score = result?.score_ns ?? scoreNs(result, vul);
  if (score === null || result?.np) return "";
  if (score === 0) return t("zero");
  if (!side) return `${sideLetters("NS")} ${signed(score)}`;
  const own = side === "NS" ? score : -score;
  return t(own > 0 ? "win" : "lose", { score: Math.abs(own) });
}
