// The bell of the director's page: a new call rings, once somebody has tapped the button (browsers
// make no sound before), and is in the title of the page. What is open stays open when the part is
// put in place again.

const box = document.getElementById("follow");
const button = document.getElementById("bell");
const title = document.title;
let audio;

function callsIn() {
  return [...(box?.querySelectorAll("[data-call]") ?? [])].map((each) => each.dataset.call);
}

function ring() {
  if (!audio) return;
  for (const [delay, pitch] of [[0, 880], [0.25, 660], [0.5, 880]]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.4, audio.currentTime + delay);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + delay + 0.6);
    tone.connect(gain).connect(audio.destination);
    tone.start(audio.currentTime + delay);
    tone.stop(audio.currentTime + delay + 0.6);
  }
}

function announce(known) {
  const calls = callsIn();
  document.title = calls.length ? `(${calls.length}) ${title}` : title;
  if (calls.some((each) => !known.has(each))) ring();
  return new Set(calls);
}

if (box) {
  let known = announce(new Set(callsIn()));
  new MutationObserver(() => {
    known = announce(known);
  }).observe(box, { childList: true });
}

button?.addEventListener("click", () => {
  audio ??= new AudioContext();
  ring();
  button.textContent = button.dataset.on;
});
