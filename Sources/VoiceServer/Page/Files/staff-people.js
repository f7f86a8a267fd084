// The people views of the staff page: list, registration and the page of a person.

import * as api from "./staff-api.js";
import { button, field, folded, h, line, minute, quiet, row, steps, t, title } from "./elements.js";
import { day, table } from "./results.js";
import { episodeSections, visitNames } from "./staff-alerts.js";
import { charts } from "./staff-charts.js";
import { correction, groups, lineField, named, require, staffForm } from "./staff-forms.js";
import { visits } from "./staff-sessions.js";

/** The status of a person in words: the step, or whether there is a baseline. */
const status = ({ step, phase }) => (step === "completed"
  ? t(phase === "baseline_held" ? "staff_baseline_held" : "final_refused") : step ? t(steps[step]) : "–");

const statusLine = (person) => h("p", {}, `${t("staff_status")}: ${status(person)}`);

export async function peopleView(app, called = "") {
  const alerts = groups(app.may("staffAlerts") ? await api.allAlerts({ open: "true" }) : [], ({ person }) => person);
  const newest = ({ person }) => alerts.get(person)?.map(({ alert }) => alert.first_seen).sort().at(-1) ?? "";
  const order = (one) => `${newest(one)} ${one.newest_session_at ?? ""}`;
  const [rows, place, more] = [new Map(), h("div"), row()];
  async function add(after) {
    const { people, next } = await api.people({ user_id: called, after });
    for (const one of people) rows.set(one.person, one);
    // The server lists people in the order of hashes. People with alerts come first.
    for (const person of called ? [] : alerts.keys()) {
      const unreadable = { row: { person, user_id: null, readable: false } };
      if (!rows.has(person)) rows.set(person, (await api.unlessUnreadable(api.person(person), unreadable)).row);
    }
    place.replaceChildren(rows.size === 0 ? h("p", {}, t("staff_people_none"))
      : table("people", ["staff_patient", "staff_last_visit", "staff_status", "staff_alerts"].map((key) => [t(key)]),
        [...rows.values()].sort((one, other) => order(other).localeCompare(order(one)))
          .map((one) => personRow(app, one, alerts.get(one.person)?.length))));
    more.replaceChildren(...(next ? [button(t("staff_more"), () => add(next), "second")] : []));
  }
  await add(null);
  return [
    title(t("staff_people")),
    staffForm([field("name", t("staff_identifier_whole"), line({ type: "search", value: called }))],
      t("staff_search"), ({ name }) => app.show("people", name.trim())),
    place, more, registration(app),
  ];
}

/** Returns the cells of a person: name, last visit, status and open alerts. */
const personRow = (app, one, alerts = 0) => [
  one.readable ? button(named(one), () => app.show("person", one.person), "plain") : named(one),
  one.newest_session_at ? day(one.newest_session_at) : "–", one.readable ? status(one) : t("staff_unreadable"),
  alerts > 0 ? h("strong", { class: "mark" }, t("staff_alerts_open", alerts)) : "–",
];

const registration = (app) => folded(t("staff_take_in"), staffForm(
  [quiet(t("staff_take_in_hint")), lineField("identifier", "staff_identifier", { maxlength: 128 })],
  t("staff_take_in"), async ({ identifier }) => {
    require(identifier, "staff_identifier_missing");
    const made = await api.register({ user_id: identifier.trim() });
    await app.show("person", made.row.person);
  }));

export async function personView(app, id) {
  const again = () => app.show("person", id);
  const found = await api.person(id);
  const isClinical = app.may("staffHistory");
  const details = folded(t("staff_details"),
    facts([[t("staff_identifier"), found.row.user_id ?? "–"], ...members(found.person)]),
    correction("staff_correct", "staff_correct_send", (json) => api.correct(id, json), again),
    found.has_account && app.may("issuePasswordReset") ? passwordReset(id) : null);
  details.open = !isClinical;
  return [title(named(found.row)), isClinical ? await voice(id, found.row, again) : statusLine(found.row), details];
}

/** Creates the sections of a person: charts, alerts and visits. */
async function voice(id, found, again) {
  const [progress, baseline, history] = await Promise.all([api.progress(id), api.baseline(id), api.history(id)]);
  const visit = visitNames(history);
  const alerts = await episodeSections(id, history, again);
  return [
    progress?.status ? h("p", {}, t("baseline_status", t(`status_${progress.status}`))) : statusLine(found),
    charts(baseline, history, visit),
    alerts.length > 0 ? [h("h2", {}, t("staff_alerts")), alerts] : null,
    h("h2", {}, t("staff_visits")), await visits(id, visit, again),
  ];
}

/** Creates the form that issues a reset link and shows it once. */
function passwordReset(id) {
  const place = h("div");
  return folded(t("staff_reset"), staffForm([quiet(t("staff_reset_hint"))], t("staff_reset_make"), async () => {
    const { link, until } = await api.issueReset(id);
    const input = line({ readonly: true, value: location.origin + link });
    place.replaceChildren(field("link", t("staff_reset_link", minute(until)), input).element);
    input.select();
  }), place);
}

const facts = (rows) =>
  h("dl", { class: "details" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

const conditions = (list) => (list[0] === "None" ? t("staff_conditions_none") : list.join(", "));
const choice = (value) => t(`choice_${value}`);

/** The profile members in order: text key, and the text of the value unless it is plain. */
const profile = {
  age: ["form_age"], gender_identity: ["form_gender", choice], sex_assigned_at_birth: ["form_sex", choice],
  voice_reference: ["staff_reference", choice], voice_conditions: ["staff_voice_conditions", conditions],
  diagnosed_conditions: ["staff_known_conditions", conditions],
  suspected_conditions: ["staff_suspected", conditions], device_model: ["staff_device"],
  consent: ["staff_consent_heading", ({ signed, at, purposes = [] }) => (signed
    ? t("staff_consent_signed", minute(at), purposes.map((purpose) => t(`purpose_${purpose}`)).join(", "))
    : t("staff_consent_none"))],
};

/** Returns the profile members as pairs of name and text. */
const members = (person) => Object.entries(profile)
  .filter(([key]) => person?.[key] !== undefined && person[key] !== null)
  .map(([key, [name, text = String]]) => [t(name), text(person[key])]);
