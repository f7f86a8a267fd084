// The recording steps: microphone, room level, recording, review and upload. The server owns the
// flow; this page owns recordings that are not sent yet.

import * as api from "./api.js";
import { button, folded, h, number, quiet, row, say, t, title, wrong } from "./elements.js";
import { quickFacts } from "./judged.js";
import { Ring, silence, softPeak } from "./meter.js";
import { Microphone, NoMicrophone, ascii, captureReport, decibels, lowestRate, play } from "./microphone.js";
import { placeOf } from "./sending.js";
import { modelVowel } from "./vowel.js";
import { contentDigest, encodeWAV } from "./wav.js";

/** The maximum and minimum duration of a recording in seconds. */
const lengths = { sustained_vowel: { most: 10, least: 3 }, reading: { most: 28, least: 5 } };

/** The maximum room level in dBFS of each text. Above -45 dBFS the signal-to-noise ratio is too low; 10 dB lie between
 * the limits of its check. */
const rooms = [[silence, "room_silent"], [-55, "room_quiet"], [-45, "room_fair"], [Infinity, "room_loud"]];

/** The key of the text about a room level in dBFS. */
const roomText = (level) => rooms.find(([most]) => level < most)[1];

/** The minimum duration of voice in seconds. */
const leastHeard = 2;

let microphone = null;
let roomLevel = null;

/** Stops the model vowel. */
let hush = () => {};

/** Closes the microphone and clears the room level. */
export async function leave() {
  const open = microphone;
  microphone = null;
  roomLevel = null;
  await open?.close();
}

/** The recording step; `app.go` shows the resulting flow. */
export function recordingStep(app, journey, findings) {
  const { request, phase } = journey;
  hush();
  // Another tab may have completed the step.
  microphone?.end();
  if (microphone && !microphone.isLive) void leave();
  const isReading = request.task === "reading";
  const parts = [
    title(isReading ? t("reading_heading") : t("vowel_heading", request.take, request.takes)),
    request.attempt > 1 ? quiet(t("attempt", request.attempt, request.attempts)) : null,
    journey.purpose === "follow_up" && !isReading && request.take === 1 ? h("p", {}, t("follow_up_how")) : null,
    h("p", { class: isReading ? "idle" : null }, t(isReading ? "reading_how" : "vowel_how")),
    isReading ? h("blockquote", {}, t("reading_passage")) : model(),
  ];
  const last = before(journey, findings);
  const skip = app.offer(journey, "skipped", t("skip_step"), "second");
  if (phase === "recording" && microphone) return [parts, takePlace(app, journey, skip), last];
  if (phase === "microphone" && microphone) {
    // The microphone is open from the previous recording.
    void app.attempt(() => app.send("microphone", { answer: "granted" }));
    return [parts, quiet(t("loading"))];
  }
  const { error } = journey;
  const place = h("div");
  const allow = button(t(error ? "try_again" : "microphone_allow"), () => openMicrophone(app, place));
  return [parts, error ? wrong(error) : null, quiet(t("microphone_why")), place, row(allow, skip), last];
}

/** The findings of the previous recording. */
function before(journey, findings) {
  const { attempt, take, task } = journey.request;
  const isFirst = attempt > 1 || (take === 1 && task === "sustained_vowel");
  const last = journey.attempts.at(-1);
  if (!findings || isFirst || last.state !== "usable") return null;
  return h("section", { class: "before idle" }, h("h2", {}, t("quick_of_vowel", last.take)), quickFacts(findings));
}

/** A button that plays the model vowel; hidden during a recording. */
const model = () => h("div", { class: "idle" }, button(t("model_play"), async () => {
  hush();
  const own = microphone?.isOpen ? null : new AudioContext();
  const context = own ?? microphone.context;
  const source = play(context, [modelVowel(context.sampleRate)]);
  hush = () => source.stop();
  await new Promise((done) => source.addEventListener("ended", done));
  hush = () => {};
  await own?.close();
}, "second"), quiet(t("model_hint")));

async function openMicrophone(app, place, deviceId = null) {
  try {
    await microphone?.close();
    microphone = await Microphone.open(deviceId);
  } catch (error) {
    microphone = null;
    if (!(error instanceof NoMicrophone)) throw error;
    if (error.answer) await app.send("microphone", { answer: error.answer });
    else place.replaceChildren(wrong(error));
    return;
  }
  // Another tab may have moved the flow meanwhile.
  const isAsked = app.journey.phase?.startsWith("microphone");
  await (isAsked ? app.send("microphone", { answer: "granted" }) : app.go(app.journey));
}

function takePlace(app, journey, skip) {
  const place = h("div", { class: "take" });
  const own = microphone;
  const ring = new Ring();
  async function changed() {
    if (microphone !== own || !place.isConnected) return;
    await leave();
    app.go(journey, t("microphone_changed"));
  }
  async function measureRoom() {
    say(t("room_listening"));
    hush();
    ring.reset();
    // A recording cannot begin during the measurement.
    place.replaceChildren(h("p", {}, t("room_listening")));
    const level = await own.listen(2);
    // The microphone may have changed during the measurement.
    if (microphone !== own) return;
    roomLevel = level;
    say(t(roomText(roomLevel)));
    ready();
  }
  function ready() {
    app.isBusy = false;
    own.onchange = changed;
    if (!own.isLive) {
      void changed();
      return;
    }
    ring.reset();
    ring.element.hidden = false;
    own.onlevel = (level) => ring.show(level);
    const heard = roomText(roomLevel);
    const isFit = ["room_quiet", "room_fair"].includes(heard);
    place.replaceChildren(h("p", { class: isFit ? `room ${heard}` : "wrong" }, t(heard)),
      row(button(t("record_start"), () => make(app, journey, place, ring, ready)),
        heard === "room_quiet" ? null : button(t("room_listen"), measureRoom, "second"), skip));
    place.querySelector("button").focus();
  }
  queueMicrotask(roomLevel === null ? () => app.attempt(measureRoom) : ready);
  return [warnings(), ring.element, place, devices(app, place)];
}

/** The texts of the browser processing. */
const processing = {
  echoCancellation: "processing_echo", noiseSuppression: "processing_noise", autoGainControl: "processing_gain",
};

const warning = (text) => h("p", { class: "wrong" }, text);

/** Warnings about the microphone. */
function warnings() {
  const on = microphone.processed.map((name) => t(processing[name]));
  return h("div", { class: "idle" },
    microphone.rate < lowestRate
      ? warning(t("microphone_low_rate", number(microphone.rate), number(lowestRate))) : null,
    microphone.isHeadset ? warning(t("microphone_headset")) : null,
    on.length === 0 ? null : warning(t("microphone_processed", on.join(", "))));
}

/** The choice of the microphone. */
function devices(app, place) {
  const choice = h("select", { id: "device", onchange: () => openMicrophone(app, place, choice.value) });
  const current = microphone.settings.deviceId;
  Microphone.devices().then((devices) => choice.append(...devices.map(({ deviceId: value, label }) =>
    h("option", { value, selected: value === current }, label || value))));
  return h("div", { class: "idle" },
    folded(t(microphone.processed.length === 0 ? "microphone_raw" : "microphone_device"),
      h("div", { class: "field" }, h("label", { for: "device" }, t("microphone_device")), choice)));
}

const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** Records with the controls outside the recording hidden. */
async function make(app, journey, place, ring, again) {
  document.body.classList.add("recording");
  try {
    await record(app, journey, place, ring, again);
  } finally {
    document.body.classList.remove("recording");
  }
}

async function record(app, journey, place, ring, again) {
  const { most, least } = lengths[journey.request.task];
  const own = microphone;
  own.onchange = () => {};
  app.isBusy = true;
  hush();
  const hint = h("p", { class: "hint" });
  const end = button(t("record_end"), () => own.end());
  end.disabled = true;
  place.replaceChildren(hint, row(end));
  window.scrollTo(0, 0);
  for (const count of [3, 2, 1]) {
    ring.fill(String(count));
    say(t("record_countdown", count));
    own.beep();
    await wait(1);
  }
  ring.reset(true);
  let clock = null;
  const isUsable = () => own.isLive && microphone === own;
  const take = !isUsable() || !place.isConnected ? null : await own.record({
    level: (level) => {
      ring.show(level);
      if (hint.textContent === ring.advice) return;
      hint.textContent = ring.advice;
      say(hint.textContent);
    },
    started: () => {
      say(t("record_now"));
      const start = performance.now();
      clock = setInterval(() => {
        const passed = (performance.now() - start) / 1000;
        ring.fill(t("record_left", Math.max(0, Math.ceil(most - passed))), passed / most);
        if (passed >= least) end.disabled = false;
        if (passed < most) return;
        clearInterval(clock);
        own.end();
      }, 100);
      void api.sendEvent("recording_started").catch(() => {});
    },
  });
  clearInterval(clock);
  // Another tab or step has replaced this view.
  if (!place.isConnected) return;
  if (!take || take.isBroken || !isUsable()) {
    app.isBusy = false;
    await leave();
    await app.send("recording_stopped", {}, t("record_broken"));
    return;
  }
  ring.element.hidden = true;
  review(app, journey, place, take, again);
}

/** The review of a recording: play, use or repeat. */
function review(app, journey, place, take, again) {
  const seconds = take.frames / take.rate;
  const peak = decibels(take.peak);
  const remarks = [
    take.clipped > 0 ? t("take_clipped") : null,
    peak < silence ? t("take_silent") : peak < softPeak ? t("take_soft")
      : take.heard < leastHeard ? t("take_short", number(take.heard, 1)) : null,
    take.dropped > 0 ? t("take_dropped") : null,
  ].filter(Boolean);
  const isGood = remarks.length === 0;
  const result = t(isGood ? "take_good" : "take_facts", number(seconds, 1));
  say(result);
  const { context } = microphone;
  const report = ascii(captureReport(microphone, take, roomLevel));
  const keep = button(t("take_keep"), () => keepTake(app, journey, place, take, report), isGood ? null : "second");
  keep.id = "keep";
  const redo = button(t("take_redo"), again, isGood ? "second" : null);
  const listen = button(t("take_play"), async () => { play(context, take.blocks); }, "second");
  place.replaceChildren(h("h2", {}, t("take_heading")), h("p", {}, result), ...remarks.map(warning),
    // A recording with dropped frames cannot be measured.
    row(isGood ? [keep, listen, redo] : [redo, listen, take.dropped > 0 ? null : keep]));
  place.querySelector("button").focus();
}

/** Encodes a recording and adds it to the pending uploads. */
async function keepTake(app, journey, place, take, report) {
  const bytes = encodeWAV(take.blocks, take.rate);
  const digest = await contentDigest(bytes);
  place.replaceChildren(h("p", { class: "sending" }, t("take_sending")));
  say(t("take_sending"));
  try {
    await app.sender.take({
      bytes, digest, journey: journey.journey_id, place: placeOf(journey),
      headers: {
        "Content-Digest": digest, "Sagevoice-Capture": report, "Sagevoice-Language": document.documentElement.lang,
      },
    });
  } catch (error) {
    app.isBusy = false;
    await app.refresh();
    throw error;
  }
}
