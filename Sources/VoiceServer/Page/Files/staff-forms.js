// Forms, lists and names of the staff page.

import { button, chooser, field, folded, form, given, h, line, minute, quiet, row, t } from "./elements.js";

/** Returns the display name of a person. Guests and accounts have random identifiers. */
export function named({ user_id: id, person }) {
  const [, kind, digits] = /^(guest|account)-([0-9a-f]{8})-/.exec(id ?? `guest-${person.slice(0, 8)}-`) ?? [];
  return kind ? t(kind === "guest" ? "staff_unnamed" : "staff_account", digits) : id;
}

/** Returns a text with the name of a staff member, the time and the note of an action. */
export const signature = (text, { by, at, note }) =>
  [t(text, by.replace(/^staff\//, ""), minute(at)), note].filter(Boolean).join(" – ");

/** A button that opens a person. */
export const opening = (app, id) => button(t("staff_open"), () => app.show("person", id), "second");

/** Returns the rows of a list by key, in the order of the list. */
export function groups(list, key) {
  const found = new Map();
  for (const one of list) found.set(key(one), [...found.get(key(one)) ?? [], one]);
  return found;
}

/** Creates a form that shows errors at the top. `then` follows a success. */
export const staffForm = (parts, text, send, then = () => {}) => form(parts, text, async (values) => {
  await send(values);
  await then();
}, (error) => [reported(error)]);

/** Creates a field with a line of text. */
export const lineField = (key, text, members) => field(key, t(text), line(members));

/** Throws an error for an empty text. */
export function require(text, key) {
  if (text.trim() === "") throw Object.assign(new Error(t(key)), { status: 422 });
}

/** The names of the profile members that staff enter. */
const names = {
  age: "form_age", gender_identity: "form_gender", sex_assigned_at_birth: "form_sex", user_id: "staff_identifier",
};

/** Returns an error with its invalid fields. */
export function reported(error) {
  if (error.message === undefined || error.status === undefined) return { message: t("staff_offline") };
  const faults = error.faults ?? [];
  if (faults.length > 0 && faults.every(({ field }) => field === "age")) {
    return { message: `${t("form_age")}: ${t("fault_age")}` };
  }
  const list = faults.map(({ field, allowed }) => `${names[field] ? t(names[field]) : field}: ${allowed}`).join(", ");
  return { message: error.message, advice: `${error.advice ?? ""}${list && ` (${list})`}` };
}

/** Creates a form for a note. */
export const noteForm = (text, send, then) => staffForm([lineField("note", "staff_note", { maxlength: 2000 })], t(text),
  ({ note }) => send({ note: note || null }), then);

/** Creates a folded form of a correction with a reason. */
export function correction(summary, text, send, then) {
  const choice = (key) => field(key, t(names[key]), chooser(key, t("staff_as_it_is")));
  return folded(t(summary), staffForm([
    quiet(t("staff_correct_hint")),
    field("age", t("form_age"), h("input", { type: "number", inputmode: "numeric" })),
    choice("gender_identity"), choice("sex_assigned_at_birth"),
    lineField("reason", "staff_reason", { maxlength: 2000 }),
  ], t(text), ({ reason, ...values }) => {
    require(reason, "staff_reason_missing");
    return send({ reason, profile: given(values) });
  }, then));
}

/** Creates a list that loads further pages on demand. */
export async function growing(load, card, empty) {
  const cards = h("div");
  const more = row();
  async function add(after) {
    const { list, next } = await load(after);
    cards.append(...list.map(card));
    more.replaceChildren(...(next ? [button(t("staff_more"), () => add(next), "second")] : []));
  }
  await add(null);
  return cards.childElementCount > 0 ? [cards, more] : h("p", {}, t(empty));
}
