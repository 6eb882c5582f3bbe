// How the stack is, as long as somebody can see the page: whether it answers, whether its index follows the table, warnings.

import { byId, capital } from "./dom.js";

const PAUSE_MILLIS = 1000;
const ANSWER_MILLIS = 10_000; // one that has ended refuses at once; one that is only busy may take a while

let hasStopped = false;

function tell(told) {
  const { waiting, warnings = [] } = told ?? {};
  const waits = waiting ? `The index does not follow the table since ${waiting.since} and retries: ${waiting.reason}` : "";
  byId("stream").textContent = told ? waits : "The stack has stopped answering. What you see may be old. The page goes on by itself when it is back.";
  byId("warnings").textContent = warnings.map((warning) => `${capital(warning)}.`).join(" ");
}

/** @param back called when a stack that had stopped answers again */
async function look(health, back) {
  const told = await health(AbortSignal.timeout(ANSWER_MILLIS)).catch(() => null);
  tell(told);
  if (told && hasStopped) {
    back();
  }
  hasStopped = !told;
}

/** @param health asks how the stack is; null if nobody tells */
export async function watchHealth(health, back) {
  if (!health) {
    return;
  }
  for (;;) {
    if (document.visibilityState === "visible") {
      await look(health, back);
    }
    await new Promise((done) => setTimeout(done, PAUSE_MILLIS));
  }
}
