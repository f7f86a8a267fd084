// Elements and texts. Nothing is ever put into the page as markup: what comes from the server is text.

let texts = {};

/** Loads the catalogue of a language. */
export async function loadTexts(language) {
  const answer = await fetch(`/texts/${language}`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  texts = await answer.json();
  document.documentElement.lang = language;
}

/** A text of the catalogue, with what is filled in. */
export function t(key, ...values) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\d)\}/g, (_, place) => String(values[place - 1]));
}

/** An element: `h("p", {class: "quiet"}, "text", child)`; `on…` are listeners. */
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

/** A button that cannot be pressed a second time before the first has been dealt with. */
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

/** An input with its name, a hint where there is one, and the place where its fault is said. What comes after the
    key in its identifier tells it from others with the same key. */
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

/** What went wrong and what to do. */
export function wrong(heading, error) {
  return h("div", { class: "wrong", role: "alert" },
    heading ? h("h2", {}, heading) : null,
    h("p", {}, sentence(error.message)),
    error.advice ? h("p", {}, t("what_to_do", error.advice)) : null);
}

/** A message as a sentence. */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** Says something to whoever listens instead of looking. */
export function say(text) {
  document.getElementById("status").textContent = text;
}

/** A number as the language writes it, with a minus that is read out as one. */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(document.documentElement.lang,
    { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value).replace("-", "−");
}

/** What a recording of a journey is called, `TASK-ROUND-NUMBER.wav` on the server; null for any other. */
export function nameOfRecording(name) {
  const [, task, round, take] = /^(sustained_vowel|reading)-(\d+)-(\d+)\.wav$/.exec(name ?? "") ?? [];
  return task ? t(task === "reading" ? "name_reading" : "name_vowel", take, round) : null;
}

/** What a measure is called; its key where the catalogue has no name for it. */
export const nameOfMeasure = (measure) =>
  (Object.hasOwn(texts, `measure_${measure}`) ? t(`measure_${measure}`) : measure);
