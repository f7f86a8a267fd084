// The staff page. The role on the server determines the views; signing out leaves no data in the
// browser.

import * as api from "./staff-api.js";
import { button, h, loadTexts, say, t, wrong } from "./elements.js";
import { field, form, reported } from "./staff-forms.js";
import { peopleView, personView } from "./staff-people.js";
import { alertsView, sessionsView } from "./staff-sessions.js";

const content = document.getElementById("content");

const views = {
  people: peopleView, person: personView, sessions: sessionsView, alerts: alertsView,
};

/** The views and the operation that each requires. */
const places = [
  ["alerts", "staff_alerts", "staffAlerts"], ["sessions", "staff_sessions", "staffSessions"],
  ["people", "staff_people", "staffPeople"],
];

const app = {
  self: null,
  place: ["people"],

  may(operation) { return this.self?.may.includes(operation) ?? false; },

  /** Shows a view, or the error of loading it. */
  async show(...place) {
    this.place = place;
    const [name, ...rest] = place;
    try {
      put(await views[name](this, ...rest));
    } catch (error) {
      if (error.status === 401) return this.enter();
      put([h("h1", { tabindex: -1 }, t("staff_heading")), wrong(null, reported(error))]);
    }
    showPlaces(name);
    return undefined;
  },

  /** Loads the authenticated staff and shows the first allowed view. */
  async enter() {
    this.self = await api.self();
    if (!this.self) {
      showPlaces(null);
      put(signInView(), false);
      return;
    }
    const [first] = places.find(([, , operation]) => this.may(operation));
    await this.show(first);
  },
};

function put(parts, takesFocus = true) {
  content.replaceChildren(...parts.flat().filter(Boolean));
  const heading = content.querySelector("h1");
  document.title = `${heading.textContent} – sagevoice`;
  if (takesFocus) heading.focus();
  say("");
}

function signInView() {
  const token = h("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  return [
    h("h1", { tabindex: -1 }, t("staff_heading")), h("p", {}, t("staff_token_text")),
    form([field(t("staff_token"), token)], t("staff_sign_in"), async () => {
      const text = token.value.trim();
      token.value = "";
      // Header values are printable ASCII, as all tokens are.
      await api.signIn(/^[\x21-\x7e]+$/.test(text) ? text : "-");
      await app.enter();
    }),
  ];
}

function showPlaces(current) {
  document.getElementById("places").hidden = !app.self;
  const list = document.getElementById("places-list");
  if (!app.self) {
    list.replaceChildren();
    return;
  }
  list.replaceChildren(
    ...places.filter(([, , operation]) => app.may(operation)).map(([name, key]) => {
      const go = button(t(key), () => app.show(name), "second");
      if (name === current) go.setAttribute("aria-current", "page");
      return h("li", {}, go);
    }),
    h("li", { class: "quiet" }, `${app.self.name} (${t(`role_${app.self.role}`)})`),
    h("li", {}, button(t("sign_out"), async () => {
      await api.signOut();
      await app.enter();
    }, "plain")));
}

const languages = ["en", "de"];

async function speak(language) {
  await loadTexts(language);
  document.getElementById("skip").textContent = t("skip_to_content");
  document.getElementById("places-heading").textContent = t("staff_heading");
  document.getElementById("notice").textContent = t("notice");
  document.getElementById("language").textContent = t("other_language");
}

document.getElementById("language").addEventListener("click", async () => {
  const next = languages.find((language) => language !== document.documentElement.lang);
  localStorage.setItem("language", next);
  await speak(next);
  if (app.self) await app.show(...app.place);
  else await app.enter();
});

window.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  content.prepend(wrong(null, reported(event.reason)));
});

const wished = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
await speak(languages.includes(wished) ? wished : "en");
await app.enter();
