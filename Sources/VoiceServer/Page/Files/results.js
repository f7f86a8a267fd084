// The final steps: baseline, recordings and personal data.

import { accountOf } from "./accounts.js";
import * as api from "./api.js";
import { withdrawals } from "./forms.js";
import { button, h, nameOfRecording, plainName, say, shown, t, wrong } from "./elements.js";

export function finalStep(app, journey) {
  const isFollowUp = journey.purpose === "follow_up";
  if (journey.phase === "making") {
    return [h("h1", { tabindex: -1 }, t(isFollowUp ? "step_compared" : "final_heading")),
      h("p", {}, t(isFollowUp ? "follow_up_comparing" : "final_making"))];
  }
  return [
    h("h1", { tabindex: -1 }, t(isFollowUp ? "follow_up_refused" : "final_refused")),
    wrong(null, journey.error),
    h("div", { class: "row" },
      journey.may.includes("retried")
        ? button(t("record_again"), async () => app.go(await api.sendEvent("retried"))) : null,
      journey.may.includes("skipped")
        ? button(t("end_here"), async () => app.go(await api.sendEvent("skipped")), "second") : null),
  ];
}

export async function completedStep(app, journey) {
  const [baseline, progress, history] = await Promise.all(
    [api.baseline(), api.progress(), api.history()]);
  const isHeld = journey.phase === "baseline_held";
  const { result } = journey.follow_up;
  if (result) {
    return [
      h("h1", { tabindex: -1 }, t("follow_up_heading")), ...findings(result),
      progressLines(progress, journey), nextSession(app, journey),
      baseline ? comparison(baseline, history, result.session_id) : null,
      baseline ? overTime(baseline, history) : null,
    ];
  }
  return [
    h("h1", { tabindex: -1 }, isHeld ? t("baseline_heading") : t("final_refused")),
    h("p", {}, isHeld ? t("completed_held") : t("completed_without")),
    progressLines(progress, journey), nextSession(app, journey), baseline ? measures(baseline) : null,
    baseline && history.sessions.length > 1 ? overTime(baseline, history) : null,
  ];
}

/** A button for the next session. */
function nextSession(app, journey) {
  const starts = [["follow_up", "follow_up_start"], ["retried", "record_again"]];
  const [event, text] = starts.find(([name]) => journey.may.includes(name)) ?? [];
  return event
    ? h("div", { class: "row" }, button(t(text), async () => app.go(await api.sendEvent(event)))) : null;
}

/** The result of a follow-up session in sentences. */
function findings(result) {
  const names = (families) => families.map((family) => t(`family_${family}`)).join(", ");
  const { reasons, larger_families: larger, alerted_families: alerted } = result;
  const found = reasons.length > 0
    ? reasons.map((reason) =>
      wrong(null, { ...reason, message: t("follow_up_not_compared", reason.message) }))
    : [larger.length > 0 ? t("follow_up_larger", names(larger)) : t("follow_up_usual"),
      alerted.length > 0 ? t("follow_up_alerted", names(alerted))
        : larger.length > 0 ? t("follow_up_lasting") : null];
  return [...found, t(result.in_baseline ? "follow_up_added" : "follow_up_apart")]
    .filter(Boolean).map((part) => (part instanceof Element ? part : h("p", {}, part)));
}

/** The measures of a session with the personal range at that time. */
function comparison(baseline, history, id) {
  const session = history.sessions.find((row) => row.session_id === id);
  if (!session) return null;
  const rows = baseline.biomarkers.filter((row) => row.primary).map(({ measure, unit }) => {
    const found = session.measures.find((row) => row.measure === measure);
    const range = found?.usual?.range;
    const [low, high] = [range?.low, range?.high].map((end) => shown(end));
    return h("tr", {}, h("th", { scope: "row" }, plainName(measure)),
      cell("compare_range", range ? `${low} – ${high} ${unit}` : "–"),
      cell("compare_session", `${shown(found?.value)} ${unit}`),
      cell("compare_change", found?.classification ? t(`change_${found.classification}`) : "–"));
  });
  return h("section", {}, h("h2", {}, t("compare_heading")),
    h("div", { class: "scroll" }, h("table", { id: "comparison", class: "stacks" },
      h("thead", {}, h("tr", {}, ["baseline_measure", "compare_range", "compare_session",
        "compare_change"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, rows))));
}

/** Formats a date, or the day of a time; a date has no time zone. */
const day = (text) => new Date(text).toLocaleDateString(document.documentElement.lang,
  { dateStyle: "medium", ...text.length === "YYYY-MM-DD".length ? { timeZone: "UTC" } : {} });

/** Formats a time to the minute. */
const minute = (text) => new Date(text).toLocaleString(document.documentElement.lang,
  { dateStyle: "medium", timeStyle: "short" });

/** The state of the baseline and the date of the next session. */
function progressLines(progress, journey) {
  if (!progress) return null;
  const { status, next, next_due: due } = progress;
  // From the day of the next session on, a button starts it.
  const from = journey.may.includes("follow_up") ? null : journey.follow_up.from;
  const full = (progress.missing ?? []).find(({ code }) => code === "baseline_span");
  const date = due && from ? t("baseline_next_from", day(due), day(from))
    : due ? t("baseline_next", day(due)) : from ? t("follow_up_from", day(from)) : null;
  return h("div", { id: "progress" }, [
    status ? t("baseline_status", t(`status_${status}`)) : null,
    full ? t("baseline_full", full.sentence.parameters.allowed)
      : next ? t("baseline_sessions", progress.complete_sessions, progress.days,
        Math.max(next.sessions, next.days), t(`status_${next.status}`)) : null,
    date,
  ].filter(Boolean).map((text) => h("p", {}, text)));
}

function measures(baseline) {
  const rows = baseline.biomarkers.filter((row) => row.primary).map((row) => h("tr", {},
    h("th", { scope: "row" }, plainName(row.measure)),
    h("td", { class: "number" }, `${shown(row.usual)} ${row.unit}`)));
  return h("div", { class: "scroll" }, h("table", { id: "baseline" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("baseline_measure")),
      h("th", { scope: "col", class: "number" }, t("baseline_usual")))),
    h("tbody", {}, rows)));
}

/** The measures of all sessions, newest first. */
function overTime(baseline, history) {
  const columns = baseline.biomarkers.filter((row) => row.primary).map(({ measure, unit }) =>
    ({ measure, text: `${plainName(measure)}, ${unit}` }));
  const value = (session, measure) =>
    shown(session.measures.find((row) => row.measure === measure)?.value);
  const rows = history.sessions.toReversed().map((session) => h("tr", {},
    h("th", { scope: "row" },
      session.recorded_at ? day(session.recorded_at) : ""),
    columns.map(({ measure, text }) => labelled(text, value(session, measure), "number"))));
  return h("section", {}, h("h2", {}, t("history_heading")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("history_heading") },
      h("table", { id: "history", class: "stacks" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("recording_when")),
          columns.map(({ text }) => h("th", { scope: "col", class: "number" }, text)))),
        h("tbody", {}, rows))));
}

/** A table cell with a column label for narrow screens. */
const labelled = (label, content, kind) =>
  h("td", { class: kind }, h("span", { class: "column" }, `${label}: `), content);

const cell = (key, content) => labelled(t(key), content);

/** The list of recordings with links to the reports. */
export async function recordings(journey) {
  const sessions = await api.sessions();
  const attempts = new Map(journey.attempts.map((attempt) => [attempt.session_id, attempt]));
  if (sessions.length === 0) return null;
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const language = document.documentElement.lang;
  const rows = sessions.map((session) => {
    const attempt = attempts.get(session.session_id);
    const isRefused = attempt?.state === "refused";
    const name = nameOfRecording(session.name) ?? session.name ?? "";
    // The verdict concerns the recording alone; the flow also refuses recordings without a voice.
    const verdict = isRefused ? "fail" : session.verdict;
    return h("tr", {}, cell("recording_when", session.created_at ? minute(session.created_at) : ""),
      cell("recording_name", isRefused || attempt?.attempt > 1
        ? t("name_attempt", name, attempt.attempt) : name),
      cell("recording_verdict", verdict ? t(`verdict_${verdict}`) : ""),
      cell("recording_report", h("a", {
        href: `/v1/me/sessions/${session.session_id}/report?lang=${language}&theme=${theme}`,
        target: "_blank", rel: "noopener",
      }, t("report_open"))));
  });
  return h("section", {}, h("h2", {}, t("recordings_heading")),
    h("div", { class: "scroll" }, h("table", { id: "recordings", class: "stacks" },
      h("thead", {}, h("tr", {}, ["recording_when", "recording_name", "recording_verdict",
        "recording_report"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, rows))));
}

/** The personal data section: account, export, sign-out and erasure. */
export async function ownData(app, journey) {
  const place = h("div", { class: "row" });
  const withdraw = await withdrawals(app);
  async function signOut() {
    await api.signOut();
    await app.forget();
    await app.refresh();
  }
  async function erase() {
    // Before the erasure, so that no pending upload follows it.
    await app.forget();
    await api.erase();
    await app.refresh(t("erased"));
  }
  const usual = () => place.replaceChildren(
    h("a", { class: "button second", href: "/v1/me/export", download: "" }, t("export_data")),
    ...withdraw,
    // A guest cannot sign in again.
    button(t("sign_out"), () => (journey.signup_method === "email" ? signOut()
      : ask("sign_out_sure", "sign_out", signOut)), "second"),
    button(t("erase_data"), async () => ask("erase_sure", "erase_data", erase), "grave"));
  function ask(question, answer, act) {
    say(t(question));
    place.replaceChildren(h("p", { class: "wrong" }, t(question)), button(t(answer), act, "grave"),
      button(t("cancel"), async () => usual(), "second"));
    place.querySelector("button:last-child").focus();
  }
  usual();
  return h("section", { id: "own-data", class: "idle" }, h("h2", {}, t("own_data_heading")),
    h("p", { class: "quiet" }, t("own_data_text")),
    await accountOf(app, journey), place);
}
