// The client of the HTTP interface (see /openapi.json).

/** An API error: code, message, advice and invalid fields. */
class Fault extends Error {
  constructor(status, { code, message, advice, faults = [] }) {
    super(message);
    Object.assign(this, { status, code, advice, faults });
  }
}

/** A network error: no response arrived. */
export class Unreachable extends Error {}

/** Sends a request and returns content, headers and status; throws on an error response. */
export async function call(method, path, { json, body = JSON.stringify(json), headers } = {}) {
  const answer = await fetch(path, {
    method, body, cache: "no-store",
    headers: { "Accept-Language": document.documentElement.lang, ...json && { "Content-Type": "application/json" },
      ...headers },
  }).catch(() => { throw new Unreachable(path); });
  const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
  const content = isJSON ? await answer.json() : null;
  if (!answer.ok) {
    throw new Fault(answer.status, content ?? { code: "http", message: `HTTP ${answer.status}`, advice: "" });
  }
  return { content, headers: answer.headers, status: answer.status };
}

/** Returns the content of an address. */
export const get = async (path) => (await call("GET", path)).content;

/** Returns whether a flow is older than another one: responses may arrive out of order. */
export const isBefore = (journey, other) => journey?.journey_id === other?.journey_id
  && journey?.revision < other?.revision;

/** The newest known state of the flow and its ETag. */
let latest = null;
let tag = null;

async function journeyOf(answer) {
  const { content, headers } = await answer;
  if (!isBefore(content, latest)) [latest, tag] = [content, headers.get("ETag")];
  return content;
}

const here = () => (tag ? { "If-Match": tag } : {});

/** The newest sign-in request. It replaces the token of this browser, so a concurrent request
 * with the old token fails with 401. */
let signing = Promise.resolve();

const signs = (answer) => (signing = journeyOf(answer));

/** Returns the onboarding flow; null without a sign-in. */
export async function journey() {
  let asked;
  do {
    asked = signing;
    await asked.catch(() => {});
    try {
      return await journeyOf(call("GET", "/v1/me/journey"));
    } catch (error) {
      if (error.status !== 401) throw error;
    }
  } while (asked !== signing);
  return null;
}

export const signUp = () => signs(call("POST", "/v1/people"));
export const makeAccount = (json) => signs(call("POST", "/v1/accounts", { json }));
export const signIn = (json) => signs(call("POST", "/v1/sign-in", { json }));
export const changePassword = (json) => call("PUT", "/v1/me/password", { json });
export const resetPassword = (json) => call("POST", "/v1/password-reset", { json });
export const signIns = () => get("/v1/me/sign-ins");
export const endOtherSignIns = () => call("DELETE", "/v1/me/sign-ins");
export const signOut = () => call("DELETE", "/v1/sign-in");
export const erase = () => call("DELETE", "/v1/me");
export const profile = () => get("/v1/me/profile");
export const giveProfile = (json) => journeyOf(call("PUT", "/v1/me/profile", { json }));
export const baseline = () => getIfThere("/v1/me/baseline");
export const progress = () => getIfThere("/v1/me/progress");
export const sessions = () => get("/v1/me/sessions");
export const history = () => get("/v1/me/history");

/** Sends the consent; returns false when the server has signed the person out. */
export async function giveConsent(json) {
  return (await call("PUT", "/v1/me/consent", { json })).status === 200;
}

/** Sends an event of the flow. */
export const sendEvent = (event, more = {}) =>
  journeyOf(call("POST", "/v1/me/journey/events", { json: { event, ...more }, headers: here() }));

/** Uploads a recording. `state` holds the `If-Match` header, by default the newest known ETag.
 * The server recognises repeated bytes in any state. */
export const send = (take, state = here()) => call("POST", "/v1/me/recordings", {
  body: take.bytes, headers: { "Content-Type": "audio/wav", "Sagevoice-Place": take.place, ...take.headers, ...state },
});

/** Returns the localised findings of a session; null when there are none. */
export const findings = (session) => getIfThere(`/v1/me/sessions/${session}/findings`);

/** Returns the content of an address; null for the status of missing content. */
export async function getIfThere(path, missing = 404) {
  try {
    return await get(path);
  } catch (error) {
    if (error.status === missing) return null;
    throw error;
  }
}

/** Calls `heard` on updates of the flow; returns a function that closes the stream. */
export function follow(heard) {
  const source = new EventSource("/v1/me/updates");
  source.addEventListener("journey", heard);
  // Earlier events are not repeated on a new connection.
  source.addEventListener("open", heard);
  return () => source.close();
}
