// The live level meter of the microphone.

import { h, t } from "./elements.js";
import { decibels } from "./microphone.js";

/** The peak level in dBFS below which a voice is too soft. */
export const softPeak = -24;

/** The level in dBFS below which no sound arrives: a fraction of the step of 16 bits. */
export const silence = -100;

/** The number of levels per second, of 4096 samples each. */
const second = 12;

/** A level meter with target band, peak hold and clipping lamp. */
export class Meter {
  constructor() {
    this.bar = h("div", { class: "bar" });
    this.peak = h("div", { class: "peak" });
    this.lamp = h("span", { class: "lamp" });
    this.element = h("div", {}, h("div", { class: "meter", role: "img", "aria-label": t("level") },
      h("div", { class: "band" }), this.bar, this.peak), this.lamp);
    this.reset();
  }

  show(level) {
    // -60 dBFS is at 0 % of the bar, 0 dBFS at 100 %.
    const place = Math.max(0, Math.min(100, (100 * (decibels(level.peak) + 60)) / 60));
    this.held = Math.max(place, this.held - 1.5);
    this.bar.style.width = `${place}%`;
    this.peak.style.left = `calc(${this.held}% - 3px)`;
    this.recent = [...this.recent.slice(1 - second), level];
    this.isClipped ||= level.clipped > 0;
    this.light();
  }

  /** The peak level of the last second in dBFS. */
  get recentPeak() { return decibels(Math.max(0, ...this.recent.map(({ peak }) => peak))); }

  /** The advice for the last second; empty when the level is good. */
  get advice() {
    if (this.recent.length < second) return "";
    if (this.recent.some(({ clipped }) => clipped > 0)) return t("live_loud");
    return this.recentPeak < softPeak ? t("live_soft") : "";
  }

  reset() {
    this.held = 0;
    this.recent = [];
    this.isClipped = false;
    this.light();
  }

  /** Shows clipping since the last reset, or a good level; nothing while the voice is too soft. */
  light() {
    const key = this.isClipped ? "clipped" : this.recentPeak < softPeak ? null : "not_clipped";
    this.lamp.classList.toggle("on", this.isClipped);
    this.lamp.textContent = key ? t(key) : "";
  }
}
