// Forms of the staff page.

import { button, h, t, wrong } from "./elements.js";

const choices = {
  gender_identity: ["woman", "man", "nonbinary", "other", "prefer_not_to_say"],
  sex_assigned_at_birth: ["female", "male", "intersex", "prefer_not_to_say"],
};

let fields = 0;

/** Creates a field with a label. */
export function field(text, input) {
  fields += 1;
  input.id = `staff-field-${fields}`;
  return h("div", { class: "field" }, h("label", { for: input.id }, text), input);
}

/** Creates a selection of `[value, text]` pairs. */
export function choice(words) {
  return h("select", {}, words.map(([value, text]) => h("option", { value }, text)));
}

/** Creates a form that is submitted once at a time and shows errors at the top. */
export function form(parts, text, act) {
  const head = h("div", {});
  const send = h("button", { type: "submit" }, text);
  return h("form", {
    novalidate: true,
    onsubmit: async (event) => {
      event.preventDefault();
      if (send.disabled) return;
      send.disabled = true;
      head.replaceChildren();
      try {
        await act();
      } catch (error) {
        head.replaceChildren(wrong(null, reported(error)));
      } finally {
        send.disabled = false;
      }
    },
  }, head, parts, h("div", { class: "row" }, send));
}

/** Throws an error for an empty text. */
export function require(text, key) {
  if (text.trim() === "") throw Object.assign(new Error(t(key)), { status: 422 });
}

/** Returns an error with its invalid fields. */
export function reported(error) {
  if (error.message === undefined || error.status === undefined) return { message: t("staff_offline") };
  const faults = error.faults ?? [];
  if (faults.length > 0 && faults.every(({ field }) => field === "age")) {
    return { message: `${t("form_age")}: ${t("fault_age")}` };
  }
  const named = faults.map((fault) => `${fault.field}: ${fault.allowed}`);
  const list = named.length > 0 ? ` (${named.join(", ")})` : "";
  return { message: error.message, advice: `${error.advice ?? ""}${list}` };
}

/** Creates a form for a note. */
export function noteForm(text, act) {
  const note = h("input", { type: "text", autocomplete: "off", maxlength: 2000 });
  return form([field(t("staff_note"), note)], text, () => act(note.value));
}

/** Creates a correction form with a reason. */
export function correctionForm(act, text = "staff_correct_send") {
  const inputs = {
    age: h("input", { type: "number", inputmode: "numeric" }),
    gender_identity: words("gender_identity"),
    sex_assigned_at_birth: words("sex_assigned_at_birth"),
  };
  const reason = h("input", { type: "text", autocomplete: "off", maxlength: 2000 });
  return form([
    h("p", { class: "quiet" }, t("staff_correct_hint")),
    field(t("form_age"), inputs.age), field(t("form_gender"), inputs.gender_identity),
    field(t("form_sex"), inputs.sex_assigned_at_birth), field(t("staff_reason"), reason),
  ], t(text), () => {
    require(reason.value, "staff_reason_missing");
    const profile = {};
    for (const [key, input] of Object.entries(inputs)) {
      if (input.value !== "") profile[key] = key === "age" ? Number(input.value) : input.value;
    }
    return act({ reason: reason.value, profile });
  });
}

function words(key) {
  return choice([["", t("staff_as_it_is")], ...choices[key].map((word) => [word, t(`choice_${word}`)])]);
}

/** Creates a list that loads further pages on demand. */
export async function growing(load, row, empty) {
  const rows = h("div", {});
  const more = h("div", { class: "row" });
  async function add(after) {
    const { list, next } = await load(after);
    rows.append(...list.map(row));
    more.replaceChildren(...(next ? [button(t("staff_more"), () => add(next), "second")] : []));
  }
  await add(null);
  return rows.childElementCount > 0 ? [rows, more] : [h("p", {}, empty)];
}
