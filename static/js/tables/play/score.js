// The score of a contract at duplicate bridge, for what a phone shows before the server answers;
// the server computes it again.

const VULNERABLE = { none: "", NS: "NS", EW: "EW", both: "NSEW" };
const UNDERTRICKS = { false: [100, 300, 500], true: [200, 500, 800] };

export function sideOf(seat) {
  return seat === "N" || seat === "S" ? "NS" : "EW";
}

// To North–South.
export function scoreNs(result, vul) {
  if (!result || result.pass || result.np) return result?.np ? null : 0;
  if (!result.level) return result.score_ns ?? null;
  const side = sideOf(result.declarer);
  const own = scoreOf(result, VULNERABLE[vul].includes(side));
  return side === "NS" ? own : -own;
}

// To the declarer.
function scoreOf({ level, strain, doubled, tricks }, vulnerable) {
  const over = tricks - level - 6;
  const factor = { "": 1, x: 2, xx: 4 }[doubled];
  if (over < 0) return -down(-over, factor, vulnerable);
  const isMinor = strain === "C" || strain === "D";
  const each = isMinor ? 20 : 30;
  const points = (level * each + (strain === "NT" ? 10 : 0)) * factor;
  const overtrick = factor === 1 ? each : 50 * factor * (vulnerable ? 2 : 1);
  const game = points >= 100 ? (vulnerable ? 500 : 300) : 50;
  const slam = { 6: vulnerable ? 750 : 500, 7: vulnerable ? 1500 : 1000 }[level] ?? 0;
  return points + over * overtrick + game + slam + (factor === 1 ? 0 : 25 * factor);
}

function down(tricks, factor, vulnerable) {
  if (factor === 1) return tricks * (vulnerable ? 100 : 50);
  const steps = UNDERTRICKS[vulnerable];
  const doubled = tricks <= 3 ? steps[tricks - 1] : steps[2] + (tricks - 3) * 300;
  return (doubled * factor) / 2;
}

export function overText(result) {
  const over = result.tricks - result.level - 6;
  if (over === 0) return "=";
  return over > 0 ? `+${over}` : `−${-over}`;
}
