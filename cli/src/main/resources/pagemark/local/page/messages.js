// Messages in place of items: the group is empty, no group is known, or a request failed.

import { Problem } from "./client.js";
import { capital, count, el, fill, go } from "./dom.js";
import { isWindowed, query, restarted, UNWINDOWED } from "./state.js";

const TITLES = { 0: "No answer", 400: "That does not fit", 404: "Nothing there", 503: "Not right now" };

/** Any failure as a problem with a message. */
export const words = (error) => (error instanceof Problem ? error : new Problem(0, { detail: error.message }));

/** What is wrong with a value in the address, by the API's parameter. */
const UNFIT = {
  page: (value) => `"${value}" is no page: pages are numbers from 1 on`,
  size: (value) => `A page cannot have "${value}" items: choose another size below`,
  order: (value) => `"${value}" is no order: choose one below`,
  sort: (value) => `"${value}" is no way to sort this list: choose one below`,
  at: (value, allowed) => `There is no jump to "${value}": it takes ${allowed}`,
  from: (value, allowed) => `The window cannot begin at "${value}": that takes ${allowed}`,
  to: (value, allowed) => `The window cannot end before "${value}": that takes ${allowed.replace("that of from", "its beginning")}`,
  prefix: (value, allowed) => `Nothing begins with "${value}": that takes ${allowed}`,
  during: (value, allowed) => `"${value}" is no such time: it takes ${allowed}`,
  zone: (value, allowed) => `"${value}" is no time zone: it takes ${allowed}`,
  group: (value, allowed) => `"${value}" names no group: a name is ${allowed}`,
  cursor: () => "This address leads to a place of an earlier visit, which is not known any more",
};

/** The message in words of the page; the API's own if it speaks of nothing that the page has. */
function explained(state, problem) {
  const { parameter, value = "", allowed = "" } = problem.body;
  if (problem.lastPage && state?.page) {
    return `There is no page ${count(Number(state.page))}: pages are 1 to ${count(problem.lastPage)}`;
  }
  if (state?.filters[parameter]) {
    return allowed.startsWith("one or more")
      ? `${capital(parameter)} has no value "${value}": choose among the values at the side`
      : `${capital(parameter)} cannot be "${value}" here: choose ${allowed}`;
  }
  if (problem.status === 0 && problem.message.startsWith("no answer")) {
    return "Nothing answers. Is the server still running?";
  }
  return UNFIT[parameter]?.(value, allowed) ?? problem.message;
}

const sentence = (text) => `${capital(text)}${/[.?!]$/.test(text) ? "" : "."}`;

/** Links that lead out of a problem. */
function ways(state, problem, again) {
  const unnarrowed = { ...UNWINDOWED, filters: {}, size: null, sort: null, order: null };
  const isNarrowed = isWindowed(state) || state.size || state.sort || state.order || Object.keys(state.filters).length;
  return [
    problem.lastPage
      ? go(query(restarted(state, { page: String(problem.lastPage) })), { class: "button" }, `Go to the last page, ${count(problem.lastPage)}`)
      : null,
    problem.status === 0 || problem.status >= 500
      ? el("button", { class: "button", type: "button", onclick: again }, "Try again")
      : null,
    go(query(restarted(state)), { class: "button" }, "Start at page 1"),
    isNarrowed && problem.status === 400
      ? go(query(restarted(state, unnarrowed)), { class: "button" }, "Without filters, window, order and size")
      : null,
  ];
}

/** @param state null if the listings are not known; @param again repeats the request */
export function showProblem(region, state, problem, again) {
  fill(region, el("div", { class: "message problem panel" },
    el("h3", {}, TITLES[problem.status] ?? "Something went wrong"),
    el("p", {}, sentence(explained(state, problem))),
    problem.status === 503
      ? el("p", {}, "Meanwhile the first page, and the pages that follow it, come straight from the table.")
      : null,
    state ? el("p", { class: "ways row" }, ways(state, problem, again)) : null));
}

function showMessage(list, title, text, way) {
  fill(list, el("li", { class: "message panel" }, el("h3", {}, title), el("p", {}, text), way ? el("p", { class: "ways row" }, way) : null));
}

export function showEmpty(list, state) {
  if (isWindowed(state) || Object.values(state.filters).some((values) => values.length)) {
    showMessage(list, "No item matches", "No item of this group has these values, or lies in this window.",
      go(query(restarted(state, { ...UNWINDOWED, filters: {} })), { class: "button" }, "Clear filters"));
  } else {
    showMessage(list, "This group is empty", "Write an item to the table: the index follows.");
  }
}

/** @param listings all there are */
export function showNoListing(region, name, listings) {
  fill(region, el("div", { class: "message problem panel" },
    el("h3", {}, "Nothing there"),
    el("p", {}, `There is no listing "${name}".`),
    el("p", { class: "ways row" }, listings.map((each) => go(`?listing=${encodeURIComponent(each.name)}`, { class: "button" }, each.name)))));
}

export function showNoGroup(list) {
  showMessage(list, "No group yet", "The index has no groups that are known here. Name one above, or add an item.");
}
