// The time and cost of an answer, from its headers, with the ways to get the same by code.

import { copyMenu } from "./code.js";
import { count, el, fill } from "./dom.js";

function timings(header) {
  return Object.fromEntries([...(header ?? "").matchAll(/(\w+);dur=([\d.]+)/g)].map(([, name, dur]) => [name, dur]));
}

/** `index-calls`, `table-calls`, `read-units` and others, as texts. */
export function costOf(answer) {
  const pairs = (answer.headers.get("Pagemark-Cost") ?? "").split(",").map((pair) => pair.trim().split("="));
  return Object.fromEntries(pairs.filter(([, value]) => value));
}

const millis = (text) => `${Number(text) < 10 ? Number(text).toFixed(1) : count(Math.round(Number(text)))} ms`;

/** How long the API took to answer. */
export const timeOf = (answer) => millis(timings(answer.headers.get("Server-Timing")).total ?? "0");

/** The index has read units of its own only in DynamoDB. */
function units(cost) {
  const table = cost["read-units"] ?? "0";
  return cost["index-read-units"] ? `${cost["index-read-units"]} index, ${table} table` : table;
}

/** @param more whether a phone leaves it out */
function pair(name, value, more = false) {
  return el("div", { class: more ? "pair more" : "pair" }, el("dt", {}, name), el("dd", {}, value));
}

/** @param answer null to show nothing, in as much space */
export function showCost(region, context, answer) {
  const time = timings(answer?.headers.get("Server-Timing"));
  if (!time.total) {
    fill(region, answer ? copyMenu(context) : null);
    return;
  }
  const cost = costOf(answer);
  const { self } = answer.links;
  fill(region,
    el("dl", { class: "pairs" },
      pair("Answered in", millis(time.total)),
      pair("Index", millis(time.index), true),
      pair("Table", millis(time.table), true),
      pair("Plan", cost.plan ?? "none", true),
      pair("Calls", `${cost["index-calls"] ?? 0} index, ${cost["table-calls"] ?? 0} table`),
      pair("Read units", units(cost))),
    el("p", { class: "same" },
      self.startsWith("/") && !self.startsWith("//") ? el("a", { class: "json", href: self }, "The same as JSON") : null,
      copyMenu(context)));
}
