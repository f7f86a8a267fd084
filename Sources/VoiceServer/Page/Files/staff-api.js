// The client of the staff interface (see /openapi.json). The token becomes an HttpOnly cookie and is not stored.

import * as api from "./api.js";

const call = async (...request) => (await api.call(...request)).content;

function path(parts, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value);
  const place = ["", "v1", "staff", ...parts].map(encodeURIComponent).join("/");
  return given.length > 0 ? `${place}?${new URLSearchParams(given)}` : place;
}

/** Returns the authenticated staff; null without a sign-in. */
export const self = () => api.getIfThere(path(["me"]), 401);
export const signIn = (token) => call("POST", path(["sign-in"]), { headers: { Authorization: `Bearer ${token}` } });
export const signOut = () => call("DELETE", path(["sign-in"]));
export const people = (query) => api.get(path(["people"], query));
export const person = (id) => api.get(path(["people", id]));
export const register = (json) => call("POST", path(["people"]), { json });
export const correct = (id, json) => call("PUT", path(["people", id, "profile"]), { json });
export const progress = (id) => api.getIfThere(path(["people", id, "progress"]));
export const baseline = (id) => api.getIfThere(path(["people", id, "baseline"]));
export const history = (id) => api.get(path(["people", id, "history"]));
export const issueReset = (id) => call("POST", path(["people", id, "password-reset"]));
export const sessions = (query) => api.get(path(["sessions"], query));
export const review = (id, json) => call("PUT", path(["sessions", id, "review"]), { json });
export const amend = (id, json) => call("POST", path(["sessions", id, "amendments"]), { json });
export const acknowledge = (person, alert, json) =>
  call("PUT", path(["people", person, "alerts", alert, "acknowledgement"]), { json });

/** Returns all rows of a list. */
async function all(name, query) {
  const rows = [];
  let after = null;
  do {
    const page = await api.get(path([name], { ...query, after, limit: 100 }));
    rows.push(...page[name]);
    after = page.next;
  } while (after);
  return rows;
}

/** Returns `other` if the server cannot read the data of a person. */
export const unlessUnreadable = (content, other) => content.catch((error) => {
  if (!(error.status >= 500)) throw error;
  return other;
});

export const allSessions = (person) => all("sessions", { person });
export const allAlerts = (query) => all("alerts", query);

export const recording = (id) => path(["sessions", id, "recording"]);

/** Returns the path of a report in the page language. */
export const report = (id) => path(["sessions", id, "report"], { lang: document.documentElement.lang });
