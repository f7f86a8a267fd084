// Shows the current step of the onboarding flow. The server decides the next step; this page sends
// events and renders responses.

import { resetStep } from "./accounts.js";
import * as api from "./api.js";
import { explainerStep, signUpStep, userInfoStep } from "./forms.js";
import { button, h, loadTexts, say, sentence, t, wrong } from "./elements.js";
import { findingsOf, judgedStep } from "./judged.js";
import { leave, recordingStep } from "./recording.js";
import { completedStep, finalStep, ownData, recordings } from "./results.js";
import { Sender, placeOf } from "./sending.js";

const steps = [
  ["signup_method", "step_signup"], ["explainer", "step_explainer"], ["user_info_form", "step_form"],
  ["sustained_vowel_test", "step_vowel"], ["reading_prompt", "step_reading"],
  ["final_step", "step_final"], ["completed", "step_completed"],
];

/** The steps of a follow-up session. */
const followUpSteps = [...steps.slice(3, 5), ["final_step", "step_compared"], steps.at(-1)];

const content = document.getElementById("content");

/** Serialises view updates: concurrent ones may finish out of order. */
let turn = Promise.resolve();

function inTurn(act) {
  const done = turn.then(act);
  turn = done.catch(() => {});
  return done;
}

const app = {
  /** The state on display. */
  journey: null,
  place: "",
  sender: null,

  /** Whether a recording or playback is in progress. */
  isBusy: false,

  /** Whether the page shows that the server is unavailable. */
  isAway: false,

  /** Shows a flow and reports errors. */
  go(journey, remark = null) {
    return this.attempt(() => this.show(journey, remark));
  },

  /** Loads the flow and shows it. */
  refresh(remark = null) {
    return this.attempt(async () => this.show(await api.journey(), remark));
  },

  /** Shows a flow after the pending view updates. */
  show(journey, remark) {
    return inTurn(() => this.put(journey, remark));
  },

  /** Renders a flow unless the page shows a newer state. */
  async put(journey, remark) {
    if (api.isBefore(journey, this.journey)) return;
    this.isAway = false;
    this.isBusy = false;
    const step = journey?.step ?? "signup_method";
    listen(journey);
    const parts = [remark ? h("p", { class: "remark" }, remark) : null, ...(await view(journey, step))];
    if (journey && step !== "signup_method") {
      if (step === "completed") parts.push(await recordings(journey));
      parts.push(await ownData(this, journey));
    }
    content.replaceChildren(...parts.filter(Boolean));
    this.journey = journey;
    showSteps(journey, step);
    document.title = `${content.querySelector("h1").textContent} – sagevoice`;
    const place = placeKey(journey);
    if (place !== this.place) {
      content.querySelector("h1").focus();
      say(remark ?? "");
    }
    this.place = place;
  },

  /** Loads the flow and shows it if its position has changed. */
  async poll() {
    const now = await api.journey().catch(() => undefined);
    await this.attempt(() => inTurn(async () => {
      // A form in use is not replaced while the position is the same.
      if (now === undefined || placeKey(now) === placeKey(this.journey)) return;
      // Another tab at the same step does not interrupt a recording here.
      const isOpen = ["microphone", "recording"].includes(now?.phase);
      if (this.isBusy && isOpen && placeOf(now) === placeOf(this.journey)) return;
      await this.put(now, null);
    }));
  },

  /** Runs an action and shows its error. */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      if (["journey_moved", "not_signed_in"].includes(error.code)) {
        await this.refresh();
        return;
      }
      const isAway = error instanceof api.Unreachable || error.status === 503;
      if (isAway && !content.querySelector("h1")) {
        this.showAway(error);
        return;
      }
      const shownError = error instanceof api.Unreachable ? { message: t("offline") } : error;
      content.querySelector(".wrong.passing")?.remove();
      const shown = wrong(null, shownError);
      shown.classList.add("passing");
      content.prepend(shown);
    }
  },

  /** Shows the form of a reset link. */
  async showReset(token) {
    await leave();
    content.replaceChildren(...resetStep(this, token));
    document.title = `${t("reset_heading")} – sagevoice`;
    content.querySelector("h1").focus();
    this.place = "";
  },

  /** Shows that the server or its store is unavailable and retries every 5 s. */
  showAway(error) {
    const shownError = error.advice
      ? `${sentence(error.message)} ${sentence(error.advice)}` : t("offline");
    const heading = h("h1", { tabindex: -1 }, t("away_heading"));
    content.replaceChildren(heading, h("p", {}, shownError),
      h("div", { class: "row" }, button(t("try_again"), begin)));
    document.title = `${t("away_heading")} – sagevoice`;
    heading.focus();
    this.isAway = true;
    setTimeout(() => { if (this.isAway) void begin(); }, 5000);
  },

  /** Deletes the pending uploads in this browser. */
  async forget() { await this.sender.forget(); },
};

async function view(journey, step) {
  const phase = journey?.phase;
  const isRecording = ["sustained_vowel_test", "reading_prompt"].includes(step);
  const isJudged = ["quick", "comprehensive", "refused"].includes(phase);
  if (!isRecording) await leave();
  switch (step) {
    case "signup_method": return signUpStep(app);
    case "explainer": return explainerStep(app);
    case "user_info_form": return userInfoStep(app);
    case "final_step": return finalStep(app, journey);
    case "completed": return completedStep(app, journey);
    default: {
      const findings = await findingsOf(journey);
      return isJudged ? judgedStep(app, journey, findings) : recordingStep(app, journey, findings);
    }
  }
}

function showSteps(journey, current) {
  const isFollowUp = current === "completed"
    ? journey.follow_up.result : journey?.purpose === "follow_up";
  const shown = isFollowUp ? followUpSteps : steps;
  const here = shown.findIndex(([step]) => step === current);
  document.getElementById("steps").replaceChildren(...shown.map(([, key], place) => h("li", {
    "aria-current": place === here ? "step" : null, class: place < here ? "done" : null,
  }, t(key))));
}

let end = null;

/** Subscribes to updates of the flow, from the server or from another tab. */
function listen(journey) {
  if (!journey) {
    end?.();
    end = null;
    return;
  }
  end ??= api.follow(() => app.poll());
}

/** The key of the displayed position; a new key resets the focus. */
const placeKey = (journey) => [journey?.step, journey?.phase, placeOf(journey)].join(" ");

function showFrame() {
  document.getElementById("skip").textContent = t("skip_to_content");
  document.getElementById("steps-heading").textContent = t("steps_heading");
  document.getElementById("notice").textContent = t("notice");
  document.getElementById("language").textContent = t("other_language");
}

const languages = ["en", "de"];

async function speak(language) {
  await loadTexts(language);
  showFrame();
}

document.getElementById("language").addEventListener("click", async () => {
  const next = languages.find((language) => language !== document.documentElement.lang);
  localStorage.setItem("language", next);
  await speak(next);
  app.place = "";
  await (showsReset() || app.refresh());
});
window.addEventListener("hashchange", () => void showsReset());

window.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  void app.attempt(() => { throw event.reason; });
});

const wished = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
await speak(languages.includes(wished) ? wished : "en");
app.sender = new Sender(app);
// Registration fails for an untrusted certificate; the page then works online only.
navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});

/** Shows the form of a reset link if the URL contains a token; otherwise returns null. */
function showsReset() {
  const token = /^#reset=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  return token ? inTurn(() => app.showReset(token)) : null;
}

/** Starts the page: shows the flow, then sends the pending uploads. */
async function begin() {
  const reset = showsReset();
  if (reset) return reset;
  await app.attempt(async () => {
    const isWaiting = await Sender.isWaiting();
    let journey = await api.journey();
    // A reload ends a recording in progress; a finished recording is a pending upload.
    if (journey?.phase === "recording" && !isWaiting) journey = await api.sendEvent("resumed");
    await app.show(journey, null);
  });
  if (await Sender.isWaiting()) void app.attempt(() => app.sender.run());
  return undefined;
}

await begin();
