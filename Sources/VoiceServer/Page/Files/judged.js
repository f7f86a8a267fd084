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
    quickFacts(findings, "refused"), h("div", { class: "row" }, again, skip)];
}

/** Creates the list of findings; a refused recording has no verdict line. */
export function quickFacts(findings, outcome = "usable") {
  if (!findings) return null;
  const { f0_mean_hz: pitch, voiced_fraction: voiced } = findings;
  return h("div", { class: "quick" },
    pitch ? h("p", {}, t("quick_pitch", number(pitch, 1))) : null,
    voiced ? h("p", {}, t("quick_voiced", number(100 * voiced))) : null,
    outcome === "usable"
      ? h("p", {}, t("quick_verdict", t(`verdict_${findings.verdict}`))) : null,
    h("ul", {}, findings.remarks.map(({ text }) => h("li", {}, sentence(text)))));
}
