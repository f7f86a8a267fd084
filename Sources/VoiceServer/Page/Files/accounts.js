// Forms of accounts: creation, sign-in, password change and reset.

import * as api from "./api.js";
import { button, field, folded, form, h, mark, quiet, row, say, sentence, t, title } from "./elements.js";

/** The form field of each error code. */
const places = {
  email_faulty: "email", password_weak: "password", password_common: "password", wrong_sign_in: "password",
};

/** Creates a form of mandatory fields that shows an error at its field. */
function accountForm(fields, text, send) {
  return form(fields, text, async (values) => {
    const empty = fields.filter(({ input }) => input.value === "");
    if (empty.length > 0) throw Object.assign(new Error(t("account_empty")), { empty });
    await send(values);
  }, (error) => {
    if (error instanceof api.Unreachable || error.code === "not_signed_in") throw error;
    // The form of a new password has no address.
    const old = error.code === "wrong_sign_in" ? fields.find(({ key }) => key === "old") : null;
    const own = old ?? fields.find(({ key }) => key === places[error.code]) ?? fields.at(-1);
    const faulty = error.empty ?? [own];
    if (error.empty || places[error.code]) for (const one of faulty) mark(one);
    faulty[0].input.focus();
    return [old ? { message: t("account_old_wrong") } : error];
  });
}

const secret = (key, text, autocomplete, hint) =>
  field(key, text, h("input", { type: "password", autocomplete }), hint);

const newPassword = (text) => secret("password", text, "new-password", t("account_password_hint"));

const emailForm = (password, text, send) => accountForm([field("email", t("account_email"),
  h("input", { type: "email", autocomplete: "username", inputmode: "email" })), password], text, send);

const makeForm = (app) => [quiet(t("account_why")), emailForm(newPassword(t("account_password")), t("account_make"),
  async (values) => app.go(await api.makeAccount(values), t("account_made")))];

/** The sign-in and sign-up forms for anonymous visitors. */
export const accountChoices = (app) => [
  folded(t("account_enter_heading"), emailForm(secret("password", t("account_password"), "current-password"),
    t("account_enter"), async (values) => app.go(await api.signIn(values)))),
  folded(t("account_begin_heading"), makeForm(app)),
];

/** The form of a reset link: a new password for the account. */
export const resetStep = (app, token) => [
  title(t("reset_heading")), h("p", {}, t("reset_text")),
  accountForm([newPassword(t("account_new_password"))], t("reset_heading"), async ({ password }) => {
    let ended = null;
    try {
      await api.resetPassword({ token, password });
    } catch (error) {
      if (error.code !== "reset_ended") throw error;
      ended = `${sentence(error.message)} ${sentence(error.advice)}`;
    }
    history.replaceState(null, "", location.pathname);
    await app.refresh(ended ?? t("reset_done"));
  }),
];

/** The account section: sign-up for a guest; password and sign-ins for an account. */
export async function accountOf(app, journey) {
  if (journey.signup_method !== "email") return folded(t("account_make"), makeForm(app));
  const others = (await api.signIns()).filter((sign) => !sign.is_this).length;
  const state = h("p");
  const end = button(t("account_end_others"), async () => {
    await api.endOtherSignIns();
    show(0);
    say(t("account_ended"));
  }, "second");
  function show(count) {
    state.textContent = t("account_others", count);
    end.hidden = count === 0;
  }
  show(others);
  const done = h("p", { class: "remark", hidden: true }, t("account_changed"));
  const fields = [secret("old", t("account_old_password"), "current-password"), newPassword(t("account_new_password"))];
  const change = accountForm(fields, t("account_change"), async (values) => {
    await api.changePassword({ old: values.old, new: values.password });
    for (const { input } of fields) input.value = "";
    done.hidden = false;
    show(0);
    say(t("account_changed"));
  });
  return folded(t("account_heading"), state, row(end), done, change);
}
