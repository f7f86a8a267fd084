// Microphone access with all browser processing requested off and read back. Each failure has its own advice.

import { t } from "./elements.js";

/** The browser processing that changes acoustic measures. */
const processing = ["echoCancellation", "noiseSuppression", "autoGainControl"];

/** One setting of all processing. */
const every = (setting) => Object.fromEntries(processing.map((name) => [name, setting]));

/** The input devices. */
const inputs = async () => (await navigator.mediaDevices.enumerateDevices())
  .filter(({ kind }) => kind === "audioinput");

/** The minimum peak amplitude of a block with voice: -40 dBFS. */
const audible = 0.01;

/** The minimum sample rate in hertz, for measures up to 16 kHz. */
export const lowestRate = 32000;

/** A microphone error; `answer` is the microphone event of the flow, or null. */
export class NoMicrophone extends Error {
  constructor(key, answer = null) {
    const [message, advice] = key ? [t(key), t(`${key}.advice`)] : ["", ""];
    super(message);
    this.advice = advice;
    this.answer = answer;
  }
}

/** Converts an amplitude to dBFS. */
export const decibels = (amplitude) => (amplitude > 0 ? 20 * Math.log10(amplitude) : -120);

const answerOfRefusal = () => navigator.permissions.query({ name: "microphone" })
  .then(({ state }) => (state === "prompt" ? "unknown" : "denied"), () => "denied");

/** The texts of the errors of the browser. */
const faults = {
  NotFoundError: "microphone_missing", NotReadableError: "microphone_taken", AbortError: "microphone_taken",
  OverconstrainedError: "microphone_unfit",
};

async function faultOf(error) {
  if (error.name === "NotAllowedError") return new NoMicrophone(null, await answerOfRefusal());
  if (error.name === "SecurityError") return new NoMicrophone(null, "restricted");
  return faults[error.name] ? new NoMicrophone(faults[error.name]) : error;
}

async function stream(deviceId) {
  const ask = (how) => navigator.mediaDevices.getUserMedia({
    audio: { ...deviceId && { deviceId: { exact: deviceId } }, channelCount: 1, ...every(how) },
  });
  try {
    return await ask({ exact: false });
  } catch (error) {
    if (error.name !== "OverconstrainedError") throw error;
    // The second request is not mandatory; the granted settings are reported.
    return ask(false);
  }
}

/** Creates a context at the sample rate of the microphone, which avoids resampling. Falls back
 * to the default rate, which the capture report contains. */
function contextFor(opened) {
  const usual = new AudioContext();
  const { sampleRate } = opened.getAudioTracks()[0].getSettings();
  if (!sampleRate || sampleRate === usual.sampleRate) return usual;
  let own = null;
  try {
    own = new AudioContext({ sampleRate });
    own.createMediaStreamSource(opened);
    void usual.close();
    return own;
  } catch {
    void own?.close();
    return usual;
  }
}

/** An open microphone. */
export class Microphone {
  static async open(deviceId = null) {
    if (!window.isSecureContext || !navigator.mediaDevices) throw new NoMicrophone("microphone_insecure");
    const opened = await stream(deviceId).catch(async (error) => { throw await faultOf(error); });
    const context = contextFor(opened);
    try {
      await context.audioWorklet.addModule("/page/capture.js");
      await context.resume();
      const microphone = new Microphone(opened, context);
      await microphone.#watchDevices();
      return microphone;
    } catch (error) {
      opened.getTracks().forEach((track) => track.stop());
      await context.close();
      throw error.name === "NotSupportedError" ? new NoMicrophone("microphone_unfit") : error;
    }
  }

  constructor(opened, context) {
    this.stream = opened;
    this.context = context;
    this.track = opened.getAudioTracks()[0];
    this.settings = this.track.getSettings();
    this.onlevel = this.onblock = this.onend = this.onbroken = this.onchange = () => {};
    this.isStale = false;
    this.isOpen = true;
    const source = context.createMediaStreamSource(opened);
    this.node = new AudioWorkletNode(context, "capture", {
      numberOfInputs: 1, numberOfOutputs: 1, channelCount: 1, channelCountMode: "explicit",
    });
    // Browsers do not run a graph without a destination.
    const nowhere = context.createGain();
    nowhere.gain.value = 0;
    source.connect(this.node).connect(nowhere).connect(context.destination);
    this.node.port.onmessage = ({ data: { level, block, end } }) => {
      if (level) this.onlevel(level);
      if (block) this.onblock(block);
      if (end) this.onend(end);
    };
    for (const event of ["ended", "mute"]) this.track.addEventListener(event, () => this.onbroken());
  }

  /** Reports a change of the input devices, which may replace the one in use. */
  async #watchDevices() {
    const names = async () => JSON.stringify(await inputs());
    let known = await names();
    this.noticed = async () => {
      const now = await names();
      if (now === known || !this.isOpen) return;
      known = now;
      this.isStale = true;
      this.onchange();
      this.onbroken();
    };
    navigator.mediaDevices.addEventListener("devicechange", this.noticed);
  }

  get rate() { return this.context.sampleRate; }

  get label() { return this.track.label; }

  /** Whether the device is unchanged and delivers audio. */
  get isLive() { return this.isOpen && !this.isStale && this.track.readyState === "live"; }

  /** The processing that is on or unknown. */
  get processed() { return processing.filter((name) => this.settings[name] !== false); }

  /** Whether the device name indicates a headset with limited bandwidth. */
  get isHeadset() { return /bluetooth|hands-?free|airpods|headset/i.test(this.label); }

  /** Returns the input devices, one per device group. */
  static async devices() {
    const devices = await inputs();
    return devices.filter((device) => device === devices.find(({ groupId }) => groupId === device.groupId));
  }

  /** Measures the room level over some seconds, in dBFS. */
  async listen(seconds) {
    let power = 0;
    let count = 0;
    this.onlevel = (level) => {
      power += level.power;
      count += 1;
    };
    await new Promise((done) => setTimeout(done, 1000 * seconds));
    this.onlevel = () => {};
    return count > 0 ? 10 * Math.log10(Math.max(power / count, 1e-12)) : -120;
  }

  /** Records until `end` is called; returns the blocks and their statistics. */
  async record({ level, started }) {
    const lostBefore = this.#lostFrames;
    const { sampleRate } = this.track.getSettings();
    const take = { blocks: [], isBroken: false, peak: 0, clipped: 0, heard: 0, rate: this.rate };
    this.onblock = (block) => take.blocks.push(block);
    const heard = (now) => {
      take.peak = Math.max(take.peak, now.peak);
      take.clipped += now.clipped;
      if (now.peak >= audible) take.heard += now.frames / this.rate;
      level(now);
    };
    this.onlevel = heard;
    this.onbroken = () => {
      take.isBroken = true;
      this.end();
    };
    const lock = await navigator.wakeLock?.request("screen").catch(() => null);
    const start = performance.now();
    const ended = new Promise((done) => { this.onend = done; });
    this.node.port.postMessage("begin");
    started();
    const { frames, dropped } = await ended;
    const seconds = (performance.now() - start) / 1000;
    await lock?.release();
    this.onblock = this.onbroken = () => {};
    // Another step may have replaced the level callback.
    if (this.onlevel === heard) this.onlevel = () => {};
    take.isBroken ||= this.track.getSettings().sampleRate !== sampleRate;
    const lost = lostBefore === null ? null : this.#lostFrames - lostBefore;
    return { ...take, frames, dropped: Math.max(dropped, lost ?? 0), seconds, statsDropped: lost };
  }

  /** The frames that the browser has lost so far; null for one that does not count them. */
  get #lostFrames() {
    const { stats } = this.track;
    return stats ? stats.totalFrames - stats.deliveredFrames : null;
  }

  /** Ends a recording. */
  end() { this.node.port.postMessage("end"); }

  /** Plays a tone of 120 ms. */
  beep() {
    const tone = this.context.createOscillator();
    const gain = this.context.createGain();
    gain.gain.value = 0.1;
    tone.frequency.value = 880;
    tone.connect(gain).connect(this.context.destination);
    tone.start();
    tone.stop(this.context.currentTime + 0.12);
  }

  /** Closes the microphone. */
  async close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    navigator.mediaDevices.removeEventListener("devicechange", this.noticed);
    this.track.stop();
    await this.context.close();
  }
}

/** Plays blocks in a context of their sample rate; returns the source. */
export function play(context, blocks) {
  const frames = blocks.reduce((sum, block) => sum + block.length, 0);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  let place = 0;
  for (const block of blocks) {
    buffer.copyToChannel(block, 0, place);
    place += block.length;
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
  return source;
}

/** Returns the recording conditions for `Sagevoice-Capture`. */
export function captureReport(microphone, take, roomLevel) {
  return {
    user_agent: navigator.userAgent, device_label: microphone.label, asked: every(false),
    granted: Object.fromEntries([...processing, "sampleRate", "channelCount"].map(
      (name) => [name, microphone.settings[name] ?? null])),
    context_rate_hz: take.rate, frames: take.frames, dropped_frames: take.dropped,
    stats_dropped_frames: take.statsDropped, wall_s: Number(take.seconds.toFixed(3)),
    room_level_dbfs: roomLevel === null ? null : Number(roomLevel.toFixed(1)),
    recorded_at: new Date().toISOString(),
  };
}

/** Serialises JSON in ASCII, as a header requires. */
export const ascii = (json) => JSON.stringify(json).replace(
  /[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
