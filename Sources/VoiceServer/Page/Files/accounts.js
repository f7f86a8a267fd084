// Accounts: making one, signing in with one, and what whoever has one may do with it.

import * as api from "./api.js";
import { button, field, h, say, t, wrong } from "./elements.js";

/** At which field a fault of an account is shown. */
const places = {
  email_faulty: "email", password_weak: "password", password_common: "password", wrong_sign_in: "password",
};

/** What is given is sent once, and a fault stands at its field where it has one. */
function form(app, fields, text, send) {
  const summary = h("div", {});
  const submit = h("button", { type: "submit" }, text);
  async function act(event) {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    for (const { input, fault } of fields) {
      input.removeAttribute("aria-invalid");
      fault.textContent = "";
    }
    summary.replaceChildren();
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
    const own = fields.find(({ key }) => key === places[error.code]) ?? fields.at(-1);
    if (places[error.code]) own.input.setAttribute("aria-invalid", "true");
    summary.replaceChildren(wrong(null, error));
    own.input.focus();
  }
  return h("form", { novalidate: true, onsubmit: (event) => app.attempt(() => act(event)) },
    summary, fields.map(({ element }) => element), h("div", { class: "row" }, submit));
}

let count = 0;

/** The same form may stand on a page twice: its fields have names of their own. */
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
  async (told) => app.go(await api.makeAccount(told), t("account_made")));

/** For whoever is not signed in: into an account that is there, or with one from the beginning. */
export function accountChoices(app) {
  return [
    folded(t("account_enter_heading"), emailForm(app, false, t("account_enter"),
      async (told) => app.go(await api.signIn(told)))),
    folded(t("account_begin_heading"), h("p", { class: "quiet" }, t("account_why")), makeForm(app)),
  ];
}

/** For a person with a link of the staff: the new password of their account. */
export function resetStep(app, token) {
  const password = secret("password", t("account_new_password"), "new-password", t("account_password_hint"));
  return [
    h("h1", { tabindex: -1 }, t("reset_heading")), h("p", {}, t("reset_text")),
    form(app, [password], t("reset_heading"), async (told) => {
      await api.resetPassword({ token, password: told.password });
      history.replaceState(null, "", location.pathname);
      await app.refresh(t("reset_done"));
    }),
  ];
}

/** For whoever is signed in: an account for a guest, and for who has one its password and its sign-ins. */
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
  /** There is no other browser left. */
  function none(text) {
    state.textContent = t("account_others", 0);
    end.hidden = true;
    say(text);
  }
  const done = h("p", { class: "remark", hidden: true }, t("account_changed"));
  const [old, next] = [secret("old", t("account_password"), "current-password"),
    secret("password", t("account_new_password"), "new-password", t("account_password_hint"))];
  const change = form(app, [old, next], t("account_change"), async (told) => {
    await api.changePassword({ old: told.old, new: told.password });
    for (const { input } of [old, next]) input.value = "";
    done.hidden = false;
    none(t("account_changed"));
  });
  return folded(t("account_heading"), state, h("div", { class: "row" }, end), done, change);
}
