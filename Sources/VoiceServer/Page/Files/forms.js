// The steps before the first recording: sign-up, information, consent and profile.

import { accountChoices } from "./accounts.js";
import * as api from "./api.js";
import {
  button, chooser, choices, field, form, given, h, line, mark, paragraphs, quiet, row, sentence, t, title,
} from "./elements.js";

const explanation = () => paragraphs(t("explainer_text"), t("explainer_steps"), t("explainer_privacy"));

/** The sign-up step with the explanation. */
export function signUpStep(app) {
  const begin = button(t("signup_guest"), async () => {
    await api.signUp();
    await app.send("explainer_read");
  });
  return [title(t("title")), explanation(), row(begin), quiet(t("signup_guest_hint")), accountChoices(app)];
}

export const explainerStep = (app) => [
  title(t("explainer_heading")), explanation(), row(button(t("go_on"), () => app.send("explainer_read"))),
];

/** The consent form, or the profile form after consent. */
export async function userInfoStep(app) {
  const person = await api.profile();
  return person.consent?.signed ? profileForm(app, person) : consentForm(app);
}

/** The purposes that are mandatory for a baseline, and the others. */
const needed = ["analysis", "storage"];
const optional = ["research", "sharing"];

/** Gives or declines the consent; returns false when the server has signed the person out. */
const giveConsent = (signed, purposes, more) =>
  api.giveConsent({ language: document.documentElement.lang, signed, purposes, ...more });

/** Buttons that withdraw the consent to the purposes that are not mandatory. */
export async function withdrawals(app) {
  const { consent } = await api.profile();
  const given = consent?.signed ? consent.purposes : [];
  return given.filter((purpose) => !needed.includes(purpose)).map((purpose) =>
    button(t("consent_withdraw", t(`purpose_${purpose}`)), async () => {
      await giveConsent(true, given.filter((other) => other !== purpose));
      await app.refresh(t("consent_withdrawn", t(`purpose_${purpose}`)));
    }, "second"));
}

function box(id, text) {
  const input = h("input", { type: "checkbox", id });
  return { input, element: h("div", { class: "choice" }, input, h("label", { for: id }, text)) };
}

function consentForm(app) {
  const boxes = optional.map((purpose) => box(`consent-${purpose}`, t(`consent_${purpose}`)));
  async function send(signed) {
    const chosen = [...needed, ...optional.filter((_, place) => boxes[place].input.checked)];
    const isKept = await giveConsent(signed, signed ? chosen : []);
    if (!isKept) await app.sender.forget();
    await app.refresh(isKept ? null : t("consent_declined"));
  }
  return [
    title(t("consent_heading")), h("p", {}, t("consent_introduction")),
    h("ul", {}, needed.map((purpose) => h("li", {}, t(`consent_${purpose}`)))),
    h("p", {}, t("consent_optional")), boxes.map(({ element }) => element), quiet(t("consent_withdrawal")),
    row(button(t("consent_sign"), () => send(true)), button(t("consent_decline"), () => send(false), "second")),
  ];
}

/** Returns browser, system and kind of device, to distinguish devices. */
function deviceModel(kind) {
  const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "browser";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(navigator.userAgent)?.[0] ?? "system";
  return `${browser}, ${system}, ${kind}`;
}

/** The kind of device that the browser names, or a computer. */
const likelyDevice = () => (/iPad/.test(navigator.userAgent) ? "tablet"
  : /Android|iPhone/.test(navigator.userAgent) ? "phone" : "computer");

function profileForm(app, person) {
  const chosen = (key, text, hint) => field(key, t(text), chooser(key, t("form_choose")), hint);
  const terms = (key, text, examples) => field(key, t(text),
    line({ value: person[key] && person[key][0] !== "None" ? person[key].join(", ") : "" }),
    t("form_list_hint", t(examples)));
  const fields = [
    field("age", t("form_age"), h("input", { type: "number", inputmode: "numeric", value: person.age })),
    chosen("gender_identity", "form_gender"), chosen("sex_assigned_at_birth", "form_sex"),
    chosen("voice_reference", "form_reference", t("form_reference_hint")), chosen("device_model", "form_device"),
    terms("voice_conditions", "form_voice_conditions", "form_voice_examples"),
    terms("diagnosed_conditions", "form_named_conditions", "form_named_examples"),
  ];
  const kind = choices.device_model.find((word) => person.device_model?.endsWith(word));
  const unsaid = "prefer_not_to_say";
  const known = { gender_identity: unsaid, sex_assigned_at_birth: unsaid, ...person,
    device_model: kind ?? likelyDevice() };
  for (const { key, input } of fields) if (choices[key] && known[key]) input.value = known[key];
  const guardian = box("guardian", t("consent_guardian"));
  guardian.element.hidden = true;
  guardian.input.addEventListener("change", () => guardian.input.removeAttribute("aria-invalid"));
  async function send(values) {
    if (guardian.input.checked) await giveConsent(true, person.consent.purposes, { guardian: true });
    app.go(await api.giveProfile(answers(values)));
  }
  function explain(error) {
    if (error.code !== "profile_faulty") throw error;
    const faulty = fields.filter((one) => {
      const own = error.faults.filter((fault) => fault.field.split(/[[.]/)[0] === one.key);
      if (own.length > 0) mark(one, advice(one.key, own, one.input.value));
      return own.length > 0;
    });
    const needsGuardian = error.faults.some(({ code }) => code === "guardian_consent_missing");
    if (needsGuardian) {
      guardian.element.hidden = false;
      mark(guardian);
    }
    (faulty[0] ?? guardian).input.focus();
    // The fields state their faults.
    const isYoungOnly = faulty.length === 1 && isYoung(faulty[0].key, faulty[0].input.value);
    return [faulty.length === 0 ? null : isYoungOnly ? "form_young" : "form_faults",
      needsGuardian ? "consent_guardian_missing" : null].filter(Boolean).map((key) => ({ message: t(key) }));
  }
  return [title(t("form_heading")), h("p", {}, t("form_introduction")),
    form([...fields, guardian.element], t("form_send"), send, explain)];
}

/** The minimum age in years. */
const lowestAge = 13;

const isYoung = (key, value) => key === "age" && /^\d+$/.test(value) && Number(value) < lowestAge;

/** Returns the advice for an invalid field, localised where possible. */
function advice(key, faults, value) {
  if (choices[key]) return t("form_choose");
  if (isYoung(key, value)) return sentence(t("form_young"));
  return key === "age" ? t("fault_age") : faults.map(({ allowed }) => allowed).join("; ");
}

/** Parses a comma-separated list; `["None"]` when empty. */
function list(text) {
  const words = text.split(",").map((word) => word.trim()).filter(Boolean);
  return words.length > 0 ? words : ["None"];
}

/** Returns the profile of the values of the form. */
function answers(values) {
  const profile = given(values);
  if (profile.device_model) profile.device_model = deviceModel(profile.device_model);
  for (const key of ["voice_conditions", "diagnosed_conditions"]) profile[key] = list(values[key]);
  return profile;
}
