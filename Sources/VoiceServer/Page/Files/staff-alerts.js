// The alerts of a person as episodes: the alerts of consecutive sessions with the same changes.

import * as api from "./staff-api.js";
import { folded, h, plainName, quiet, row, shown, t, title } from "./elements.js";
import { groups, growing, named, noteForm, opening, signature } from "./staff-forms.js";
import { reportLink } from "./staff-sessions.js";
import { day } from "./results.js";

/** The lead measure of each feature group, in the order of documents. */
export const leads = {
  f0: "f0.mean_hz", jitter: "jitter.ppq5_percent", shimmer: "shimmer.apq3_percent", hnr: "hnr.mean_db",
  cpps: "voice_quality.cpps_db",
};

/** People whose alerts the first page shows [E]. */
const mostPeople = 20;

/** Returns a function that names the visit of a time. A visit is a day with measured recordings. */
export function visitNames({ sessions }) {
  const days = [...new Set(sessions.flatMap(({ recorded_at: time }) => (time ? [day(time)] : [])))];
  return (time) => {
    const number = time ? days.indexOf(day(time)) + 1 : 0;
    return number > 0 ? t("staff_visit", number, day(time)) : time ? day(time) : "–";
  };
}

/** Returns the lead measures of feature groups in a session, each with the key of its text. */
const changes = (session, families) => Object.entries(leads).filter(([family]) => families.includes(family))
  .map(([, measure]) => {
    const found = session.measures.find((one) => one.measure === measure);
    const isChange = found?.direction && found.classification !== "no_change_detected";
    return { measure, found, text: `change_${isChange ? found.direction : "none"}` };
  });

/** Returns the episodes of alerts, newest first. */
function episodes({ sessions }, alerts) {
  const known = new Set(sessions.map(({ session_id: id }) => id));
  const missing = new Map(alerts.filter(({ session_id: id }) => !known.has(id))
    .map(({ session_id: id, first_seen: time }) => [id, { session_id: id, recorded_at: time, measures: [] }]));
  const found = [];
  for (const [place, session] of [...missing.values(), ...sessions].entries()) {
    const own = alerts.filter(({ session_id: id }) => id === session.session_id)
      .map((alert) => ({ ...alert, time: session.recorded_at ?? alert.first_seen }));
    if (own.length === 0) continue;
    const list = changes(session, own.flatMap(({ families }) => families));
    const key = list.map(({ measure, text }) => `${measure} ${text}`).join();
    const last = found.at(-1);
    const isSame = last?.key === key && last.place === place - 1;
    if (isSame) own.unshift(...found.pop().alerts);
    found.push({ key, place, list, alerts: own });
  }
  return found.reverse();
}

/** Creates a section of each episode of a person, newest first; with `isOpen`, of each with an open alert. */
export async function episodeSections(person, history, again, isOpen = false) {
  const alerts = (await api.allAlerts({ person })).map(({ alert }) => alert);
  const visit = visitNames(history);
  return episodes(history, alerts).filter((one) => !isOpen || one.alerts.some(({ acknowledged }) => !acknowledged))
    .map((one) => episodeSection(one, visit, (id, json) => api.acknowledge(person, id, json), again));
}

function episodeSection({ list, alerts }, visit, acknowledge, again) {
  const count = new Set(alerts.map(({ time }) => day(time))).size;
  const { rule, time } = alerts.at(-1);
  return h("section", {},
    h("h3", {}, count > 1 ? t("staff_since", day(alerts[0].time), count) : visit(alerts[0].time)),
    h("p", {}, count > 1 ? `${t(`rule_${rule}`)}. ${visit(time)}:` : `${t(`rule_${rule}`)}:`),
    h("ul", {}, list.map(({ measure, found, text }) => h("li", {}, found
      ? t(text, plainName(measure), `${shown(found.value)} ${found.unit}`, `${shown(found.usual?.mean)} ${found.unit}`)
      : plainName(measure)))),
    alerts.toReversed().map((alert) => (alert.acknowledged
      ? quiet(`${visit(alert.time)}: `, signature("staff_acknowledged_by", alert.acknowledged))
      : folded(`${visit(alert.time)}: ${t("staff_acknowledge")}`, row(reportLink(alert.raised_by)),
        noteForm("staff_acknowledge", (json) => acknowledge(alert.id, json), again)))));
}

export async function alertsView(app) {
  const newest = (rows) => rows.map(({ alert }) => alert.first_seen).sort().at(-1);
  const people = [...groups(await api.allAlerts({ open: "true" }), ({ person }) => person).values()]
    .sort((one, other) => newest(other).localeCompare(newest(one)));
  const again = () => app.show("alerts");
  const list = await growing(async (start) => {
    const end = (start ?? 0) + mostPeople;
    const part = people.slice(start ?? 0, end).map(async ([one]) => {
      const history = await api.unlessUnreadable(api.history(one.person), { sessions: [] });
      return { ...one, sections: await episodeSections(one.person, history, again, true) };
    });
    return { list: await Promise.all(part), next: end < people.length ? end : null };
  }, (one) => h("article", { class: "card" }, h("h2", {}, named(one)), row(opening(app, one.person)), one.sections),
  "staff_alerts_none");
  return [title(t("staff_alerts")), quiet(t("staff_alerts_hint")), list];
}
