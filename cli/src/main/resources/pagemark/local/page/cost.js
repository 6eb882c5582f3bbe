// The time and cost of an answer, from its headers, and what DynamoDB alone would have needed.

import { count, el, fill } from "./dom.js";

function timings(header) {
  return Object.fromEntries([...(header ?? "").matchAll(/(\w+);dur=([\d.]+)/g)].map(([, name, dur]) => [name, dur]));
}

function costs(header) {
  return Object.fromEntries((header ?? "").split(",").map((pair) => pair.trim().split("=")).filter(([, value]) => value));
}

const millis = (text) => `${Number(text) < 10 ? Number(text).toFixed(1) : Math.round(Number(text))} ms`;

/** The index has read units of its own only in DynamoDB. */
function units(cost) {
  const table = cost["read-units"] ?? "0";
  return cost["index-read-units"] ? `${cost["index-read-units"]} index, ${table} table` : table;
}

/** @param more whether a phone leaves it out */
function pair(name, value, more = false) {
  return el("div", { class: more ? "pair more" : "pair" }, el("dt", {}, name), el("dd", {}, value));
}

/**
 * How DynamoDB alone reaches the page: from one LastEvaluatedKey to the next, so every page before it is read too. With filters
 * it also reads what does not match, which nobody has counted.
 */
function alone({ page }, state, cost) {
  if (!page.number || !page.totalPages) {
    return null;
  }
  if (page.number === 1) {
    return `DynamoDB alone reads page 1 as fast, but cannot say that there are ${count(page.totalPages)}.`;
  }
  const least = Object.values(state.filters).some((values) => values.length) ? "at least " : "";
  const items = Math.min(page.number * page.size, page.totalItems);
  const read = Math.round(Number(cost["read-units"] ?? 0) * page.number * 10) / 10;
  return `DynamoDB alone: ${least}${count(page.number)} calls, one after another, for ${count(items)} items; ` +
    `${count(read)} read units if all cost as much as this page.`;
}

/** @param answer null to show nothing, in as much space */
export function showCost(region, state, answer) {
  const time = timings(answer?.headers.get("Server-Timing"));
  const cost = costs(answer?.headers.get("Pagemark-Cost"));
  if (!time.total) {
    fill(region);
    return;
  }
  const { self } = answer.links;
  fill(region,
    el("dl", { class: "pairs" },
      pair("Answered in", millis(time.total)),
      pair("Index", millis(time.index), true),
      pair("Table", millis(time.table), true),
      pair("Plan", cost.plan ?? "none", true),
      pair("Calls", `${cost["index-calls"] ?? 0} index, ${cost["table-calls"] ?? 0} table`),
      pair("Read units", units(cost))),
    self.startsWith("/") && !self.startsWith("//") ? el("a", { class: "json", href: self }, "The same as JSON") : null,
    el("p", { class: "alone" }, alone(answer, state, cost)));
}
