// The time and cost of an answer, from its headers. A deployed API sends none.

import { count, el } from "./dom.js";

function timings(answer) {
  const header = answer.headers.get("Server-Timing") ?? "";
  return Object.fromEntries([...header.matchAll(/(\w+);dur=([\d.]+)/g)].map(([, name, dur]) => [name, dur]));
}

/** `index-calls`, `table-calls`, `read-units` and others, as texts. */
function costOf(answer) {
  const pairs = (answer.headers.get("Pagemark-Cost") ?? "").split(",").map((pair) => pair.trim().split("="));
  return Object.fromEntries(pairs.filter(([, value]) => value));
}

const millis = (text) => `${Number(text) < 10 ? Number(text).toFixed(1) : count(Math.round(Number(text)))} ms`;

/** How long the API took to answer. */
export const timeOf = (answer) => millis(timings(answer).total ?? "0");

/** Calls and read units of the answer, of the index too: it has read units only in DynamoDB. Both 0 if nobody tells. */
export function spent(answer) {
  const cost = costOf(answer);
  const sum = (...names) => names.reduce((all, name) => all + Number(cost[name] ?? 0), 0);
  return { calls: sum("index-calls", "table-calls"), units: sum("index-read-units", "read-units") };
}

function units(cost) {
  const table = cost["read-units"] ?? "0";
  return cost["index-read-units"] ? `${cost["index-read-units"]} index, ${table} table` : table;
}

/** Pairs of a name and a value, in a list; null if nobody tells. */
export function costs(answer) {
  const time = timings(answer);
  const cost = costOf(answer);
  const pairs = {
    "Answered in": timeOf(answer),
    Index: millis(time.index),
    Table: millis(time.table),
    Plan: cost.plan ?? "none",
    Calls: `${cost["index-calls"] ?? 0} index, ${cost["table-calls"] ?? 0} table`,
    "Read units": units(cost),
  };
  return time.total
    ? el("dl", { class: "pairs row" }, Object.entries(pairs).map(([name, value]) => el("div", { class: "pair" }, el("dt", {}, name), el("dd", {}, value))))
    : null;
}
