// A synthetic model vowel: a pulse per period through three resonances (Klatt 1980), with natural pitch variation.

/** The formants of an open "ah": frequency and bandwidth in hertz. */
const resonances = [[750, 90], [1150, 110], [2550, 160]];

const seconds = 2.5;
const pitchHertz = 165;

/** The fade time in seconds. */
const edge = 0.12;

/** The peak amplitude. */
const loudest = 0.35;

function resonate(samples, [frequency, bandwidth], rate) {
  const c = -Math.exp((-2 * Math.PI * bandwidth) / rate);
  const b = 2 * Math.exp((-Math.PI * bandwidth) / rate) * Math.cos((2 * Math.PI * frequency) / rate);
  const a = 1 - b - c;
  let before = 0;
  let last = 0;
  for (let place = 0; place < samples.length; place += 1) {
    const next = a * samples[place] + b * last + c * before;
    before = last;
    last = next;
    samples[place] = next;
  }
}

/** Returns the samples of the vowel at a sample rate in hertz. */
export function modelVowel(rate) {
  const samples = new Float32Array(Math.round(seconds * rate));
  let phase = 0;
  let flow = 0;
  for (let place = 0; place < samples.length; place += 1) {
    const time = place / rate;
    phase += (pitchHertz * (1 + 0.006 * Math.sin(2 * Math.PI * 4.7 * time))) / rate;
    if (phase >= 1) phase -= 1;
    // Slow opening and abrupt closure of the glottis (Rosenberg 1971); lip radiation differentiates the flow.
    const now = phase < 0.6 ? 3 * (phase / 0.6) ** 2 - 2 * (phase / 0.6) ** 3 : 0;
    samples[place] = now - flow;
    flow = now;
  }
  for (const resonance of resonances) resonate(samples, resonance, rate);
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return samples.map((value, place) => {
    const time = place / rate;
    return (value * loudest * Math.min(1, time / edge, (seconds - time) / edge)) / peak;
  });
}
