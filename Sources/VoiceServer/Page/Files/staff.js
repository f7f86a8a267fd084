// The staff page. The role on the server determines the views; signing out leaves no data in the browser.

import * as api from "./staff-api.js";
import { button, field, fill, h, say, showFrame, t, title, wrong } from "./elements.js";
import { alertsView } from "./staff-alerts.js";
import { reported, staffForm } from "./staff-forms.js";
import { peopleView, personView } from "./staff-people.js";
import { sessionsView } from "./staff-sessions.js";

const views = { people: peopleView, person: personView, sessions: sessionsView, alerts: alertsView };

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
      put([title(t("staff_heading")), wrong(reported(error))]);
    }
    showPlaces(name);
    return undefined;
  },

  /** Loads the authenticated staff and shows the first allowed view. */
  async enter() {
    this.self = await api.self();
    if (this.self) return this.show(places.find(([, , operation]) => this.may(operation))[0]);
    showPlaces(null);
    fill(signInView());
    say("");
    return undefined;
  },
};

function put(parts) {
  fill(parts).focus();
  say("");
}

function signInView() {
  const token = field("token", t("staff_token"),
    h("input", { type: "password", autocomplete: "off", spellcheck: "false" }));
  return [
    title(t("staff_heading")), h("p", {}, t("staff_token_text")),
    staffForm([token], t("staff_sign_in"), async (values) => {
      const text = values.token.trim();
      token.input.value = "";
      // Header values are printable ASCII, as all tokens are.
      await api.signIn(/^[\x21-\x7e]+$/.test(text) ? text : "-");
      await app.enter();
    }),
  ];
}

function showPlaces(current) {
  document.getElementById("places").hidden = !app.self;
  document.getElementById("places-list").replaceChildren(...(app.self ? [
    ...places.filter(([, , operation]) => app.may(operation)).map(([name, key]) => {
      const go = button(t(key), () => app.show(name), "second");
      if (name === current) go.setAttribute("aria-current", "page");
      return h("li", {}, go);
    }),
    h("li", { class: "quiet" }, `${app.self.name} (${t(`role_${app.self.role}`)})`),
    h("li", {}, button(t("sign_out"), async () => {
      await api.signOut();
      await app.enter();
    }, "plain")),
  ] : []));
}

window.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  document.getElementById("content").prepend(wrong(reported(event.reason)));
});

await showFrame("staff_heading", () => (app.self ? app.show(...app.place) : app.enter()));
await app.enter();
