// The findings of the last recording, during the analysis and after a refusal.

import * as api from "./api.js";
import { folded, h, number, paragraphs, row, sentence, t, title, wrong } from "./elements.js";

/** Returns the findings of the last recording; null when there is none. */
export async function findingsOf(journey) {
  const session = journey.attempts.at(-1)?.session_id;
  return session ? api.findings(session) : null;
}

/** The step during the analysis or after a refusal. */
export function judgedStep(app, journey, findings) {
  if (journey.phase !== "refused") return [title(t("quick_heading")), quickFacts(findings), h("p", {}, t("analysing"))];
  return [title(t("refused_heading")), wrong(journey.error), row(
    app.offer(journey, "retried", t("record_again")), app.offer(journey, "skipped", t("skip_step"), "second"))];
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
  const lacksPause = remarks.some(({ check, verdict }) => verdict === "unknown" && pauseChecks.includes(check));
  const facts = isVoiced
    ? [pitch ? t("quick_pitch", number(pitch, 1)) : null, t("quick_voiced", number(100 * voiced)),
      t("quick_verdict", t(`verdict_${findings.verdict}`)), lacksPause ? t("quick_pause") : null]
    : [t("quick_unvoiced")];
  return h("div", { class: "quick" }, paragraphs(...facts),
    remarks.length > 0
      ? folded(t("quick_notes"), h("ul", {}, remarks.map(({ text }) => h("li", {}, sentence(text))))) : null);
}
