// Shows the step at which the journey is. The server knows it; this page asks, shows, and says what
// happened. Nothing here decides what comes next.

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

/** One view after the other: of two that are made at once, the one that is there last need not be the later one. */
let turn = Promise.resolve();

function inTurn(act) {
  const done = turn.then(act);
  turn = done.catch(() => {});
  return done;
}

const app = {
  /** What is shown. */
  journey: null,
  place: "",
  sender: null,

  /** Whether something is being recorded or listened to here. */
  isBusy: false,

  /** Whether nothing can be shown. */
  isAway: false,

  /** Shows a journey. */
  go(journey, remark = null) {
    return this.attempt(() => this.show(journey, remark));
  },

  /** Asks where the journey is, and shows it. */
  refresh(remark = null) {
    return this.attempt(async () => this.show(await api.journey(), remark));
  },

  /** Shows a journey once the view before it is there. */
  show(journey, remark) {
    return inTurn(() => this.put(journey, remark));
  },

  /** Puts a journey on the page, unless it shows a later state of it. */
  async put(journey, remark) {
    if (api.isBefore(journey, this.journey)) return;
    this.isAway = false;
    this.isBusy = false;
    const step = journey?.step ?? "signup_method";
    listen(journey);
    const parts = [remark ? h("p", { class: "remark" }, remark) : null, ...(await view(journey, step))];
    if (journey && step !== "signup_method") {
      if (step === "completed") parts.push(await recordings());
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

  /** Looks where the journey is, and shows it where that is somewhere else. */
  async look() {
    const now = await api.journey().catch(() => undefined);
    await this.attempt(() => inTurn(async () => {
      // A form that somebody fills in stays as it is while nothing else is asked for.
      if (now === undefined || placeKey(now) === placeKey(this.journey)) return;
      // What is being recorded here is not lost to another tab that looks at the same step.
      const isOpen = ["microphone", "recording"].includes(now?.phase);
      if (this.isBusy && isOpen && placeOf(now) === placeOf(this.journey)) return;
      await this.put(now, null);
    }));
  },

  /** Does something, and says what went wrong where it did. */
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
      const told = error instanceof api.Unreachable ? { message: t("offline") } : error;
      content.querySelector(".wrong.passing")?.remove();
      const shown = wrong(null, told);
      shown.classList.add("passing");
      content.prepend(shown);
    }
  },

  /** Shows the form of a link that sets a password. */
  async showReset(token) {
    await leave();
    content.replaceChildren(...resetStep(this, token));
    document.title = `${t("reset_heading")} – sagevoice`;
    content.querySelector("h1").focus();
    this.place = "";
  },

  /** Nothing can be shown but that the server, or its store, is away; what follows once it is there again. */
  showAway(error) {
    const told = error.advice ? sentence(`${error.message}; ${error.advice}`) : t("offline");
    const heading = h("h1", { tabindex: -1 }, t("away_heading"));
    content.replaceChildren(heading, h("p", {}, told),
      h("div", { class: "row" }, button(t("try_again"), begin)));
    document.title = `${t("away_heading")} – sagevoice`;
    heading.focus();
    this.isAway = true;
    setTimeout(() => { if (this.isAway) void begin(); }, 5000);
  },

  /** Forgets what this browser keeps of whoever it was. */
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

/** Hears of what happens while the server works, and of what another tab does. */
function listen(journey) {
  if (!journey) {
    end?.();
    end = null;
    return;
  }
  end ??= api.follow(() => app.look());
}

/** What is shown of a journey: another one of these is another page. */
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
// Without it the page needs the server to open, as over a certificate that the browser does not trust.
navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});

/** Shows the form for a new password where the address has the token of a link; nothing for other addresses. */
function showsReset() {
  const token = /^#reset=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  return token ? inTurn(() => app.showReset(token)) : null;
}

/** Shows where the journey is, once what waits was sent. */
async function begin() {
  const reset = showsReset();
  if (reset) return reset;
  await app.attempt(async () => {
    const isWaiting = await Sender.isWaiting();
    let journey = await api.journey();
    // A recording that was being made is lost with the page that made it; one that was made is not.
    if (journey?.phase === "recording" && !isWaiting) journey = await api.tell("resumed");
    await app.show(journey, null);
  });
  if (await Sender.isWaiting()) void app.attempt(() => app.sender.run());
  return undefined;
}

await begin();
