// The final steps: baseline, recordings and personal data.

import { accountOf } from "./accounts.js";
import * as api from "./api.js";
import { withdrawals } from "./forms.js";
import {
  button, h, minute, nameOfRecording, paragraphs, plainName, quiet, row, say, shown, svg, t, title, wrong,
} from "./elements.js";

export function finalStep(app, journey) {
  const isFollowUp = journey.purpose === "follow_up";
  if (journey.phase === "making") {
    return [title(t(isFollowUp ? "step_compared" : "final_heading")),
      h("p", {}, t(isFollowUp ? "follow_up_comparing" : "final_making"))];
  }
  return [title(t(isFollowUp ? "follow_up_refused" : "final_refused")), wrong(journey.error), row(
    app.offer(journey, "retried", t("record_again")), app.offer(journey, "skipped", t("end_here"), "second"))];
}

export async function completedStep(app, journey) {
  const [baseline, progress, history] = await Promise.all([api.baseline(), api.progress(), api.history()]);
  const isHeld = journey.phase === "baseline_held";
  const { result } = journey.follow_up;
  const next = app.offer(journey, "follow_up", t("follow_up_start"))
    ?? app.offer(journey, "retried", t("record_again"));
  const isComplete = isHeld && progress?.complete_sessions > 0 && result?.in_baseline !== false;
  const heading = isComplete ? sessionsComplete(progress)
    : t(result ? "follow_up_heading" : isHeld ? "baseline_heading" : "final_refused");
  const leads = baseline?.biomarkers.filter(({ primary }) => primary);
  return [
    title(heading), result ? findings(result) : h("p", {}, t(isHeld ? "completed_held" : "completed_without")),
    progressLines(progress, journey), next ? row(next) : null,
    leads && (result ? comparison(leads, history, result.session_id) : measures(leads)),
    leads && (result || history.sessions.length > 1) ? overTime(leads, history) : null,
  ];
}

/** The number of complete sessions, and of those that the next status of the baseline needs. */
const sessionsComplete = ({ complete_sessions: count, next }) => (next
  ? t("session_of", count, count + Math.max(next.sessions, next.days)) : t("session_complete", count));

/** The result of a follow-up session in sentences. */
function findings({ reasons, larger_families: larger, alerted_families: alerted, in_baseline: isAdded }) {
  const names = (families) => families.map((family) => t(`family_${family}`)).join(", ");
  const found = reasons.length === 0 ? paragraphs(
    larger.length > 0 ? t("follow_up_larger", names(larger)) : t("follow_up_usual"),
    alerted.length > 0 ? t("follow_up_alerted", names(alerted)) : larger.length > 0 ? t("follow_up_lasting") : null)
    : reasons.map((reason) => wrong({ ...reason, message: t("follow_up_not_compared", reason.message) }));
  return [found, h("p", {}, t(isAdded ? "follow_up_added" : "follow_up_apart"))];
}

/** Creates a table of rows of cells, which is a list on narrow screens. `heads` are pairs of text and class. */
export function table(id, heads, rows, { isHeaded = true, ...region } = {}) {
  const cell = (content, place) => (isHeaded && place === 0 ? h("th", { scope: "row" }, content)
    : h("td", { class: heads[place][1] }, h("span", { class: "column" }, `${heads[place][0]}: `), content));
  return h("div", { class: "scroll", ...region }, h("table", { id, class: "stacks" },
    h("thead", {}, h("tr", {}, heads.map(([text, side]) => h("th", { scope: "col", class: side }, text)))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map(cell))))));
}

const columns = (...keys) => keys.map((key) => [t(key)]);

const section = (heading, part) => h("section", {}, h("h2", {}, t(heading)), part);

/** The ends of the axis of each lead measure. */
const axes = {
  "f0.mean_hz": [60, 600], "jitter.ppq5_percent": [0.03, 10], "shimmer.apq3_percent": [0.3, 30],
  "hnr.mean_db": [-5, 40], "voice_quality.cpps_db": [0, 30],
};

/** Draws a value against the personal range, which is also a text. */
function picture({ measure, scale, unit }, range, value) {
  const text = range ? `${shown(range.low)} – ${shown(range.high)} ${unit}` : "–";
  if (!range || !axes[measure]) return text;
  const onScale = scale === "log" ? Math.log : Number;
  const [start, end] = axes[measure].map(onScale);
  const place = (number) => Math.max(0, Math.min(99, (100 * (onScale(number) - start)) / (end - start)));
  const box = (kind, x, width) => svg("rect", { class: kind, x, y: 0, width, height: 10 });
  return [svg("svg", { class: "picture", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    box("axis", 0, 100), box("band", place(range.low), place(range.high) - place(range.low)),
    Number.isFinite(value) ? box("mark", place(value), 1) : null), text];
}

/** The measures of a session with the personal range at that time. */
function comparison(leads, history, id) {
  const session = history.sessions.find((row) => row.session_id === id);
  if (!session) return null;
  return section("compare_heading", [table("comparison",
    columns("baseline_measure", "compare_range", "compare_session", "compare_change"),
    leads.map((lead) => {
      const found = session.measures.find((row) => row.measure === lead.measure);
      return [
        plainName(lead.measure), picture(lead, found?.usual?.range, found?.value),
        `${shown(found?.value)} ${lead.unit}`, found?.classification ? t(`change_${found.classification}`) : "–",
      ];
    })), quiet(t("picture_legend"))]);
}

/** Formats a date, or the day of a time; a date has no time zone. */
export const day = (text) => new Date(text).toLocaleDateString(document.documentElement.lang,
  { dateStyle: "medium", ...text.length === "YYYY-MM-DD".length ? { timeZone: "UTC" } : {} });

/** The state of the baseline and the date of the next session. */
function progressLines(progress, journey) {
  if (!progress) return null;
  const { next_due: due } = progress;
  // From the day of the next session on, a button starts it.
  const from = journey.may.includes("follow_up") ? null : journey.follow_up.from;
  const full = (progress.missing ?? []).find(({ code }) => code === "baseline_span");
  const date = due && from ? t("baseline_next_from", day(due), day(from))
    : due ? t("baseline_next", day(due)) : from ? t("follow_up_from", day(from)) : null;
  return h("div", { id: "progress" }, paragraphs(
    full ? t("baseline_full", full.sentence.parameters.allowed) : null, date),
  due && new Date(due) > new Date() ? row(calendarEntry(due.slice(0, "YYYY-MM-DD".length), journey)) : null);
}

/** A link to the calendar entry of a date (RFC 5545). */
function calendarEntry(date, journey) {
  const start = date.replaceAll("-", "");
  const lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//sagevoice//EN", "BEGIN:VEVENT", `UID:${start}-${journey.journey_id}`,
    `DTSTAMP:${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`, `DTSTART;VALUE=DATE:${start}`,
    `SUMMARY:${t("calendar_title")}`, `URL:${location.origin}`, "END:VEVENT", "END:VCALENDAR", "",
  ];
  const href = `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
  return h("a", { class: "button second", href, download: "sagevoice.ics" }, t("calendar_add"));
}

/** The baseline as a picture. */
const measures = (leads) => section("picture_heading", [
  table("baseline", columns("baseline_measure", "compare_range", "baseline_usual"), leads.map((lead) => [
    plainName(lead.measure), picture(lead, lead.variation?.usual_range, lead.usual),
    `${shown(lead.usual)} ${lead.unit}`,
  ])), quiet(t("picture_legend"))]);

/** The measures of all sessions, newest first. */
function overTime(leads, history) {
  const value = (session, measure) => shown(session.measures.find((row) => row.measure === measure)?.value);
  return section("history_heading", table("history",
    [...columns("recording_when"), ...leads.map(({ measure, unit }) => [`${plainName(measure)}, ${unit}`, "number"])],
    history.sessions.toReversed().map((session) => [session.recorded_at ? day(session.recorded_at) : "",
      ...leads.map(({ measure }) => value(session, measure))]),
    { tabindex: 0, role: "region", "aria-label": t("history_heading") }));
}

/** The list of recordings with links to the reports. */
export async function recordings(journey) {
  const sessions = await api.sessions();
  if (sessions.length === 0) return null;
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const rows = sessions.map(({ session_id: id, name: file, created_at: time, verdict }) => {
    const attempt = journey.attempts.find((one) => one.session_id === id);
    const isRefused = attempt?.state === "refused";
    const name = nameOfRecording(file) ?? file ?? "";
    // The verdict concerns the recording alone; the flow also refuses recordings without a voice.
    const shownVerdict = isRefused ? "fail" : verdict;
    return [
      time ? minute(time) : "", isRefused || attempt?.attempt > 1 ? t("name_attempt", name, attempt.attempt) : name,
      shownVerdict ? t(`verdict_${shownVerdict}`) : "",
      h("a", {
        href: `/v1/me/sessions/${id}/report?lang=${document.documentElement.lang}&theme=${theme}`,
        target: "_blank", rel: "noopener",
      }, t("report_open")),
    ];
  });
  return section("recordings_heading", table("recordings",
    columns("recording_when", "recording_name", "recording_verdict", "recording_report"), rows, { isHeaded: false }));
}

/** The menu: account, export, sign-out and erasure. */
export async function ownData(app, journey) {
  const place = row();
  const withdraw = await withdrawals(app);
  async function signOut() {
    await api.signOut();
    await app.sender.forget();
    await app.refresh();
  }
  async function erase() {
    // Before the erasure, so that no pending upload follows it.
    await app.sender.forget();
    await api.erase();
    await app.refresh(t("erased"));
  }
  const usual = () => place.replaceChildren(
    h("a", { class: "button second", href: "/v1/me/export", download: "" }, t("export_data")), ...withdraw,
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
  return [h("h2", {}, t("own_data_heading")), quiet(t("own_data_text")), await accountOf(app, journey), place];
}
