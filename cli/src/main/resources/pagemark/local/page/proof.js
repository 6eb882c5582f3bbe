// The proof: what DynamoDB alone needs for this page, beside what Pagemark took. Before a race the one is calculated, and the
// least there can be; a race measures both.

import { costOf, timeOf } from "./cost.js";
import { count, counted, el, fill } from "./dom.js";
import { apiPath } from "./state.js";

/** The most calls and read units that the stack lets a walk take. */
const CALLS_MAX = 100;
const UNITS_MAX = 300;

let racing = new AbortController();

const short = (number) => count(Math.round(number * 10) / 10);
const told = ({ calls, units }, before = "") => `${before}${counted(calls, "call", "calls")}, ${short(units)} read ${units === 1 ? "unit" : "units"}`;

/** Calls and read units of the answer, of the index too: it has read units only in DynamoDB. */
function ofAnswer(answer) {
  const cost = costOf(answer);
  const sum = (...names) => names.reduce((all, name) => all + Number(cost[name] ?? 0), 0);
  return { calls: sum("index-calls", "table-calls"), units: sum("index-read-units", "read-units") };
}

const isFiltered = ({ filters }) => Object.values(filters).some((values) => values.length);

/** How many items there are up to the page's last one; NaN if nobody knows. A page at a cursor has no number, but a place. */
const itemsTo = ({ page, items }) => (page.number ? (page.number - 1) * page.size : page.skip ?? NaN) + items.length;

const numberOf = (answer) => answer.page.number ?? Math.ceil(itemsTo(answer) / answer.page.size);

/** The least: a Query for each page, of half a read unit at least, as it is eventually consistent. */
const least = (answer) => ({ calls: numberOf(answer), units: numberOf(answer) / 2 });

/** What a walk will have taken at the page, from what it took until it was cut. */
function whole({ calls, units, found }, answer) {
  const share = itemsTo(answer) / found;
  return { calls: Math.ceil(calls * share), units: units * share };
}

function lane(name) {
  const bar = el("span", { class: "lane-bar" });
  const text = el("span", { class: "lane-told" });
  const row = el("div", { class: "lane" },
    el("dt", {}, name),
    el("dd", {}, el("span", { class: "lane-track", "aria-hidden": "true" }, bar), text));
  return {
    row,
    show(words, calls, most) {
      text.textContent = words;
      bar.style.inlineSize = `${Math.min(100, (100 * calls) / Math.max(most, 1))}%`;
    },
  };
}

/** Why nothing can be raced; null if it can. */
function unraced({ listing }) {
  return { scan: "No key has this order: DynamoDB alone would read the whole table, and sort it.",
    merge: "DynamoDB alone would read several partitions side by side, and merge them." }[listing.alone] ?? null;
}

function calculated({ listing, state }, answer) {
  if (unraced({ listing })) {
    return unraced({ listing });
  }
  if (isFiltered(state)) {
    return "Calculated. DynamoDB alone also reads what does not match: a race counts it.";
  }
  return numberOf(answer) === 1
    ? `DynamoDB alone reads page 1 as fast, but cannot say that there are ${count(answer.page.totalPages)}.`
    : "Calculated: one Query after another from page 1 on, each of half a read unit at least.";
}

const ENDS = { calls: `${CALLS_MAX} calls`, time: "10 seconds", units: `${UNITS_MAX} read units` };

function measured(answer, walk, own) {
  const cut = ENDS[walk.end] && `Measured for ${ENDS[walk.end]}, ${walk.found ? "the rest calculated" : "which met no item that matches"}.`;
  return `${cut ?? "Measured."} DynamoDB alone read ${counted(walk.read, "item", "items")} in ${count(walk.millis)} ms, ` +
    `Pagemark ${count(answer.items.length)} in ${timeOf(own)}. Both read eventually consistently.`;
}

function show(lanes, words, calls, own) {
  const most = Math.max(calls, own.calls);
  lanes.alone.show(words, calls, most);
  lanes.pagemark.show(told(own), own.calls, most);
}

/** Runs both at once: the walk of DynamoDB alone, and the same page again. */
async function run(state, answer, lanes, ask, race) {
  const { signal } = racing;
  const most = Math.max(least(answer).calls, 2);
  lanes.alone.show("…", 0, most);
  lanes.pagemark.show("…", 0, most);
  const again = ask(apiPath(state, false), signal).then((own) => {
    const took = ofAnswer(own);
    lanes.pagemark.show(told(took), took.calls, most);
    return own;
  });
  const question = { ...state, size: answer.page.size, items: itemsTo(answer) };
  const walked = race(question, (step) => lanes.alone.show(told(step), step.calls, Math.max(most, step.calls)), signal);
  const [walk, own] = await Promise.all([walked, again]);
  const isCut = Boolean(ENDS[walk.end]);
  const all = isCut && walk.found ? whole(walk, answer) : walk;
  show(lanes, told(all, isCut ? (walk.found ? "about " : "over ") : ""), all.calls, ofAnswer(own));
  return measured(answer, walk, own);
}

/**
 * @param answer null to show nothing
 * @param ask requests a path of the API; @param race walks as DynamoDB alone; null if nobody can
 */
export function showProof(region, context, answer, { ask, race }) {
  racing.abort();
  racing = new AbortController();
  const { signal } = racing;
  const own = answer && ofAnswer(answer);
  if (!own?.calls || !numberOf(answer) || !answer.items.length) {
    fill(region);
    return;
  }
  const lanes = { alone: lane("DynamoDB alone"), pagemark: lane("Pagemark") };
  const how = el("p", { class: "proof-how", role: "status" }, calculated(context, answer));
  const isSingle = !unraced(context);
  const calculate = () => show(lanes, isSingle ? told(least(answer), "at least ") : "no Query for this", isSingle ? least(answer).calls : 0, own);
  calculate();
  let isRunning = false;
  const start = async () => {
    if (isRunning) {
      return;
    }
    isRunning = true;
    how.textContent = "Both read now…";
    try {
      how.textContent = await run(context.state, answer, lanes, ask, race);
    } catch (error) {
      calculate();
      how.textContent = signal.aborted ? "" : `No race: ${error.message}.`;
    }
    isRunning = false;
  };
  const isTried = context.listing.readOnly;
  const button = el("button", { class: "button", type: "button", "data-key": "race", onclick: start },
    isTried ? `Race, for at most ${UNITS_MAX} read units` : "Race");
  fill(region,
    el("p", { class: "proof-page" }, `Page ${count(numberOf(answer))} of ${count(answer.page.totalPages)}`),
    race && isSingle ? button : null,
    el("dl", { class: "lanes" }, lanes.alone.row, lanes.pagemark.row),
    how);
}
