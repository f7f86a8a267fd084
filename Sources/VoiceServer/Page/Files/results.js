// The last steps: the baseline that came of it, what was recorded, and one's own data.

import { accountOf } from "./accounts.js";
import * as api from "./api.js";
import { button, h, nameOfMeasure, number, say, t, wrong } from "./elements.js";

export function finalStep(app, journey) {
  if (journey.phase === "making") {
    return [h("h1", { tabindex: -1 }, t("final_heading")), h("p", {}, t("final_making"))];
  }
  return [
    h("h1", { tabindex: -1 }, t("final_refused")), wrong(null, journey.error),
    h("div", { class: "row" },
      journey.may.includes("retried")
        ? button(t("record_again"), async () => app.go(await api.tell("retried"))) : null,
      journey.may.includes("skipped")
        ? button(t("end_here"), async () => app.go(await api.tell("skipped")), "second") : null),
  ];
}

export async function completedStep(app, journey) {
  const [baseline, progress, history] = await Promise.all(
    [api.baseline(), api.progress(), api.history()]);
  const isHeld = journey.phase === "baseline_held";
  return [
    h("h1", { tabindex: -1 }, isHeld ? t("baseline_heading") : t("final_refused")),
    h("p", {}, isHeld ? t("completed_held") : t("completed_without")),
    progressLines(progress), baseline ? measures(baseline) : null,
    baseline && history.sessions.length > 1 ? overTime(baseline, history) : null,
    journey.may.includes("retried")
      ? h("div", { class: "row" },
        button(t("record_again"), async () => app.go(await api.tell("retried")))) : null,
  ];
}

const day = (text) => new Date(text).toLocaleDateString(document.documentElement.lang);

function progressLines(progress) {
  if (!progress) return null;
  return h("div", { id: "progress" },
    progress.status ? h("p", {}, t("baseline_status", t(`status_${progress.status}`))) : null,
    progress.next
      ? h("p", {}, t("baseline_sessions", progress.complete_sessions, progress.days,
        progress.next.sessions)) : null,
    progress.next_due ? h("p", {}, t("baseline_next", day(progress.next_due))) : null);
}

const digits = (value) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

function measures(baseline) {
  const rows = baseline.biomarkers.filter((row) => row.primary).map((row) => h("tr", {},
    h("th", { scope: "row" }, nameOfMeasure(row.measure)),
    h("td", { class: "number" }, `${number(row.usual, digits(row.usual))} ${row.unit}`)));
  return h("div", { class: "scroll" }, h("table", { id: "baseline" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("baseline_measure")),
      h("th", { scope: "col", class: "number" }, t("baseline_usual")))),
    h("tbody", {}, rows)));
}

/** The measures of each session beside one another, the newest first. */
function overTime(baseline, history) {
  const names = baseline.biomarkers.filter((row) => row.primary).map((row) => row.measure);
  const value = (session, name) => {
    const found = session.measures.find((row) => row.measure === name)?.value;
    return found === null || found === undefined ? "–" : number(found, digits(found));
  };
  const rows = history.sessions.toReversed().map((session) => h("tr", {},
    h("th", { scope: "row" },
      session.recorded_at ? new Date(session.recorded_at).toLocaleDateString(document.documentElement.lang) : ""),
    names.map((name) => h("td", { class: "number" }, value(session, name)))));
  return h("section", {}, h("h2", {}, t("history_heading")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("history_heading") },
      h("table", { id: "history" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("recording_when")),
          names.map((name) => h("th", { scope: "col", class: "number" }, nameOfMeasure(name))))),
        h("tbody", {}, rows))));
}

/** What a recording is called: `TASK-ROUND-NUMBER.wav` on the server. */
function nameOf(session) {
  const [task, round, take] = (session.name ?? "").replace(/\.wav$/, "").split("-");
  return t(task === "reading" ? "name_reading" : "name_vowel", take, round);
}

/** A cell that says what it holds where the table has no room for columns. */
const cell = (key, content) => h("td", {}, h("span", { class: "column" }, `${t(key)}: `), content);

/** What was recorded so far, with the report of each. */
export async function recordings() {
  const sessions = await api.sessions();
  if (sessions.length === 0) return null;
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const language = document.documentElement.lang;
  const rows = sessions.map((session) => h("tr", {},
    cell("recording_when",
      session.created_at ? new Date(session.created_at).toLocaleString(language) : ""),
    cell("recording_name", nameOf(session)),
    cell("recording_verdict", session.verdict ? t(`verdict_${session.verdict}`) : ""),
    cell("recording_report", h("a", {
      href: `/v1/me/sessions/${session.session_id}/report?lang=${language}&theme=${theme}`,
      target: "_blank", rel: "noopener",
    }, t("recording_report")))));
  return h("section", {}, h("h2", {}, t("recordings_heading")),
    h("div", { class: "scroll" }, h("table", { id: "recordings", class: "stacks" },
      h("thead", {}, h("tr", {}, ["recording_when", "recording_name", "recording_verdict",
        "recording_report"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, rows))));
}

/** Account, taking along, leaving, deleting. */
export async function ownData(app, journey) {
  const place = h("div", { class: "row" });
  const usual = () => place.replaceChildren(
    h("a", { class: "button second", href: "/v1/me/export", download: "" }, t("export_data")),
    button(t("sign_out"), async () => {
      await api.signOut();
      await app.forget();
      await app.refresh();
    }, "second"),
    button(t("erase_data"), ask, "grave"));
  async function ask() {
    say(t("erase_sure"));
    place.replaceChildren(
      h("p", { class: "wrong" }, t("erase_sure")),
      button(t("erase_data"), async () => {
        // First here: what waits to be sent is not to come after it.
        await app.forget();
        await api.erase();
        await app.refresh(t("erased"));
      }, "grave"),
      button(t("cancel"), async () => usual(), "second"));
    place.querySelector("button:last-child").focus();
  }
  usual();
  return h("section", { id: "own-data" }, h("h2", {}, t("own_data_heading")),
    h("p", { class: "quiet" }, t("own_data_text")),
    await accountOf(app, journey), place);
}
