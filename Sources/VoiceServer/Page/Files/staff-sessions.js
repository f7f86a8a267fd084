// The recordings of the staff page: a list of all patients, and the visits of one.

import * as api from "./staff-api.js";
import { field, folded, h, minute, nameOfRecording, quiet, row, select, t, title } from "./elements.js";
import { correction, groups, growing, named, noteForm, opening, signature, staffForm } from "./staff-forms.js";

export async function sessionsView(app, query = { reviewed: "false" }) {
  const filter = (key, text, words) => {
    const one = field(key, t(text), select([["", t("staff_all")], ...words]));
    one.input.value = query[key] ?? "";
    return one;
  };
  const reviewed = filter("reviewed", "staff_review", [["false", t("staff_unsigned")], ["true", t("staff_signed")]]);
  const verdict = filter("verdict", "recording_verdict",
    ["pass", "warn", "fail", "unknown"].map((word) => [word, t(`verdict_${word}`)]));
  const again = () => app.show("sessions", query);
  return [
    title(t("staff_sessions")),
    staffForm([h("div", { class: "filters" }, reviewed.element, verdict.element)], t("staff_search"),
      () => app.show("sessions", { reviewed: reviewed.input.value, verdict: verdict.input.value })),
    quiet(t("staff_sessions_order")),
    await growing(async (after) => {
      const { sessions, next } = await api.sessions({ ...query, after });
      return { list: sessions, next };
    }, (session) => h("article", { class: "card" },
      h("h2", {}, session.person ? named(session) : t("staff_nobodys")),
      session.person ? row(opening(app, session.person)) : null,
      recording(session, minute(timeOf(session)), again), signOff([session], "staff_sign", again)),
    "staff_sessions_none"),
  ];
}

const timeOf = ({ recorded_at: recorded, created_at: created }) => recorded ?? created ?? null;

export const reportLink = (id) =>
  h("a", { class: "button second", href: api.report(id), target: "_blank" }, t("recording_report"));

/** Creates the parts of a recording: time, name, quality, player, report and correction. */
function recording(session, time, again) {
  const { session_id: id, name } = session;
  // The verdict concerns the recording alone; the flow also refuses recordings without a voice.
  const verdict = session.attempt_refused ? "fail" : session.verdict;
  const text = [nameOfRecording(name, false) ?? name, time].filter(Boolean).join(" · ");
  return h("div", { class: "recording" },
    row(h("p", {}, h("strong", {}, text), verdict ? ` · ${t("quick_verdict", t(`verdict_${verdict}`))}` : "",
      session.parent ? ` · ${t("staff_amends")}` : ""),
      h("audio", { controls: true, preload: "none", src: api.recording(id), "aria-label": text }), reportLink(id)),
    session.person ? correction("staff_amend", "staff_amend_send", (json) => api.amend(id, json), again) : null);
}

/** Creates the sign-off of recordings. The form signs those without a sign-off; if there are none, all again. */
function signOff(sessions, text, again) {
  const open = sessions.filter(({ reviewed }) => !reviewed);
  const lines = new Set(sessions.flatMap(({ reviewed }) => (reviewed ? [signature("staff_signed_by", reviewed)] : [])));
  return [
    [...lines].map((line) => quiet(line)),
    folded(t(open.length > 0 ? text : "staff_note_change"), noteForm("staff_sign", async (json) => {
      for (const { session_id: id } of open.length > 0 ? open : sessions) await api.review(id, json);
    }, again)),
  ];
}

/** Creates a fold of each visit of a person, newest first. The newest is open. */
export async function visits(person, visit, again) {
  const sessions = (await api.allSessions(person))
    .sort((one, other) => new Date(timeOf(other)) - new Date(timeOf(one)));
  if (sessions.length === 0) return h("p", {}, t("staff_sessions_none"));
  return [...groups(sessions, (session) => visit(timeOf(session)))].map(([name, list], place) => {
    const signed = list.filter(({ reviewed }) => reviewed).length;
    const state = signed === list.length ? t("staff_signed")
      : signed === 0 ? t("staff_unsigned") : t("staff_signed_part", signed, list.length);
    const part = folded(h("h3", {}, `${name} · ${state}`), signOff(list, "staff_sign_visit", again),
      list.toReversed().map((session) => recording(session, timeOf(session) && new Date(timeOf(session))
        .toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }), again)));
    part.open = place === 0;
    return part;
  });
}
