// Sends takes until each was acknowledged: at once, and else again and again, also when the page is opened
// another time. One tab sends at a time; the same bytes twice are one recording to the server.

import * as api from "./api.js";
import { button, h, number, say, t } from "./elements.js";
import * as takes from "./takes.js";

/** Whether it may be another matter in a moment. */
const isPassing = (error) => error instanceof api.Unreachable || error.status === 429
  || error.status >= 500 || ["body_broken", "digest_differs"].includes(error.code);

/** One after the other, in whichever tab. */
const exclusive = (act) => (navigator.locks ? navigator.locks.request("takes", act) : act());

/** Which recording is asked for: a take is one of these, and no other. */
export function placeOf(journey) {
  const { task, take, attempt } = journey?.request ?? {};
  return [journey?.journey_id, journey?.round, task, take, attempt].join(" ");
}

/** Hands a take over. A server whose store is away keeps it, and is asked again what became of it. */
async function hand(take, state) {
  const { status } = await api.send(take, state);
  if (status !== 202) return;
  if (!take.isKept) await takes.change({ ...take, isKept: true });
  throw new api.Unreachable("the store is away");
}

/** Sends a take where its journey asks for it. Where it does not, the server says whether it has these bytes. */
async function send(take) {
  for (let look = 0; look < 5; look += 1) {
    let journey;
    try {
      journey = await api.journey();
    } catch (error) {
      if (error.code !== "busy" || take.isKept) throw error;
      await hand(take, {});
      return "acknowledged";
    }
    if (!journey) return "nobody";
    if (journey.journey_id !== take.journey) return "foreign";
    const isGranted = journey.phase === "recording";
    const isAsked = placeOf(journey) === take.place
      && (isGranted || journey.phase?.startsWith("microphone"));
    try {
      if (isAsked && !isGranted) {
        // It had been granted when this was recorded.
        await api.tell("microphone", { answer: "granted" });
        continue;
      }
      await hand(take, isAsked ? undefined : { "If-Match": "\"nowhere\"" });
      return "acknowledged";
    } catch (error) {
      if (error.code !== "journey_moved") throw error;
      if (!isAsked) return "superseded";
    }
  }
  throw new api.Unreachable("the journey does not stand still");
}

/** What waits, and the banner that says so. */
export class Sender {
  #app;
  #run = null;
  #nudge = () => {};
  #shown = null;
  #banner = document.getElementById("waiting");

  constructor(app) {
    this.#app = app;
    window.addEventListener("online", () => this.#nudge());
  }

  /** Keeps a take, and sends it. */
  async take(take) {
    await takes.keep(take);
    await this.run();
  }

  /** Whether something waits. */
  static async isWaiting() { return (await takes.all()).length > 0; }

  /** Sends until nothing is left. */
  run() {
    this.#run ??= this.#sendAll().finally(() => { this.#run = null; });
    return this.#run;
  }

  /** Lets go of everything. */
  async forget() {
    await takes.clear();
    this.#nudge();
  }

  async #sendAll() {
    let remark = null;
    try {
      for (let pause = 1; (await takes.all()).length > 0; pause = Math.min(30, 2 * pause)) {
        try {
          remark = await exclusive(() => this.#deliver());
          if (remark === "nobody") {
            await this.#show();
            return;
          }
        } catch (error) {
          if (!isPassing(error)) throw error;
          await this.#show();
          await this.#wait(pause);
        }
      }
    } catch (error) {
      this.#hide();
      throw error;
    }
    this.#hide();
    await this.#app.refresh(remark);
  }

  /** Sends what there is; the remark that is to be made of it. */
  async #deliver() {
    let remark = null;
    for (const take of await takes.all()) {
      let outcome;
      try {
        outcome = await send(take);
      } catch (error) {
        // What will never be taken is not sent again.
        if (!isPassing(error)) await takes.remove(take);
        throw error;
      }
      if (outcome === "nobody") return outcome;
      await takes.remove(take);
      if (outcome === "superseded") remark = t("waiting_superseded");
    }
    return remark;
  }

  async #show() {
    const waiting = await takes.all();
    // Those that the server keeps go on whether this page is open or not.
    const isKept = waiting.every((take) => take.isKept);
    const shown = `${waiting.length} ${isKept}`;
    if (waiting.length === 0 || this.#shown === shown) return;
    this.#shown = shown;
    for (const passing of document.querySelectorAll(".sending")) passing.remove();
    const said = t(isKept ? "waiting_at_server" : "waiting", number(waiting.length));
    this.#banner.replaceChildren(
      h("p", {}, said),
      h("p", { class: "quiet" }, t(isKept ? "waiting_at_server_kept" : "waiting_kept")),
      h("div", { class: "row" },
        button(t(isKept ? "waiting_look" : "waiting_now"), async () => {
          this.#nudge();
          void this.run();
        }, "second"),
        isKept ? null : button(t("waiting_discard"), async () => {
          await this.forget();
          this.#hide();
        }, "grave")));
    this.#banner.hidden = false;
    say(said);
  }

  #hide() {
    this.#shown = null;
    this.#banner.hidden = true;
  }

  #wait(seconds) {
    return new Promise((done) => {
      this.#nudge = done;
      setTimeout(done, 1000 * seconds);
    });
  }
}
