// The session and alert views of the staff page.

import * as api from "./staff-api.js";
import { field, folded, h, minute, nameOfRecording, quiet, row, select, t, title } from "./elements.js";
import { correction, growing, noteForm, staffForm } from "./staff-forms.js";
import { changeList, named, opening, ruleText } from "./staff-people.js";

export async function sessionsView(app, query = { reviewed: "false" }) {
  const filter = (key, text, words) => {
    const one = field(key, t(text), select([["", t("staff_all")], ...words]));
    one.input.value = query[key] ?? "";
    return one;
  };
  const reviewed = filter("reviewed", "staff_review", [["false", t("staff_unsigned")], ["true", t("staff_signed")]]);
  const verdict = filter("verdict", "recording_verdict",
    ["pass", "warn", "fail", "unknown"].map((word) => [word, t(`verdict_${word}`)]));
  return [
    title(t("staff_sessions")),
    staffForm([h("div", { class: "filters" }, reviewed.element, verdict.element)], t("staff_search"),
      () => app.show("sessions", { reviewed: reviewed.input.value, verdict: verdict.input.value })),
    quiet(t("staff_sessions_order")), await sessionCards(app, query, () => app.show("sessions", query)),
  ];
}

/** Creates a list of session cards of a query. */
export const sessionCards = (app, query, again) => growing(async (after) => {
  const { sessions, next } = await api.sessions({ ...query, after });
  return { list: sessions, next };
}, (session) => card(app, session, again), "staff_sessions_none");

const reportLink = (id) =>
  h("a", { class: "button second", href: api.report(id), target: "_blank" }, t("recording_report"));

function card(app, session, again) {
  const { session_id: id, person, reviewed } = session;
  // The verdict concerns the recording alone; the flow also refuses recordings without a voice.
  const verdict = session.attempt_refused ? "fail" : session.verdict;
  const review = reviewed ? "staff_note_change" : "staff_sign";
  return h("article", { class: "card" },
    h("h2", {}, person ? named(session) : t("staff_nobodys")),
    h("p", {}, [minute(session.recorded_at ?? session.created_at), nameOfRecording(session.name) ?? session.name,
      verdict ? t("quick_verdict", t(`verdict_${verdict}`)) : null].filter(Boolean).join(" · ")),
    quiet([reviewed ? t("staff_signed_by", reviewed.by, minute(reviewed.at)) : t("staff_unsigned"), reviewed?.note]
      .filter(Boolean).join(" – ")),
    session.parent ? quiet(t("staff_amends")) : null,
    row(reportLink(id), person ? opening(app, person) : null),
    folded(t(review), noteForm(review, (json) => api.review(id, json), again)),
    person ? correction("staff_amend", "staff_amend_send", (json) => api.amend(id, json), again) : null);
}

export async function alertsView(app) {
  const list = await growing(async (after) => {
    const { alerts, next } = await api.alerts({ open: "true", after });
    const people = [...new Set(alerts.map(({ person }) => person))];
    const histories = new Map(await Promise.all(people.map(async (person) => [person, await api.history(person)])));
    return { list: alerts.map((one) => ({ ...one, history: histories.get(one.person) })), next };
  }, (one) => alertCard(app, one), "staff_alerts_none");
  return [title(t("staff_alerts")), quiet(t("staff_alerts_hint")), list];
}

const alertCard = (app, { alert, history, ...one }) => h("article", { class: "card" },
  h("h2", {}, named(one)), row(opening(app, one.person)),
  h("p", {}, ruleText(alert.rule, alert.families)), changeList(history, alert.session_id),
  quiet(t("staff_alert_session", alert.session_id, minute(alert.first_seen))), row(reportLink(alert.raised_by)),
  noteForm("staff_acknowledge", (json) => api.acknowledge(one.person, alert.id, json), () => app.show("alerts")));
