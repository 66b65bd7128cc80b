// The round clock: the server says from when or until when it counts, each page counts by itself.

// Nobody has stopped it, and the round is long over: after its end, or counting up after its start.
const FORGOTTEN_MS = { ends: 3 * 3_600_000, starts: 12 * 3_600_000 };

// What it shows at a moment of the server's time; nothing between rounds, nor when it was forgotten.
export function digits({ starts, ends, paused, phase }, now) {
  if (phase !== "play") return "";
  if (paused !== null) return `❚❚ ${written(paused)}`;
  const since = now - Date.parse(ends || starts);
  if (!(since <= FORGOTTEN_MS[ends ? "ends" : "starts"])) return "";
  return written((ends ? -since : since) / 1000);
}

function written(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

// The time after which whoever is not there has lost; nothing once it has passed.
export function defaultTime({ default: moment, phase }, now) {
  return phase === "play" && moment && Date.parse(moment) > now ? clockTime(moment) : "";
}

// A time of day.
export function clockTime(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hour12: false,
  });
}
