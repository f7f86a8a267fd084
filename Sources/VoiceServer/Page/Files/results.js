// The final steps: baseline, recordings and personal data.

import { accountOf } from "./accounts.js";
import * as api from "./api.js";
import { withdrawals } from "./forms.js";
import {
  button, h, minute, nameOfRecording, paragraphs, plainName, quiet, row, say, shown, t, title, wrong,
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
  const head = result ? [title(t("follow_up_heading")), findings(result)]
    : [title(t(isHeld ? "baseline_heading" : "final_refused")),
      h("p", {}, t(isHeld ? "completed_held" : "completed_without"))];
  const leads = baseline?.biomarkers.filter(({ primary }) => primary);
  return [
    head, progressLines(progress, journey), next ? row(next) : null,
    leads && (result ? comparison(leads, history, result.session_id) : measures(leads)),
    leads && (result || history.sessions.length > 1) ? overTime(leads, history) : null,
  ];
}

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
export function table(id, heads, rows, { kind = "stacks", isHeaded = true, ...region } = {}) {
  const cell = (content, place) => (isHeaded && place === 0 ? h("th", { scope: "row" }, content)
    : h("td", { class: heads[place][1] }, h("span", { class: "column" }, `${heads[place][0]}: `), content));
  return h("div", { class: "scroll", ...region }, h("table", { id, class: kind },
    h("thead", {}, h("tr", {}, heads.map(([text, side]) => h("th", { scope: "col", class: side }, text)))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map(cell))))));
}

const columns = (...keys) => keys.map((key) => [t(key)]);

const section = (heading, part) => h("section", {}, h("h2", {}, t(heading)), part);

/** The measures of a session with the personal range at that time. */
function comparison(leads, history, id) {
  const session = history.sessions.find((row) => row.session_id === id);
  if (!session) return null;
  return section("compare_heading", table("comparison",
    columns("baseline_measure", "compare_range", "compare_session", "compare_change"),
    leads.map(({ measure, unit }) => {
      const found = session.measures.find((row) => row.measure === measure);
      const range = found?.usual?.range;
      return [
        plainName(measure), range ? `${shown(range.low)} – ${shown(range.high)} ${unit}` : "–",
        `${shown(found?.value)} ${unit}`, found?.classification ? t(`change_${found.classification}`) : "–",
      ];
    })));
}

/** Formats a date, or the day of a time; a date has no time zone. */
export const day = (text) => new Date(text).toLocaleDateString(document.documentElement.lang,
  { dateStyle: "medium", ...text.length === "YYYY-MM-DD".length ? { timeZone: "UTC" } : {} });

/** The state of the baseline and the date of the next session. */
function progressLines(progress, journey) {
  if (!progress) return null;
  const { status, next, next_due: due } = progress;
  // From the day of the next session on, a button starts it.
  const from = journey.may.includes("follow_up") ? null : journey.follow_up.from;
  const full = (progress.missing ?? []).find(({ code }) => code === "baseline_span");
  const date = due && from ? t("baseline_next_from", day(due), day(from))
    : due ? t("baseline_next", day(due)) : from ? t("follow_up_from", day(from)) : null;
  return h("div", { id: "progress" }, paragraphs(
    status ? t("baseline_status", t(`status_${status}`)) : null,
    full ? t("baseline_full", full.sentence.parameters.allowed)
      : next ? t("baseline_sessions", progress.complete_sessions, progress.days,
        Math.max(next.sessions, next.days), t(`status_${next.status}`)) : null,
    date));
}

const measures = (leads) => table("baseline", [[t("baseline_measure")], [t("baseline_usual"), "number"]],
  leads.map(({ measure, usual, unit }) => [plainName(measure), `${shown(usual)} ${unit}`]), { kind: null });

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
