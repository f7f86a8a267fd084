// The session and alert views of the staff page.

import * as api from "./staff-api.js";
import { button, h, nameOfRecording, t } from "./elements.js";
import { choice, correctionForm, field, form, growing, noteForm } from "./staff-forms.js";
import { changeList, named, ruleText, when } from "./staff-people.js";

export async function sessionsView(app, query = { reviewed: "false" }) {
  const reviewed = choice([["", t("staff_all")], ["false", t("staff_unsigned")], ["true", t("staff_signed")]]);
  const verdict = choice([["", t("staff_all")],
    ...["pass", "warn", "fail", "unknown"].map((word) => [word, t(`verdict_${word}`)])]);
  reviewed.value = query.reviewed ?? "";
  verdict.value = query.verdict ?? "";
  return [
    h("h1", { tabindex: -1 }, t("staff_sessions")),
    form([h("div", { class: "filters" }, field(t("staff_review"), reviewed),
      field(t("recording_verdict"), verdict))], t("staff_search"),
    () => app.show("sessions", { reviewed: reviewed.value, verdict: verdict.value })),
    h("p", { class: "quiet" }, t("staff_sessions_order")),
    ...await sessionCards(app, query, () => app.show("sessions", query)),
  ];
}

/** Creates a list of session cards of a query. */
export function sessionCards(app, query, again) {
  return growing(async (after) => {
    const part = await api.sessions({ ...query, after });
    return { list: part.sessions, next: part.next };
  }, (row) => card(app, row, again), t("staff_sessions_none"));
}

function card(app, row, again) {
  const signed = row.reviewed
    ? t("staff_signed_by", row.reviewed.by, when(row.reviewed.at)) : t("staff_unsigned");
  // The verdict concerns the recording alone; the flow also refuses recordings without a voice.
  const verdict = row.attempt_refused ? "fail" : row.verdict;
  const review = row.reviewed ? "staff_note_change" : "staff_sign";
  return h("article", { class: "card" },
    h("h2", {}, row.person ? named(row) : t("staff_nobodys")),
    h("p", {}, [when(row.recorded_at ?? row.created_at), nameOfRecording(row.name) ?? row.name,
      verdict ? t("quick_verdict", t(`verdict_${verdict}`)) : null].filter(Boolean).join(" · ")),
    h("p", { class: "quiet" }, [signed, row.reviewed?.note].filter(Boolean).join(" – ")),
    row.parent ? h("p", { class: "quiet" }, t("staff_amends")) : null,
    h("div", { class: "row" },
      h("a", { class: "button second", href: api.report(row.session_id), target: "_blank" },
        t("recording_report")),
      row.person
        ? button(t("staff_open"), () => app.show("person", row.person), "second") : null),
    h("details", {}, h("summary", {}, t(review)), noteForm(t(review), async (note) => {
      await api.review(row.session_id, note);
      await again();
    })),
    row.person
      ? h("details", {}, h("summary", {}, t("staff_amend")), correctionForm(async (json) => {
        await api.amend(row.session_id, json);
        await again();
      }, "staff_amend_send")) : null);
}

export async function alertsView(app) {
  const list = await growing(async (after) => {
    const part = await api.alerts({ open: "true", after });
    const people = [...new Set(part.alerts.map(({ person }) => person))];
    const histories = new Map(await Promise.all(
      people.map(async (person) => [person, await api.history(person)])));
    const list = part.alerts.map((row) => ({ ...row, history: histories.get(row.person) }));
    return { list, next: part.next };
  }, (row) => alertCard(app, row), t("staff_alerts_none"));
  return [
    h("h1", { tabindex: -1 }, t("staff_alerts")), h("p", { class: "quiet" }, t("staff_alerts_hint")),
    ...list,
  ];
}

function alertCard(app, row) {
  const { alert } = row;
  return h("article", { class: "card" },
    h("h2", {}, named(row)),
    h("div", { class: "row" },
      button(t("staff_open"), () => app.show("person", row.person), "second")),
    h("p", {}, ruleText(alert.rule, alert.families)), changeList(row.history, alert.session_id),
    h("p", { class: "quiet" }, t("staff_alert_session", alert.session_id, when(alert.first_seen))),
    h("div", { class: "row" },
      h("a", { class: "button second", href: api.report(alert.raised_by), target: "_blank" },
        t("recording_report"))),
    noteForm(t("staff_acknowledge"), async (note) => {
      await api.acknowledge(row.person, alert.id, note);
      await app.show("alerts");
    }));
}
