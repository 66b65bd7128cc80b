// The round clock: the server says from when or until when it counts, each page counts by itself.

// What it shows at a moment of the server's time; nothing between rounds.
export function digits({ starts, ends, paused, phase }, now) {
  if (phase !== "play") return "";
  if (paused !== null) return `❚❚ ${written(paused)}`;
  if (ends) return written((Date.parse(ends) - now) / 1000);
  return starts ? written((now - Date.parse(starts)) / 1000) : "";
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
