// The time and cost of an answer, from its headers.

import { el, fill } from "./dom.js";

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

function pair(name, value) {
  return el("div", { class: "pair" }, el("dt", {}, name), el("dd", {}, value));
}

/** @param self the API's path of this answer */
export function showCost(region, headers, self) {
  const time = timings(headers?.get("Server-Timing"));
  const cost = costs(headers?.get("Pagemark-Cost"));
  region.hidden = !time.total;
  if (!time.total) {
    fill(region);
    return;
  }
  fill(region,
    el("dl", { class: "pairs" },
      pair("Answered in", millis(time.total)),
      pair("Index", millis(time.index)),
      pair("Table", millis(time.table)),
      pair("Plan", cost.plan ?? "none"),
      pair("Calls", `${cost["index-calls"] ?? 0} index, ${cost["table-calls"] ?? 0} table`),
      pair("Read units", units(cost))),
    self?.startsWith("/") && !self.startsWith("//") ? el("a", { class: "json", href: self }, "The same as JSON") : null);
}
