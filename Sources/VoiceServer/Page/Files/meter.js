// The live level meter of the microphone.

import { h, t } from "./elements.js";
import { decibels } from "./microphone.js";

/** The peak level in dBFS below which a voice is too soft. */
export const softPeak = -24;

/** The number of levels per second, of 4096 samples each. */
const second = 12;

/** A level meter with target band, peak hold and clipping lamp. */
export class Meter {
  constructor() {
    this.bar = h("div", { class: "bar" });
    this.peak = h("div", { class: "peak" });
    this.held = 0;
    this.recent = [];
    this.lamp = h("span", { class: "lamp" }, t("not_clipped"));
    this.element = h("div", {},
      h("div", { class: "meter", role: "img", "aria-label": t("level") },
        h("div", { class: "band" }), this.bar, this.peak),
      this.lamp);
  }

  /** Maps an amplitude to percent of the bar: -60 dBFS is 0, 0 dBFS is 100. */
  static place(amplitude) {
    return Math.max(0, Math.min(100, (100 * (decibels(amplitude) + 60)) / 60));
  }

  show(level) {
    const place = Meter.place(level.peak);
    this.held = Math.max(place, this.held - 1.5);
    this.bar.style.width = `${place}%`;
    this.peak.style.left = `calc(${this.held}% - 3px)`;
    this.recent = [...this.recent.slice(1 - second), level];
    if (level.clipped > 0) this.light(true);
  }

  /** The advice for the last second; empty when the level is good. */
  get advice() {
    if (this.recent.length < second) return "";
    if (this.recent.some(({ clipped }) => clipped > 0)) return t("live_loud");
    const peak = Math.max(...this.recent.map((level) => level.peak));
    return decibels(peak) < softPeak ? t("live_soft") : "";
  }

  reset() {
    this.held = 0;
    this.recent = [];
    this.light(false);
  }

  light(isOn) {
    this.lamp.classList.toggle("on", isOn);
    this.lamp.textContent = t(isOn ? "clipped" : "not_clipped");
  }
}
