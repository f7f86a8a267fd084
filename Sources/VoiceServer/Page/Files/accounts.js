// Forms of accounts: creation, sign-in, password change and reset.

import * as api from "./api.js";
import { button, field, h, say, sentence, t, wrong } from "./elements.js";

/** The form field of each error code. */
const places = {
  email_faulty: "email", password_weak: "password", password_common: "password", wrong_sign_in: "password",
};

/** Creates a form that is submitted once at a time and shows an error at its field. */
function form(app, fields, text, send) {
  const summary = h("div", {});
  const submit = h("button", { type: "submit" }, text);
  async function act(event) {
    event.preventDefault();
    if (submit.disabled) return;
    for (const { input, fault } of fields) {
      input.removeAttribute("aria-invalid");
      fault.textContent = "";
    }
    summary.replaceChildren();
    const empty = fields.filter(({ input }) => input.value === "");
    if (empty.length > 0) {
      for (const { input } of empty) input.setAttribute("aria-invalid", "true");
      summary.replaceChildren(wrong(null, { message: t("account_empty") }));
      empty[0].input.focus();
      return;
    }
    submit.disabled = true;
    try {
      await send(Object.fromEntries(fields.map(({ key, input }) => [key, input.value])));
    } catch (error) {
      if (error instanceof api.Unreachable || error.code === "not_signed_in") throw error;
      show(error);
    } finally {
      submit.disabled = false;
    }
  }
  function show(error) {
    // The form of a new password has no address.
    const old = error.code === "wrong_sign_in" ? fields.find(({ key }) => key === "old") : null;
    const own = old ?? fields.find(({ key }) => key === places[error.code]) ?? fields.at(-1);
    if (places[error.code]) own.input.setAttribute("aria-invalid", "true");
    summary.replaceChildren(wrong(null, old ? { message: t("account_old_wrong") } : error));
    own.input.focus();
  }
  return h("form", { novalidate: true, onsubmit: (event) => app.attempt(() => act(event)) },
    summary, fields.map(({ element }) => element), h("div", { class: "row" }, submit));
}

let count = 0;

/** Creates a password field. Its id is unique, because a page may contain a form twice. */
function secret(key, text, autocomplete, hint = null) {
  return field(key, text, h("input", { type: "password", autocomplete }), hint, `-${++count}`);
}

function emailForm(app, isNew, text, send) {
  const email = field("email", t("account_email"),
    h("input", { type: "email", autocomplete: "username", inputmode: "email" }), null, `-${++count}`);
  const password = secret("password", t("account_password"), isNew ? "new-password" : "current-password",
    isNew ? t("account_password_hint") : null);
  return form(app, [email, password], text, send);
}

const folded = (summary, ...content) => h("details", {}, h("summary", {}, summary), ...content);

const makeForm = (app) => emailForm(app, true, t("account_make"),
  async (values) => app.go(await api.makeAccount(values), t("account_made")));

/** The sign-in and sign-up forms for anonymous visitors. */
export function accountChoices(app) {
  return [
    folded(t("account_enter_heading"), emailForm(app, false, t("account_enter"),
      async (values) => app.go(await api.signIn(values)))),
    folded(t("account_begin_heading"), h("p", { class: "quiet" }, t("account_why")), makeForm(app)),
  ];
}

/** The form of a reset link: a new password for the account. */
export function resetStep(app, token) {
  const password = secret("password", t("account_new_password"), "new-password", t("account_password_hint"));
  return [
    h("h1", { tabindex: -1 }, t("reset_heading")), h("p", {}, t("reset_text")),
    form(app, [password], t("reset_heading"), async (values) => {
      let ended = null;
      try {
        await api.resetPassword({ token, password: values.password });
      } catch (error) {
        if (error.code !== "reset_ended") throw error;
        ended = `${sentence(error.message)} ${sentence(error.advice)}`;
      }
      history.replaceState(null, "", location.pathname);
      await app.refresh(ended ?? t("reset_done"));
    }),
  ];
}

/** The account section: sign-up for a guest; password and sign-ins for an account. */
export async function accountOf(app, journey) {
  if (journey.signup_method !== "email") {
    return folded(t("account_make"), h("p", { class: "quiet" }, t("account_why")), makeForm(app));
  }
  const others = (await api.signIns()).filter((row) => !row.is_this).length;
  const state = h("p", {}, t("account_others", others));
  const end = button(t("account_end_others"), async () => {
    await api.endOtherSignIns();
    none(t("account_ended"));
  }, "second");
  end.hidden = others === 0;
  /** Shows that no other sign-in is left. */
  function none(text) {
    state.textContent = t("account_others", 0);
    end.hidden = true;
    say(text);
  }
  const done = h("p", { class: "remark", hidden: true }, t("account_changed"));
  const [old, next] = [secret("old", t("account_old_password"), "current-password"),
    secret("password", t("account_new_password"), "new-password", t("account_password_hint"))];
  const change = form(app, [old, next], t("account_change"), async (values) => {
    await api.changePassword({ old: values.old, new: values.password });
    for (const { input } of [old, next]) input.value = "";
    done.hidden = false;
    none(t("account_changed"));
  });
  return folded(t("account_heading"), state, h("div", { class: "row" }, end), done, change);
}
