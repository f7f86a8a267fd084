// The server's interface: see /openapi.json.

/** A fault of the interface: a code, a message, advice, and the fields at fault. */
export class Fault extends Error {
  constructor(status, body) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.advice = body.advice;
    this.faults = body.faults ?? [];
  }
}

/** No answer came. */
export class Unreachable extends Error {}

/** Asks the server for something; what it says, with headers and status. */
export async function call(method, path, { json, body, headers = {} } = {}) {
  const told = { "Accept-Language": document.documentElement.lang, ...headers };
  if (json !== undefined) told["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method, headers: told, cache: "no-store", credentials: "same-origin",
      body: json === undefined ? body : JSON.stringify(json),
    });
  } catch {
    throw new Unreachable(path);
  }
  const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
  const content = isJSON ? await answer.json() : null;
  if (!answer.ok) {
    throw new Fault(answer.status,
      content ?? { code: "http", message: `HTTP ${answer.status}`, advice: "" });
  }
  return { content, headers: answer.headers, status: answer.status };
}

/** Whether a journey has gone on to another state since: answers may overtake each other. */
export const isBefore = (journey, other) => journey?.journey_id === other?.journey_id
  && journey?.revision < other?.revision;

/** Where the journey was, as far as the page has heard, and the name of that state. */
let latest = null;
let tag = null;

async function journeyOf(answer) {
  const { content, headers } = await answer;
  if (!isBefore(content, latest)) {
    latest = content;
    tag = headers.get("ETag");
  }
  return content;
}

const here = () => (tag ? { "If-Match": tag } : {});

/** The last sign-in here. With it the server knows this browser by another token, and of who asked with the one of
    before it says that they are not signed in. */
let signing = Promise.resolve();

function signs(answer) {
  signing = journeyOf(answer);
  return signing;
}

/** The journey; null where nobody is signed in. */
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
export const signIns = async () => (await call("GET", "/v1/me/sign-ins")).content;
export const endOtherSignIns = () => call("DELETE", "/v1/me/sign-ins");
export const signOut = () => call("DELETE", "/v1/sign-in");
export const erase = () => call("DELETE", "/v1/me");
export const profile = async () => (await call("GET", "/v1/me/profile")).content;
export const giveProfile = (json) => journeyOf(call("PUT", "/v1/me/profile", { json }));
export const baseline = () => ifThere(call("GET", "/v1/me/baseline"));
export const progress = () => ifThere(call("GET", "/v1/me/progress"));
export const sessions = async () => (await call("GET", "/v1/me/sessions")).content;
export const history = async () => (await call("GET", "/v1/me/history")).content;

/** Says what was agreed to; whether the person is still one of ours. */
export async function giveConsent(json) {
  return (await call("PUT", "/v1/me/consent", { json })).status === 200;
}

/** Says that something happened where the journey is. */
export const tell = (event, more = {}) =>
  journeyOf(call("POST", "/v1/me/journey/events", { json: { event, ...more }, headers: here() }));

/** Sends a take where its recording is asked for; to a state of the journey, and else to the one that was last heard
    of. The same bytes again are the same recording, whatever the state. */
export const send = (take, state = here()) => call("POST", "/v1/me/recordings", {
  body: take.bytes,
  headers: { "Content-Type": "audio/wav", "Sagevoice-Place": take.place, ...take.headers, ...state },
});

/** What was found of a recording, in words. */
export const findings = (session) => ifThere(call("GET", `/v1/me/sessions/${session}/findings`));

async function ifThere(answer) {
  try {
    return (await answer).content;
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

/** Calls whenever something may have happened on the journey; gives back what ends it. */
export function follow(heard) {
  const source = new EventSource("/v1/me/updates");
  source.addEventListener("journey", heard);
  // What happened before the connection was there is not told again.
  source.addEventListener("open", heard);
  return () => source.close();
}
