// The steps that record: the microphone is opened, the room is heard, a take is made, heard and sent. How
// far that has come on the server is the journey's matter; what has not left this page yet is this one's.

import * as api from "./api.js";
import { button, h, number, say, t, wrong } from "./elements.js";
import { Microphone, NoMicrophone, ascii, captureReport, decibels, lowestRate } from "./microphone.js";
import { contentDigest, encodeWAV } from "./wav.js";

/** Seconds of a recording: how long it is made for, and from when on it may be ended. */
const lengths = { sustained_vowel: { most: 10, least: 3 }, reading: { most: 28, least: 5 } };

/** A room above this level leaves too little between it and a voice. */
const loudRoom = -45;

/** A voice whose loudest sample is below this is soft. */
const softPeak = -24;

let microphone = null;
let roomLevel = null;

/** Lets go of the microphone, and forgets the room. */
export async function leave() {
  const open = microphone;
  microphone = null;
  roomLevel = null;
  await open?.close();
}

/** What is shown of a recording step; `app.go` shows the journey that comes of it. */
export function recordingStep(app, journey) {
  const { request, phase } = journey;
  const isReading = request.task === "reading";
  const heading = isReading ? t("reading_heading") : t("vowel_heading", request.take, request.takes);
  const parts = [
    h("h1", { tabindex: -1 }, heading),
    request.attempt > 1 ? h("p", { class: "quiet" }, t("attempt", request.attempt, request.attempts)) : null,
    h("p", {}, isReading ? t("reading_how") : t("vowel_how")),
    isReading ? h("blockquote", {}, t("reading_passage")) : null,
    before(app, request),
  ];
  const skip = journey.may.includes("skipped")
    ? button(t("skip_step"), async () => app.go(await api.tell("skipped")), "second") : null;
  if (phase === "recording" && microphone) {
    return [...parts, takePlace(app, journey, skip)];
  }
  if (phase === "microphone" && microphone) {
    // It is still open from the recording before.
    void app.attempt(async () => app.go(await api.tell("microphone", { answer: "granted" })));
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

/** What the analyses say of the recording before this one. */
function before(app, request) {
  if (!app.quick || request.attempt > 1) return null;
  return h("section", { class: "before" }, h("h2", {}, t("quick_heading")), quickFacts(app.quick));
}

async function openMicrophone(app, journey, place, deviceId = null) {
  try {
    await microphone?.close();
    microphone = await Microphone.open(deviceId);
  } catch (error) {
    microphone = null;
    if (!(error instanceof NoMicrophone)) throw error;
    if (error.answer) {
      app.go(await api.tell("microphone", { answer: error.answer }));
    } else {
      place.replaceChildren(wrong(null, error));
    }
    return;
  }
  if (journey.phase === "recording") app.go(journey);
  else app.go(await api.tell("microphone", { answer: "granted" }));
}

// The microphone is open.

function takePlace(app, journey, skip) {
  const place = h("div", {});
  const meter = new Meter();
  const check = h("section", { "aria-labelledby": "microphone-heading" },
    h("h2", { id: "microphone-heading" }, t("microphone_heading")), ...facts(app, journey, place),
    meter.element);
  microphone.onlevel = (level) => meter.show(level);
  const room = button(t("room_listen"), async () => {
    say(t("room_listening"));
    roomLevel = await microphone.listen(2);
    microphone.onlevel = (level) => meter.show(level);
    say(t("room_level", number(roomLevel)));
    ready();
  });
  function ready() {
    const heard = roomLevel === null ? [] : [
      h("p", { class: "quiet" }, t("room_level", number(roomLevel))),
      roomLevel > loudRoom ? h("p", { class: "wrong" }, t("room_loud")) : null,
    ];
    const start = button(t("record_start"), () => make(app, journey, place, meter, ready));
    place.replaceChildren(...heard.filter(Boolean),
      h("div", { class: "row" }, roomLevel === null ? room : start,
        roomLevel === null ? null : button(t("room_listen"), () => room.click(), "second"), skip));
    place.querySelector("button").focus();
  }
  queueMicrotask(ready);
  return h("div", {}, check, place);
}

/** What is to be said of the microphone, honestly. */
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
    h("p", { class: "quiet" }, t("microphone_rate", number(microphone.rate))),
    microphone.rate < lowestRate ? h("p", { class: "wrong" }, t("microphone_low_rate")) : null,
    microphone.isHeadset ? h("p", { class: "wrong" }, t("microphone_headset")) : null,
    on.length === 0 ? h("p", { class: "quiet" }, t("microphone_raw"))
      : h("p", { class: "wrong" }, t("microphone_processed", on.join(", "))),
  ];
}

/** The level, with the band in which a voice should be, and a lamp that stays lit. */
class Meter {
  constructor() {
    this.bar = h("div", { class: "bar" });
    this.peak = h("div", { class: "peak" });
    this.held = 0;
    this.lamp = h("span", { class: "lamp" }, t("clipped"));
    this.element = h("div", {},
      h("div", { class: "meter", role: "img", "aria-label": t("level") },
        h("div", { class: "band" }), this.bar, this.peak),
      this.lamp);
  }

  /** From -60 dB of full scale at the left to 0 at the right. */
  static place(amplitude) {
    return Math.max(0, Math.min(100, (100 * (decibels(amplitude) + 60)) / 60));
  }

  show(level) {
    const place = Meter.place(level.peak);
    this.held = Math.max(place, this.held - 1.5);
    this.bar.style.width = `${place}%`;
    this.peak.style.left = `calc(${this.held}% - 3px)`;
    if (level.clipped > 0) this.lamp.classList.add("on");
  }

  reset() {
    this.held = 0;
    this.lamp.classList.remove("on");
  }
}

const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

async function make(app, journey, place, meter, again) {
  const length = lengths[journey.request.task];
  const big = h("p", { class: "big", role: "timer" });
  const end = button(t("record_end"), () => microphone.end(), "second");
  end.disabled = true;
  place.replaceChildren(big, h("div", { class: "row" }, end));
  for (const count of [3, 2, 1]) {
    big.textContent = String(count);
    say(t("record_countdown", count));
    microphone.beep();
    await wait(1);
  }
  meter.reset();
  let clock = null;
  const take = await microphone.record({
    level: (level) => meter.show(level),
    started: () => {
      say(t("record_now"));
      const start = performance.now();
      clock = setInterval(() => {
        const passed = (performance.now() - start) / 1000;
        big.textContent = t("record_left", Math.max(0, Math.ceil(length.most - passed)));
        if (passed >= length.least) end.disabled = false;
        if (passed >= length.most) {
          clearInterval(clock);
          microphone.end();
        }
      }, 100);
      void api.tell("recording_started").catch(() => {});
    },
  });
  clearInterval(clock);
  if (take.isBroken) {
    say(t("record_broken"));
    await leave();
    app.go(await api.tell("recording_stopped"));
    return;
  }
  microphone.onlevel = (level) => meter.show(level);
  review(app, journey, place, take, again);
}

/** The take is heard, and kept or made again. */
function review(app, journey, place, take, again) {
  const seconds = take.frames / take.rate;
  const peak = decibels(take.peak);
  const remarks = [
    take.clipped > 0 ? t("take_clipped", number(take.clipped)) : null,
    peak < softPeak ? t("take_soft") : null,
    take.dropped > 0 ? t("take_dropped", number(take.dropped)) : null,
  ].filter(Boolean);
  say(t("take_facts", number(seconds, 1), number(peak, 1)));
  const keep = button(t("take_keep"), () => keepTake(app, place, take));
  keep.id = "keep";
  const parts = [
    h("h2", {}, t("take_heading")),
    h("p", {}, t("take_facts", number(seconds, 1), number(peak, 1))),
    ...remarks.map((text) => h("p", { class: "wrong" }, text)),
    h("div", { class: "row" },
      // A take with a hole in it is not for measuring.
      take.dropped > 0 ? null : keep,
      button(t("take_play"), () => microphone.play(take.blocks), "second"),
      button(t("take_redo"), again, "second")),
  ];
  place.replaceChildren(...parts);
  place.querySelector("button").focus();
}

async function keepTake(app, place, take) {
  const bytes = encodeWAV(take.blocks, take.rate);
  const sent = {
    bytes,
    headers: {
      "Content-Digest": await contentDigest(bytes),
      "Sagevoice-Capture": ascii(captureReport(microphone, take, roomLevel)),
      "Sagevoice-Language": document.documentElement.lang,
    },
  };
  place.replaceChildren(h("p", {}, t("take_sending")));
  say(t("take_sending"));
  for (let pause = 1; ; pause = Math.min(30, 2 * pause)) {
    try {
      const document = await api.send(sent);
      app.quick = document;
      await app.refresh();
      return;
    } catch (error) {
      const isPassing = error instanceof api.Unreachable || error.status === 503;
      if (!isPassing) throw error;
      place.replaceChildren(h("p", { class: "wrong", role: "alert" }, t("take_waiting")));
      await wait(pause);
    }
  }
}

/** What is known while the analyses go on, or why the recording cannot be used. */
export function judgedStep(app, journey) {
  if (journey.phase !== "refused") {
    return [h("h1", { tabindex: -1 }, t("quick_heading")), quickFacts(app.quick),
      h("p", {}, t("analysing"))];
  }
  const again = journey.may.includes("retried")
    ? button(t("record_again"), async () => app.go(await api.tell("retried"))) : null;
  const skip = journey.may.includes("skipped")
    ? button(t("skip_step"), async () => app.go(await api.tell("skipped")), "second") : null;
  return [h("h1", { tabindex: -1 }, t("refused_heading")), wrong(null, journey.error),
    quickFacts(app.quick), h("div", { class: "row" }, again, skip)];
}

/** The quick result of the newest recording, in lines. */
export function quickFacts(document) {
  if (!document) return null;
  const f0 = document.biomarkers?.f0;
  const verdict = t(`verdict_${document.quality.verdict}`);
  return h("div", { class: "quick" },
    f0?.mean_hz ? h("p", {}, t("quick_pitch", number(f0.mean_hz, 1))) : null,
    f0?.voiced_fraction ? h("p", {}, t("quick_voiced", number(100 * f0.voiced_fraction))) : null,
    h("p", {}, t("quick_verdict", verdict)),
    h("ul", {}, document.quality.checks.filter((check) => check.message && check.verdict !== "pass")
      .map((check) => h("li", {}, check.message))));
}
