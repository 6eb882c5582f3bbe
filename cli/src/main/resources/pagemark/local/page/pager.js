// The pager: first, previous, numbers around the current page, next, last, and "go to page". Every part keeps its place from
// page to page: there are always as many slots for numbers, of one width.

import { count, el, fill, go } from "./dom.js";
import { query, restarted } from "./state.js";

/** 1, a gap (null), the numbers around `current`, a gap, the last one: all pages, or always 2 * around + 5 slots. */
export function slots(current, last, around) {
  const many = 2 * around + 5;
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (last <= many) {
    return range(1, last);
  }
  if (current <= around + 3) {
    return [...range(1, many - 2), null, last];
  }
  if (current >= last - around - 2) {
    return [1, null, ...range(last - many + 3, last)];
  }
  return [1, null, ...range(current - around, current + around), null, last];
}

/** How many numbers stand on each side of the current one: fewer on a phone, and if they are long. */
function around(last) {
  if (!matchMedia("(max-width: 40rem)").matches) {
    return 2;
  }
  return last < 1000 ? 1 : 0;
}

function step(label, key, target, rel) {
  return target
    ? go(query(target), { class: "step", "data-key": key, rel }, label)
    : el("span", { class: "step off", "data-key": key, "aria-hidden": "true" }, label);
}

function numberItem(number, current, at) {
  if (number === null) {
    return el("li", { class: "gap", "aria-hidden": "true" }, "…");
  }
  return el("li", {}, go(query(at(number)), {
    class: "number",
    "data-key": `page-${number}`,
    "aria-label": `Page ${count(number)}`,
    "aria-current": number === current ? "page" : null,
  }, count(number)));
}

function goTo(state, last, follow) {
  const input = el("input", {
    name: "page", inputmode: "numeric", autocomplete: "off", size: 5, placeholder: "page", "data-key": "go-to", "aria-describedby": "go-to-problem",
  });
  const problem = el("span", { id: "go-to-problem", class: "go-to-problem", role: "alert" });
  const submit = (event) => {
    event.preventDefault();
    const wanted = input.value.trim().replaceAll(",", "");
    const valid = /^[0-9]{1,15}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= last;
    problem.textContent = valid || !wanted ? "" : `Pages are 1 to ${count(last)}.`;
    input.setAttribute("aria-invalid", String(Boolean(wanted) && !valid));
    if (wanted && valid) {
      follow(restarted(state, { page: String(Number(wanted)) }));
    }
  };
  return el("form", { class: "go-to", novalidate: true, onsubmit: submit },
    el("label", { class: "field inline" }, el("span", { class: "wide" }, "Go to page"), input),
    el("button", { class: "button", "aria-label": `Go to this page, of ${count(last)}` }, "Go"),
    problem);
}

/** The pager with page numbers, if the total is known. */
function numbered(nav, state, { number: current, totalPages: last }, follow) {
  const at = (number) => restarted(state, { page: number === 1 ? null : String(number) });
  const numbers = el("ol", { class: "numbers" }, slots(current ?? 1, last, around(last)).map((number) => numberItem(number, current, at)));
  numbers.style.setProperty("--chars", String(count(last).length));
  fill(nav,
    el("div", { class: "steps back" },
      step("First", "first", current > 1 && at(1), "first"),
      step("Previous", "prev", current > 1 && at(current - 1), "prev")),
    numbers,
    el("div", { class: "steps on" },
      step("Next", "next", current && current < last && at(current + 1), "next"),
      step("Last", "last", current !== last && at(last), "last")),
    last > 1 ? goTo(state, last, follow) : null);
}

/** The pager with cursors, if no total is known or the page has no number. */
function chained(nav, state, cursors) {
  const at = (cursor) => cursor && restarted(state, { cursor });
  fill(nav,
    el("div", { class: "steps back" },
      step("First", "first", (state.cursor || state.page) && restarted(state), "first"),
      step("Previous", "prev", at(cursors?.before), "prev")),
    el("div", { class: "steps on" }, step("Next", "next", at(cursors?.after), "next")));
}

/**
 * @param answer the page, or what is known of it after a failure: `{ page: { number, totalPages } }`; null if it is nothing
 * @param follow goes to a state
 */
export function showPager(nav, state, answer, follow) {
  nav.title = "Keys: ← or k for the previous page, → or j for the next";
  if (!answer || answer.page.totalPages === 0) {
    fill(nav);
  } else if (answer.page.totalPages === null || (answer.page.number === null && answer.cursors)) {
    chained(nav, state, answer.cursors);
  } else {
    numbered(nav, state, answer.page, follow);
  }
}

const STEPS = { ArrowLeft: "prev", k: "prev", ArrowRight: "next", j: "next" };

/** Follows previous and next by keys, unless someone types, scrolls a table or has a dialog open. */
export function listenToKeys(nav) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("textarea, select, dialog, input:not([type=checkbox])");
    const scrolling = event.key.startsWith("Arrow") && event.target.closest(".scroller.wide");
    const key = STEPS[event.key];
    if (key && !typing && !scrolling && !event.metaKey && !event.ctrlKey && !event.altKey && !event.shiftKey) {
      nav.querySelector(`a[data-key=${key}]`)?.click();
    }
  });
}
