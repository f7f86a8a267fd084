// The level of the microphone as it is now.

import { h, t } from "./elements.js";
import { decibels } from "./microphone.js";

/** A voice whose loudest sample is below this is soft, in decibels of full scale. */
export const softPeak = -24;

/** Levels of about a second: each is of 4096 samples. */
const second = 12;

/** The level, with the band in which a voice should be, and a lamp that stays lit. */
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

  /** From -60 dB of full scale at the left to 0 at the right. */
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

  /** What is wrong while it is: of the last second, once that has passed. */
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
