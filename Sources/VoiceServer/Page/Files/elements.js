// Elements, texts and forms. Server texts are inserted as text, never as markup.

import { get } from "./api.js";

let texts = {};

/** A placeholder: `{1}`, or by number `{1, plural, one {# day} other {# days}}`. */
const placeholder = /\{(\d)(?:, plural, one \{([^}]*)\} other \{([^}]*)\})?\}/g;

/** Returns a text of the catalogue with values for its placeholders. */
export function t(key, ...values) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(placeholder, (_, place, one, other) => {
    const value = String(values[place - 1]);
    if (one === undefined) return value;
    return (value === "1" ? one : other).replaceAll("#", value);
  });
}

/** The texts of the steps of the flow, in order. */
export const steps = {
  signup_method: "step_signup", explainer: "step_signup", user_info_form: "step_form",
  sustained_vowel_test: "step_vowel", reading_prompt: "step_reading", final_step: "step_final",
  completed: "step_completed",
};

const content = document.getElementById("content");

/** Shows a view with a title and returns the title. */
export function fill(...parts) {
  content.replaceChildren(...parts.flat(Infinity).filter(Boolean));
  const heading = content.querySelector("h1");
  document.title = `${heading.textContent} – sagevoice`;
  return heading;
}

/** Shows the frame of the page in the language of the browser or the chosen one. The language button changes the
 * language and calls `show`. */
export async function showFrame(heading, show) {
  const languages = ["en", "de"];
  const frame = { skip: "skip_to_content", "nav-heading": heading, notice: "notice", language: "other_language" };
  async function speak(language) {
    texts = await get(`/texts/${language}`);
    document.documentElement.lang = language;
    for (const [id, key] of Object.entries(frame)) document.getElementById(id).textContent = t(key);
  }
  document.getElementById("language").addEventListener("click", async () => {
    const next = languages.find((language) => language !== document.documentElement.lang);
    localStorage.setItem("language", next);
    await speak(next);
    await show();
  });
  const wished = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  await speak(languages.includes(wished) ? wished : "en");
}

/** Announces a text to screen readers. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

/** Creates an element: `h("p", {class: "quiet"}, "text", child)`; `on…` adds a listener. Lists of children are
 * flattened, missing ones left out. */
export const h = (name, ...more) => build(document.createElement(name), ...more);

/** Creates an element of a picture. */
export const svg = (name, ...more) => build(document.createElementNS("http://www.w3.org/2000/svg", name), ...more);

function build(element, members = {}, ...children) {
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

export const title = (text) => h("h1", { tabindex: -1 }, text);
export const quiet = (...text) => h("p", { class: "quiet" }, ...text);
/** Creates a paragraph of each text; missing texts are left out. */
export const paragraphs = (...texts) => texts.filter(Boolean).map((text) => h("p", {}, text));
export const row = (...parts) => h("div", { class: "row" }, ...parts);
export const folded = (summary, ...parts) => h("details", {}, h("summary", {}, summary), ...parts);

/** Creates a button that is disabled while its action runs. */
export function button(text, act, kind) {
  const element = h("button", { type: "button", class: kind }, text);
  element.addEventListener("click", async () => {
    if (element.disabled) return;
    element.disabled = true;
    try {
      await act();
    } finally {
      element.disabled = false;
    }
  });
  return element;
}

/** Creates an alert with the error message and the advice. */
export const wrong = (error) => h("div", { class: "wrong", role: "alert" },
  h("p", {}, sentence(error.message)), error.advice ? h("p", {}, t("what_to_do", error.advice)) : null);

/** The values of the profile fields with a choice. */
export const choices = {
  gender_identity: ["woman", "man", "nonbinary", "other", "prefer_not_to_say"],
  sex_assigned_at_birth: ["female", "male", "intersex", "prefer_not_to_say"],
  voice_reference: ["feminine", "masculine", "combined", "none"],
  device_model: ["phone", "tablet", "laptop", "computer"],
};

/** Creates a selection of a profile field, with a text for no choice. */
export const chooser = (key, none) => select([["", none], ...choices[key].map((word) => [word, t(`choice_${word}`)])]);

/** Creates a selection of `[value, text]` pairs. */
export const select = (words) => h("select", {}, words.map(([value, text]) => h("option", { value }, text)));

/** Creates an input of a line of text. */
export const line = (members) => h("input", { type: "text", autocomplete: "off", ...members });

let fields = 0;

/** Creates a field with label, hint and error text. */
export function field(key, text, input, hint = null) {
  const id = ++fields;
  const fault = h("p", { class: "fault", id: `fault-${id}` });
  const note = hint ? h("p", { class: "quiet", id: `hint-${id}` }, hint) : null;
  Object.assign(input, { id: `field-${id}`, name: key });
  input.setAttribute("aria-describedby", `${fault.id}${note ? ` ${note.id}` : ""}`);
  return { key, input, fault,
    element: h("div", { class: "field" }, h("label", { for: input.id }, text), note, input, fault) };
}

/** Marks a field as invalid, with an error text if it shows one. */
export function mark({ input, fault }, text = "") {
  input.setAttribute("aria-invalid", "true");
  if (fault) fault.textContent = text;
}

/** Creates a form that is submitted once at a time. `send` gets the values of the fields among its parts. `explain`
 * returns the errors to show at the top, or rethrows an error of the page. */
export function form(parts, text, send, explain) {
  const inputs = parts.filter((part) => part.input);
  const head = h("div");
  const submit = h("button", { type: "submit" }, text);
  async function act(event) {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    head.replaceChildren();
    for (const { input, fault } of inputs) {
      input.removeAttribute("aria-invalid");
      fault?.replaceChildren();
    }
    try {
      await send(Object.fromEntries(inputs.map(({ key, input }) => [key, input.value])));
    } catch (error) {
      head.replaceChildren(...explain(error).map(wrong));
    } finally {
      submit.disabled = false;
      // A disabled button loses the focus.
      if (document.activeElement === document.body) submit.focus();
    }
  }
  return h("form", { novalidate: true, onsubmit: act }, head, parts.map((part) => part.element ?? part), row(submit));
}

/** Returns the profile members of the values of a form, without empty ones. */
export const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")
  .map(([key, value]) => [key, key === "age" ? Number(value) : value]));

/** Returns a message with capital letter and full stop. */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** Formats a time to the minute; a dash when missing. */
export const minute = (text) => (text ? new Date(text).toLocaleString(document.documentElement.lang,
  { dateStyle: "medium", timeStyle: "short" }) : "–");

/** Formats a number in the page language, with a minus sign (U+2212). */
export const number = (value, digits = 0) => value.toLocaleString(document.documentElement.lang,
  { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");

/** The name of a lead measure in plain words: its group has only one. */
export const plainName = (measure) => {
  const [group, name] = measure.split(".");
  return sentence(t(`family_${name === "cpps_db" ? "cpps" : group}`)).slice(0, -1);
};

/** Formats a value with suitable digits; a dash when missing. */
export const shown = (value) => (value === null || value === undefined ? "–"
  : number(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2));

/** Returns the display name of `TASK-ROUND-NUMBER.wav`, also without the round; null for any other file name. */
export function nameOfRecording(name, hasRound = true) {
  const [, task, round, take] = /^(sustained_vowel|reading)-(\d+)-(\d+)\.wav$/.exec(name ?? "") ?? [];
  if (task && !hasRound) return task === "reading" ? t("step_reading") : `${t("step_vowel")} ${take}`;
  return task ? t(task === "reading" ? "name_reading" : "name_vowel", take, round) : null;
}
