// The findings of the last recording, during the analysis and after a refusal.

import * as api from "./api.js";
import { button, h, number, sentence, t, wrong } from "./elements.js";

/** Returns the findings of the last recording; null when there is none. */
export async function findingsOf(journey) {
  const session = journey.attempts.at(-1)?.session_id;
  return session ? api.findings(session) : null;
}

/** The step during the analysis or after a refusal. */
export function judgedStep(app, journey, findings) {
  if (journey.phase !== "refused") {
    return [h("h1", { tabindex: -1 }, t("quick_heading")), quickFacts(findings),
      h("p", {}, t("analysing"))];
  }
  const again = journey.may.includes("retried")
    ? button(t("record_again"), async () => app.go(await api.sendEvent("retried"))) : null;
  const skip = journey.may.includes("skipped")
    ? button(t("skip_step"), async () => app.go(await api.sendEvent("skipped")), "second") : null;
  return [h("h1", { tabindex: -1 }, t("refused_heading")), wrong(null, journey.error),
    h("div", { class: "row" }, again, skip)];
}

/** The minimum voiced fraction of a recording for its pitch to be shown. */
const leastVoiced = 0.1;

/** The checks that need a pause before and after the vowel. */
const pauseChecks = ["snr", "mains_hum", "reverberation"];

/** Creates the list of findings of a recording that is not refused. */
export function quickFacts(findings) {
  if (!findings) return null;
  const { f0_mean_hz: pitch, voiced_fraction: voiced, remarks } = findings;
  const isVoiced = (voiced ?? 0) >= leastVoiced;
  const facts = isVoiced
    ? [pitch ? t("quick_pitch", number(pitch, 1)) : null, t("quick_voiced", number(100 * voiced)),
      t("quick_verdict", t(`verdict_${findings.verdict}`))]
    : [t("quick_unvoiced")];
  const lacksPause = isVoiced && remarks.some(
    ({ check, verdict }) => verdict === "unknown" && pauseChecks.includes(check));
  return h("div", { class: "quick" },
    [...facts, lacksPause ? t("quick_pause") : null].filter(Boolean).map((text) => h("p", {}, text)),
    remarks.length > 0 ? h("details", {}, h("summary", {}, t("quick_notes")),
      h("ul", {}, remarks.map(({ text }) => h("li", {}, sentence(text))))) : null);
}
