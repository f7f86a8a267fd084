// The steps before the first recording: sign-up, information, consent and profile.

import { accountChoices } from "./accounts.js";
import * as api from "./api.js";
import { button, field, h, sentence, t, wrong } from "./elements.js";

const explanation = () => ["explainer_text", "explainer_steps", "explainer_privacy"].map(
  (key) => h("p", {}, t(key)));

/** The sign-up step with the explanation. */
export function signUpStep(app) {
  const begin = button(t("signup_guest"), async () => {
    await api.signUp();
    app.go(await api.sendEvent("explainer_read"));
  });
  return [
    h("h1", { tabindex: -1 }, t("title")), ...explanation(), h("div", { class: "row" }, begin),
    h("p", { class: "quiet" }, t("signup_guest_hint")), ...accountChoices(app),
  ];
}

export function explainerStep(app) {
  return [
    h("h1", { tabindex: -1 }, t("explainer_heading")), ...explanation(),
    h("div", { class: "row" }, button(t("go_on"), async () => app.go(await api.sendEvent("explainer_read")))),
  ];
}

/** The consent form, or the profile form after consent. */
export async function userInfoStep(app) {
  const person = await api.profile();
  return person.consent?.signed ? profileForm(app, person) : consentForm(app);
}

/** Buttons that withdraw the consent to the purposes that are not mandatory. */
export async function withdrawals(app) {
  const { consent } = await api.profile();
  const given = consent?.signed ? consent.purposes : [];
  return given.filter((purpose) => !needed.includes(purpose)).map((purpose) =>
    button(t("consent_withdraw", t(`purpose_${purpose}`)), async () => {
      await api.giveConsent({ language: document.documentElement.lang, signed: true,
        purposes: given.filter((other) => other !== purpose) });
      await app.refresh(t("consent_withdrawn", t(`purpose_${purpose}`)));
    }, "second"));
}

/** The purposes that are mandatory for a baseline, and the others. */
const needed = ["analysis", "storage"];
const optional = ["research", "sharing"];

function box(id, text, listen = {}) {
  const input = h("input", { type: "checkbox", id, ...listen });
  return { input, element: h("div", { class: "choice" }, input, h("label", { for: id }, text)) };
}

function consentForm(app) {
  const boxes = optional.map((purpose) => box(`consent-${purpose}`, t(`consent_${purpose}`)));
  async function send(signed) {
    const chosen = [...needed, ...optional.filter((_, place) => boxes[place].input.checked)];
    const isKept = await api.giveConsent(
      { language: document.documentElement.lang, signed, purposes: signed ? chosen : [] });
    if (!isKept) await app.forget();
    await app.refresh(isKept ? null : t("consent_declined"));
  }
  return [
    h("h1", { tabindex: -1 }, t("consent_heading")), h("p", {}, t("consent_introduction")),
    h("ul", {}, needed.map((purpose) => h("li", {}, t(`consent_${purpose}`)))),
    h("p", {}, t("consent_optional")), ...boxes.map(({ element }) => element),
    h("p", { class: "quiet" }, t("consent_withdrawal")),
    h("div", { class: "row" }, button(t("consent_sign"), () => send(true)),
      button(t("consent_decline"), () => send(false), "second")),
  ];
}

const choices = {
  gender_identity: ["woman", "man", "nonbinary", "other", "prefer_not_to_say"],
  sex_assigned_at_birth: ["female", "male", "intersex", "prefer_not_to_say"],
  voice_reference: ["feminine", "masculine", "combined", "none"],
  device_model: ["phone", "tablet", "laptop", "computer"],
};

function select(key) {
  return h("select", {}, h("option", { value: "" }, t("form_choose")),
    choices[key].map((word) => h("option", { value: word }, t(`choice_${word}`))));
}

/** Parses a comma-separated list; `["None"]` when empty. */
function list(text) {
  const words = text.split(",").map((word) => word.trim()).filter(Boolean);
  return words.length > 0 ? words : ["None"];
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
  const text = (key) => h("input", { type: "text", autocomplete: "off", value: list0(person[key]) });
  const fields = [
    field("age", t("form_age"),
      h("input", { type: "number", inputmode: "numeric", value: person.age ?? null })),
    field("gender_identity", t("form_gender"), select("gender_identity")),
    field("sex_assigned_at_birth", t("form_sex"), select("sex_assigned_at_birth")),
    field("voice_reference", t("form_reference"), select("voice_reference"), t("form_reference_hint")),
    field("device_model", t("form_device"), select("device_model")),
    field("voice_conditions", t("form_voice_conditions"), text("voice_conditions"), t("form_list_hint")),
    field("diagnosed_conditions", t("form_named_conditions"), text("diagnosed_conditions"),
      t("form_list_hint")),
  ];
  const kind = choices.device_model.find((word) => person.device_model?.endsWith(word));
  const unsaid = "prefer_not_to_say";
  const known = { gender_identity: unsaid, sex_assigned_at_birth: unsaid, ...person,
    device_model: kind ?? likelyDevice() };
  for (const { key, input } of fields) if (choices[key] && known[key]) input.value = known[key];
  const guardian = box("guardian", t("consent_guardian"));
  guardian.element.hidden = true;
  guardian.input.addEventListener("change", () => guardian.input.removeAttribute("aria-invalid"));
  const summary = h("div", {});
  async function send(event) {
    event.preventDefault();
    try {
      if (guardian.input.checked) {
        await api.giveConsent({ language: document.documentElement.lang, signed: true,
          purposes: person.consent.purposes, guardian: true });
      }
      app.go(await api.giveProfile(answers(fields)));
    } catch (error) {
      if (error.code !== "profile_faulty") throw error;
      show(error);
    }
  }
  function show(error) {
    for (const { key, input, fault } of fields) {
      const own = error.faults.filter(({ field: place }) => place.split(/[[.]/)[0] === key);
      fault.textContent = own.length > 0 ? advice(key, own, input.value) : "";
      if (own.length > 0) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    const needsGuardian = error.faults.some(({ code }) => code === "guardian_consent_missing");
    if (needsGuardian) {
      guardian.element.hidden = false;
      guardian.input.setAttribute("aria-invalid", "true");
    }
    // The fields state their faults.
    const marked = fields.filter(({ fault }) => fault.textContent !== "");
    const isYoungOnly = marked.length === 1 && isYoung(marked[0].key, marked[0].input.value);
    const keys = [marked.length === 0 ? null : isYoungOnly ? "form_young" : "form_faults",
      needsGuardian ? "consent_guardian_missing" : null];
    summary.replaceChildren(...keys.filter(Boolean).map((key) => wrong(null, { message: t(key) })));
    (fields.find(({ input }) => input.hasAttribute("aria-invalid"))?.input ?? guardian.input).focus();
  }
  const form = h("form", { novalidate: true, onsubmit: (event) => app.attempt(() => send(event)) },
    summary, fields.map(({ element }) => element), guardian.element,
    h("div", { class: "row" }, h("button", { type: "submit" }, t("form_send"))));
  return [h("h1", { tabindex: -1 }, t("form_heading")), h("p", {}, t("form_introduction")), form];
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

const list0 = (words) => (words && words[0] !== "None" ? words.join(", ") : "");

function answers(fields) {
  const values = {};
  for (const { key, input } of fields) {
    if (key.endsWith("_conditions")) values[key] = list(input.value);
    else if (input.value !== "") values[key] = key === "age" ? Number(input.value) : input.value;
  }
  if (values.device_model) values.device_model = deviceModel(values.device_model);
  return values;
}
