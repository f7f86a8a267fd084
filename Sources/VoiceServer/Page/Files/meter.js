// The ring of a recording: it fills with the time, and its colour and a word show the level.

import { h, svg, t } from "./elements.js";
import { decibels } from "./microphone.js";

/** The peak level in dBFS below which a voice is too soft. */
export const softPeak = -24;

/** The level in dBFS below which no sound arrives: a fraction of the step of 16 bits. */
export const silence = -100;

/** The number of levels per second, of 4096 samples each. */
const second = 12;

/** The word and the advice of each level. */
const texts = { soft: ["too_soft", "live_soft"], good: ["not_clipped"], loud: ["clipped", "live_loud"] };

/** A ring with the time of a recording and the level of the microphone. */
export class Ring {
  constructor() {
    const circle = (kind) => svg("circle", { class: kind, cx: 50, cy: 50, r: 44, pathLength: 100 });
    this.arc = circle("arc");
    this.time = h("p", { class: "big", role: "timer" });
    this.lamp = h("p", { class: "lamp" });
    this.element = h("div", { class: "ring" }, svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      circle("track"), this.arc), h("div", {}, this.time, this.lamp));
    this.reset();
  }

  show(level) {
    this.recent = [...this.recent.slice(1 - second), level];
    this.isClipped ||= level.clipped > 0;
    this.light();
  }

  /** Shows a text and the share of the time that has passed. */
  fill(text, share = 0) {
    this.time.textContent = text;
    this.arc.setAttribute("stroke-dasharray", `${100 * Math.min(1, share)} 100`);
  }

  /** The level of the last second; undefined before. */
  get level() {
    if (this.recent.length < second) return undefined;
    if (this.recent.some(({ clipped }) => clipped > 0)) return "loud";
    return decibels(Math.max(...this.recent.map(({ peak }) => peak))) < softPeak ? "soft" : "good";
  }

  /** The advice for the last second; empty when the level is good. */
  get advice() {
    const advice = texts[this.level]?.[1];
    return advice ? t(advice) : "";
  }

  /** Clears the level and the time. */
  reset(isRecording = false) {
    this.isRecording = isRecording;
    this.recent = [];
    this.isClipped = false;
    this.fill("");
    this.light();
  }

  /** Shows clipping since the last reset, or the level of the last second. Silence is a fault in a recording only. */
  light() {
    const level = this.isClipped ? "loud" : this.level === "soft" && !this.isRecording ? undefined : this.level;
    this.element.dataset.level = level ?? "";
    this.lamp.textContent = level ? t(texts[level][0]) : "";
  }
}
