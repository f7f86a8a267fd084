// The recording steps: microphone, room level, recording, review and upload. The server owns the
// flow; this page owns recordings that are not sent yet.

import * as api from "./api.js";
import { button, h, number, say, t, wrong } from "./elements.js";
import { quickFacts } from "./judged.js";
import { Meter, silence, softPeak } from "./meter.js";
import { Microphone, NoMicrophone, ascii, captureReport, decibels, lowestRate } from "./microphone.js";
import { placeOf } from "./sending.js";
import { modelVowel } from "./vowel.js";
import { contentDigest, encodeWAV } from "./wav.js";

/** The maximum and minimum duration of a recording in seconds. */
const lengths = { sustained_vowel: { most: 10, least: 3 }, reading: { most: 28, least: 5 } };

/** The room level in dBFS above which the signal-to-noise ratio is too low. */
const loudRoom = -45;

/** The key of the text about a room level in dBFS. */
const roomText = (level) =>
  (level < silence ? "room_silent" : level > loudRoom ? "room_loud" : "room_quiet");

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
  const heading = isReading ? t("reading_heading") : t("vowel_heading", request.take, request.takes);
  const parts = [
    h("h1", { tabindex: -1 }, heading),
    request.attempt > 1 ? h("p", { class: "quiet" }, t("attempt", request.attempt, request.attempts)) : null,
    journey.purpose === "follow_up" && !isReading && request.take === 1
      ? h("p", {}, t("follow_up_how")) : null,
    h("p", {}, isReading ? t("reading_how") : t("vowel_how")),
    isReading ? h("blockquote", {}, t("reading_passage")) : model(),
    before(journey, findings),
  ];
  const skip = journey.may.includes("skipped")
    ? button(t("skip_step"), async () => app.go(await api.sendEvent("skipped")), "second") : null;
  if (phase === "recording" && microphone) {
    return [...parts, takePlace(app, journey, skip)];
  }
  if (phase === "microphone" && microphone) {
    // The microphone is open from the previous recording.
    void app.attempt(async () => app.go(await api.sendEvent("microphone", { answer: "granted" })));
    return [...parts, h("p", { class: "quiet" }, t("loading"))];
  }
  const error = journey.error && phase !== "refused"
    ? wrong(null, journey.error) : null;
  const place = h("div", {});
  const allow = button(error ? t("try_again") : t("microphone_allow"),
    () => openMicrophone(app, journey, place));
  return [...parts, error, h("p", { class: "quiet" }, t("microphone_why")), place,
    h("div", { class: "row" }, allow, skip)];
}

/** The findings of the previous recording. */
function before(journey, findings) {
  const { attempt, take } = journey.request;
  const isFirst = attempt > 1 || (take === 1 && journey.request.task === "sustained_vowel");
  const last = journey.attempts.at(-1);
  if (!findings || isFirst || last.state !== "usable") return null;
  return h("section", { class: "before" }, h("h2", {}, t("quick_of_vowel", last.take)),
    quickFacts(findings));
}

/** A button that plays the model vowel; hidden during a recording. */
function model() {
  return h("div", { class: "idle" }, button(t("model_play"), async () => {
    hush();
    const own = microphone?.isOpen ? null : new AudioContext();
    const context = own ?? microphone.context;
    const samples = modelVowel(context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    hush = () => source.stop();
    const ended = new Promise((done) => source.addEventListener("ended", done));
    source.start();
    await ended;
    hush = () => {};
    await own?.close();
  }, "second"), h("p", { class: "quiet" }, t("model_hint")));
}

async function openMicrophone(app, journey, place, deviceId = null) {
  try {
    await microphone?.close();
    microphone = await Microphone.open(deviceId);
  } catch (error) {
    microphone = null;
    if (!(error instanceof NoMicrophone)) throw error;
    if (error.answer) {
      app.go(await api.sendEvent("microphone", { answer: error.answer }));
    } else {
      place.replaceChildren(wrong(null, error));
    }
    return;
  }
  if (journey.phase === "recording") app.go(journey);
  else app.go(await api.sendEvent("microphone", { answer: "granted" }));
}


function takePlace(app, journey, skip) {
  const place = h("div", {});
  const own = microphone;
  const changed = async () => {
    if (microphone !== own || !place.isConnected) return;
    await leave();
    app.go(journey, t("microphone_changed"));
  };
  const meter = new Meter();
  const check = h("section", { "aria-labelledby": "microphone-heading" },
    h("h2", { id: "microphone-heading" }, t("microphone_heading")), ...facts(app, journey, place),
    meter.element);
  microphone.onlevel = (level) => meter.show(level);
  async function measureRoom() {
    say(t("room_listening"));
    hush();
    // A recording cannot begin during the measurement.
    place.replaceChildren(h("p", {}, t("room_listening")));
    const level = await own.listen(2);
    // The microphone may have changed during the measurement.
    if (microphone !== own) return;
    roomLevel = level;
    microphone.onlevel = (level) => meter.show(level);
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
    const heard = roomText(roomLevel);
    place.replaceChildren(h("p", { class: heard === "room_quiet" ? "quiet" : "wrong" }, t(heard)),
      h("div", { class: "row" },
        button(t("record_start"), () => make(app, journey, place, meter, ready)),
        button(t("room_listen"), measureRoom, "second"), skip));
    place.querySelector("button").focus();
  }
  queueMicrotask(roomLevel === null ? () => app.attempt(measureRoom) : ready);
  return h("div", {}, check, place);
}

/** The properties of the microphone and warnings about them. */
function facts(app, journey, place) {
  const names = {
    echoCancellation: t("processing_echo"), noiseSuppression: t("processing_noise"),
    autoGainControl: t("processing_gain"),
  };
  const on = microphone.processed.map((name) => names[name]);
  const choice = h("select", { id: "device", onchange: async () => {
    await openMicrophone(app, journey, place, choice.value);
  } });
  const current = microphone.settings.deviceId;
  Microphone.devices().then((devices) => {
    for (const device of devices) {
      const option = h("option", { value: device.deviceId }, device.label || device.deviceId);
      option.selected = device.deviceId === current;
      choice.append(option);
    }
  });
  return [
    h("div", { class: "field" }, h("label", { for: "device" }, t("microphone_device")), choice),
    microphone.rate < lowestRate ? h("p", { class: "wrong" },
      t("microphone_low_rate", number(microphone.rate), number(lowestRate))) : null,
    microphone.isHeadset ? h("p", { class: "wrong" }, t("microphone_headset")) : null,
    on.length === 0 ? h("p", { class: "quiet" }, t("microphone_raw"))
      : h("p", { class: "wrong" }, t("microphone_processed", on.join(", "))),
  ];
}

const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** Records with the controls outside the recording hidden. */
async function make(app, journey, place, meter, again) {
  document.body.classList.add("recording");
  try {
    await record(app, journey, place, meter, again);
  } finally {
    document.body.classList.remove("recording");
  }
}

async function record(app, journey, place, meter, again) {
  const length = lengths[journey.request.task];
  const own = microphone;
  own.onchange = () => {};
  app.isBusy = true;
  hush();
  const big = h("p", { class: "big", role: "timer" });
  const hint = h("p", { class: "hint" });
  const end = button(t("record_end"), () => own.end(), "second");
  end.disabled = true;
  place.replaceChildren(big, hint, h("div", { class: "row" }, end));
  for (const count of [3, 2, 1]) {
    big.textContent = String(count);
    say(t("record_countdown", count));
    own.beep();
    await wait(1);
  }
  meter.reset();
  let clock = null;
  const isUsable = () => own.isLive && microphone === own;
  const take = !isUsable() || !place.isConnected ? null : await own.record({
    level: (level) => {
      meter.show(level);
      if (hint.textContent === meter.advice) return;
      hint.textContent = meter.advice;
      say(hint.textContent);
    },
    started: () => {
      say(t("record_now"));
      const start = performance.now();
      clock = setInterval(() => {
        const passed = (performance.now() - start) / 1000;
        big.textContent = t("record_left", Math.max(0, Math.ceil(length.most - passed)));
        if (passed >= length.least) end.disabled = false;
        if (passed >= length.most) {
          clearInterval(clock);
          own.end();
        }
      }, 100);
      void api.sendEvent("recording_started").catch(() => {});
    },
  });
  clearInterval(clock);
  // Another tab or step has replaced this view.
  if (!place.isConnected) return;
  if (!take || take.isBroken || !isUsable()) {
    await leave();
    app.go(await api.sendEvent("recording_stopped"), t("record_broken"));
    return;
  }
  own.onlevel = (level) => meter.show(level);
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
  const own = microphone;
  const report = ascii(captureReport(own, take, roomLevel));
  const keep = button(t("take_keep"), () => keepTake(app, journey, place, { ...take, report }),
    isGood ? null : "second");
  keep.id = "keep";
  const redo = button(t("take_redo"), again, isGood ? "second" : null);
  const play = button(t("take_play"), () => own.play(take.blocks), "second");
  const parts = [
    h("h2", {}, t("take_heading")),
    h("p", {}, result),
    ...remarks.map((text) => h("p", { class: "wrong" }, text)),
    h("div", { class: "row" }, isGood ? [keep, play, redo]
      // A recording with dropped frames cannot be measured.
      : [redo, play, take.dropped > 0 ? null : keep]),
  ];
  place.replaceChildren(...parts);
  place.querySelector("button").focus();
}

/** Encodes a recording and adds it to the pending uploads. */
async function keepTake(app, journey, place, take) {
  const bytes = encodeWAV(take.blocks, take.rate);
  const digest = await contentDigest(bytes);
  place.replaceChildren(h("p", { class: "sending" }, t("take_sending")));
  say(t("take_sending"));
  try {
    await app.sender.take({
      bytes, digest, journey: journey.journey_id, place: placeOf(journey),
      headers: {
        "Content-Digest": digest,
        "Sagevoice-Capture": take.report,
        "Sagevoice-Language": document.documentElement.lang,
      },
    });
  } catch (error) {
    await app.refresh();
    throw error;
  }
}
