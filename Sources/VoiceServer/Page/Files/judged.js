// What was found of a recording, while the analyses go on and where it cannot be used.

import * as api from "./api.js";
import { button, h, number, sentence, t, wrong } from "./elements.js";

/** What was found of the newest recording; nothing where there is none. */
export async function findingsOf(journey) {
  const session = journey.attempts.at(-1)?.session_id;
  return session ? api.findings(session) : null;
}

/** What is known while the analyses go on, or why the recording cannot be used. */
export function judgedStep(app, journey, findings) {
  if (journey.phase !== "refused") {
    return [h("h1", { tabindex: -1 }, t("quick_heading")), quickFacts(findings),
      h("p", {}, t("analysing"))];
  }
  const again = journey.may.includes("retried")
    ? button(t("record_again"), async () => app.go(await api.tell("retried"))) : null;
  const skip = journey.may.includes("skipped")
    ? button(t("skip_step"), async () => app.go(await api.tell("skipped")), "second") : null;
  return [h("h1", { tabindex: -1 }, t("refused_heading")), wrong(null, journey.error),
    quickFacts(findings, "refused"), h("div", { class: "row" }, again, skip)];
}

/** What was found of a recording, in lines; where it was refused, that is said elsewhere. */
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
