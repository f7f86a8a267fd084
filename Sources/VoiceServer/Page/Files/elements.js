// Elements and texts. Server texts are inserted as text, never as markup.

let texts = {};

/** Loads the text catalogue of a language. */
export async function loadTexts(language) {
  const answer = await fetch(`/texts/${language}`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  texts = await answer.json();
  document.documentElement.lang = language;
}

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

/** Creates an element: `h("p", {class: "quiet"}, "text", child)`; `on…` adds a listener. */
export function h(name, members = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

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

/** Creates a field with label, hint and error text. `more` makes its id unique. */
export function field(key, text, input, hint = null, more = "") {
  const id = `${key}${more}`;
  input.id = `field-${id}`;
  input.name = key;
  const fault = h("p", { class: "fault", id: `fault-${id}` });
  const note = hint ? h("p", { class: "quiet", id: `hint-${id}` }, hint) : null;
  input.setAttribute("aria-describedby", `fault-${id}${hint ? ` hint-${id}` : ""}`);
  return { key, input, fault,
    element: h("div", { class: "field" }, h("label", { for: input.id }, text), note, input, fault) };
}

/** Creates an alert with the error message and the advice. */
export function wrong(heading, error) {
  return h("div", { class: "wrong", role: "alert" },
    heading ? h("h2", {}, heading) : null,
    h("p", {}, sentence(error.message)),
    error.advice ? h("p", {}, t("what_to_do", error.advice)) : null);
}

/** Returns a message with capital letter and full stop. */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** Announces a text to screen readers. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

/** Formats a number in the page language, with a minus sign (U+2212). */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(document.documentElement.lang,
    { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value).replace("-", "−");
}

/** The name of a lead measure in plain words: its group has only one. */
export const plainName = (measure) => {
  const [group, name] = measure.split(".");
  return sentence(t(`family_${name === "cpps_db" ? "cpps" : group}`)).slice(0, -1);
};

const digits = (value) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

/** Formats a value with suitable digits; a dash when missing. */
export const shown = (value) =>
  (value === null || value === undefined ? "–" : number(value, digits(value)));

/** Returns the display name of `TASK-ROUND-NUMBER.wav`; null for any other file name. */
export function nameOfRecording(name) {
  const [, task, round, take] = /^(sustained_vowel|reading)-(\d+)-(\d+)\.wav$/.exec(name ?? "") ?? [];
  return task ? t(task === "reading" ? "name_reading" : "name_vowel", take, round) : null;
}
