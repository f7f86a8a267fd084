// The people views of the staff page: list, registration and details.

import * as api from "./staff-api.js";
import { button, field, folded, h, line, minute, plainName, quiet, row, shown, steps, t, title } from "./elements.js";
import { correction, growing, lineField, require, staffForm } from "./staff-forms.js";
import { sessionCards } from "./staff-sessions.js";

/** Returns the display name of a person. */
export const named = ({ user_id: id, person }) => id ?? t("staff_unnamed", person.slice(0, 8));

/** A button that opens a person. */
export const opening = (app, id) => button(t("staff_open"), () => app.show("person", id), "second");

const step = (one) => [t("staff_step"), one.step ? t(steps[one.step]) : "–"];

const facts = (rows) =>
  h("dl", { class: "details" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

export async function peopleView(app, called = "") {
  return [
    title(t("staff_people")),
    staffForm([field("name", t("staff_identifier_whole"), line({ type: "search", value: called }))],
      t("staff_search"), ({ name }) => app.show("people", name.trim())),
    await growing(async (after) => {
      const { people, next } = await api.people({ user_id: called, after });
      return { list: people, next };
    }, (person) => personCard(app, person), "staff_people_none"),
    registration(app),
  ];
}

const personCard = (app, person) => h("article", { class: "card" },
  h("h2", {}, named(person)), person.readable ? null : h("p", {}, t("staff_unreadable")),
  facts([step(person), [t("staff_sessions"), String(person.sessions)],
    [t("staff_newest"), minute(person.newest_session_at)]]),
  person.readable ? row(opening(app, person.person)) : null);

const registration = (app) => folded(t("staff_take_in"), staffForm(
  [quiet(t("staff_take_in_hint")), lineField("identifier", "staff_identifier", { maxlength: 128 })],
  t("staff_take_in"), async ({ identifier }) => {
    require(identifier, "staff_identifier_missing");
    const made = await api.register({ user_id: identifier.trim() });
    await app.show("person", made.row.person);
  }));

export async function personView(app, id) {
  const { row: found, person, has_account: hasAccount } = await api.person(id);
  const again = () => app.show("person", id);
  return [
    title(named(found)), facts([step(found), ...members(person)]),
    correction("staff_correct", "staff_correct_send", (json) => api.correct(id, json), again),
    hasAccount && app.may("issuePasswordReset") ? passwordReset(id) : null,
    app.may("staffHistory") ? await changes(id) : null,
    app.may("staffSessions")
      ? [h("h2", {}, t("staff_sessions")), await sessionCards(app, { person: id }, again)] : null,
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

/** Creates the sections of the baseline and of the alerts. */
async function changes(id) {
  const [progress, history] = await Promise.all([api.progress(id), api.history(id)]);
  const alerted = history.sessions.filter(({ alerts }) => alerts.length > 0).toReversed();
  return [
    h("h2", {}, t("baseline_heading_staff")),
    h("p", {}, progress?.status ? t("baseline_status", t(`status_${progress.status}`)) : t("final_refused")),
    alerted.length > 0 ? h("h2", {}, t("staff_alerts")) : null,
    alerted.map((session) => [
      session.alerts.map(({ rule, families }) => h("p", {}, ruleText(rule, families),
        session.recorded_at ? ` (${minute(session.recorded_at)})` : "")),
      changeList(history, session.session_id)]),
  ];
}

/** Returns the rule and the groups of measures of an alert. */
export const ruleText = (rule, families) =>
  t(`rule_${rule}`, families.map((family) => t(`family_${family}`)).join(", "));

/** Creates the list of lead measures beyond day-to-day variation, with direction and values. */
export function changeList(history, id) {
  const session = history.sessions.find((one) => one.session_id === id);
  const larger = (session?.measures ?? []).filter(({ classification, usual }) =>
    classification === "larger_than_usual_variation" && usual);
  return larger.length > 0 ? h("ul", {}, larger.map(({ measure, unit, value, usual }) =>
    h("li", {}, t(value > usual.mean ? "change_higher" : "change_lower", plainName(measure),
      `${shown(value)} ${unit}`, `${shown(usual.mean)} ${unit}`)))) : null;
}

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
