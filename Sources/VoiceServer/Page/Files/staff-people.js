// The people views of the staff page: list, registration and details.

import * as api from "./staff-api.js";
import { button, h, plainName, shown, t } from "./elements.js";
import { correctionForm, field, form, growing, require } from "./staff-forms.js";
import { sessionCards } from "./staff-sessions.js";

const steps = {
  signup_method: "step_signup", explainer: "step_explainer", user_info_form: "step_form",
  sustained_vowel_test: "step_vowel", reading_prompt: "step_reading", final_step: "step_final",
  completed: "step_completed",
};

/** Returns the display name of a person. */
export const named = (row) => row.user_id ?? t("staff_unnamed", row.person.slice(0, 8));

/** Formats a time in the page language. */
export function when(text) {
  return text
    ? new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })
      .format(new Date(text))
    : "–";
}

export async function peopleView(app, called = "") {
  const search = h("input", { type: "search", autocomplete: "off", value: called });
  const list = await growing(
    async (after) => {
      const part = await api.people({ user_id: called, after });
      return { list: part.people, next: part.next };
    },
    (row) => personCard(app, row), t("staff_people_none"));
  return [
    h("h1", { tabindex: -1 }, t("staff_people")),
    form([field(t("staff_identifier_whole"), search)], t("staff_search"),
      () => app.show("people", search.value.trim())),
    list, takingIn(app),
  ];
}

function personCard(app, row) {
  return h("article", { class: "card" },
    h("h2", {}, named(row)),
    row.readable ? null : h("p", {}, t("staff_unreadable")),
    facts([
      [t("staff_step"), row.step ? t(steps[row.step]) : "–"],
      [t("staff_sessions"), String(row.sessions)], [t("staff_newest"), when(row.newest_session_at)],
    ]),
    row.readable
      ? h("div", { class: "row" },
        button(t("staff_open"), () => app.show("person", row.person), "second"))
      : null);
}

function facts(rows) {
  return h("dl", { class: "details" }, rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

function takingIn(app) {
  const id = h("input", { type: "text", autocomplete: "off", maxlength: 128 });
  return h("details", {}, h("summary", {}, t("staff_take_in")),
    form([h("p", { class: "quiet" }, t("staff_take_in_hint")), field(t("staff_identifier"), id)],
      t("staff_take_in"), async () => {
        require(id.value, "staff_identifier_missing");
        const made = await api.register({ user_id: id.value.trim() });
        await app.show("person", made.row.person);
      }));
}

export async function personView(app, id) {
  const { row, person, has_account: hasAccount } = await api.person(id);
  const seesResults = app.may("staffSessions");
  return [
    h("h1", { tabindex: -1 }, named(row)),
    facts([[t("staff_step"), row.step ? t(steps[row.step]) : "–"], ...members(person)]),
    h("details", {}, h("summary", {}, t("staff_correct")), correctionForm(async (json) => {
      await api.correct(id, json);
      await app.show("person", id);
    })),
    hasAccount && app.may("issuePasswordReset") ? passwordReset(id) : null,
    ...(app.may("staffHistory") ? await changes(id) : []),
    seesResults ? h("h2", {}, t("staff_sessions")) : null,
    ...(seesResults ? await sessionCards(app, { person: id }, () => app.show("person", id)) : []),
  ];
}

/** Creates the form that issues a reset link and shows it once. */
function passwordReset(id) {
  const place = h("div", {});
  return h("details", {}, h("summary", {}, t("staff_reset")),
    form([h("p", { class: "quiet" }, t("staff_reset_hint"))], t("staff_reset_make"), async () => {
      const { link, until } = await api.issueReset(id);
      const shown = h("input", { type: "text", readonly: true, value: location.origin + link });
      place.replaceChildren(field(t("staff_reset_link", when(until)), shown));
      shown.select();
    }), place);
}

/** Creates the sections of the baseline and of the alerts. */
async function changes(id) {
  const [progress, history] = await Promise.all([api.progress(id), api.history(id)]);
  const alerted = history.sessions.filter(({ alerts }) => alerts.length > 0).toReversed();
  return [
    h("h2", {}, t("baseline_heading_staff")),
    h("p", {}, progress.status ? t("baseline_status", t(`status_${progress.status}`)) : t("final_refused")),
    alerted.length > 0 ? h("h2", {}, t("staff_alerts")) : null,
    ...alerted.flatMap((session) => [
      ...session.alerts.map(({ rule, families }) => h("p", {}, ruleText(rule, families),
        session.recorded_at ? ` (${when(session.recorded_at)})` : "")),
      changeList(history, session.session_id)]),
  ];
}

/** Returns the rule and the groups of measures of an alert. */
export const ruleText = (rule, families) =>
  t(`rule_${rule}`, families.map((family) => t(`family_${family}`)).join(", "));

/** Creates the list of lead measures beyond day-to-day variation, with direction and values. */
export function changeList(history, id) {
  const session = history.sessions.find((row) => row.session_id === id);
  const larger = (session?.measures ?? []).filter(({ classification, usual }) =>
    classification === "larger_than_usual_variation" && usual);
  return larger.length > 0 ? h("ul", {}, larger.map(({ measure, unit, value, usual }) =>
    h("li", {}, t(value > usual.mean ? "change_higher" : "change_lower", plainName(measure),
      `${shown(value)} ${unit}`, `${shown(usual.mean)} ${unit}`)))) : null;
}

const names = {
  age: "form_age", gender_identity: "form_gender", sex_assigned_at_birth: "form_sex",
  voice_reference: "staff_reference", voice_conditions: "staff_voice_conditions",
  diagnosed_conditions: "staff_known_conditions", suspected_conditions: "staff_suspected",
  device_model: "staff_device", consent: "staff_consent_heading",
};

/** Returns the profile members as pairs of name and text. */
function members(person) {
  return Object.entries(names).filter(([key]) => person?.[key] !== undefined && person[key] !== null)
    .map(([key, name]) => [t(name), shown(key, person[key])]);
}

const chosen = ["gender_identity", "sex_assigned_at_birth", "voice_reference"];

function shown(key, value) {
  if (key === "consent") {
    const purposes = (value.purposes ?? []).map((purpose) => t(`purpose_${purpose}`)).join(", ");
    return value.signed ? t("staff_consent_signed", when(value.at), purposes) : t("staff_consent_none");
  }
  if (Array.isArray(value)) return value[0] === "None" ? t("staff_conditions_none") : value.join(", ");
  return chosen.includes(key) ? t(`choice_${value}`) : String(value);
}
