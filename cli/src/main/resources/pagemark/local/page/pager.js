// The pager: first, previous, numbers around the current page, next, last, and "go to page". Every part keeps its place from
// page to page: there are always as many slots for numbers, of one width. The fewer fit into its line, the fewer there are.

import { count, el, fill, go } from "./dom.js";
import { placed } from "./place.js";
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

/** From the most that a pager shows to the least: numbers on each side of the current one, null for none; and what it leaves away. */
const FORMS = [
  { around: 2 },
  { around: 2, brief: true },
  { around: 1, brief: true },
  { around: 1, brief: true, endless: true },
  { around: 0, brief: true, endless: true },
  { around: null, brief: true },
];

let fitted = null; // the last form that was right: for which width and last page
let again = () => {};

const widths = new ResizeObserver(([{ target }]) => {
  if (fitted && target.clientWidth !== fitted.width) {
    again();
  }
});

/** Whether every part lies within the pager's own line, or on a phone in its two. */
function fits(nav) {
  const { left, right } = nav.getBoundingClientRect();
  const parts = [...nav.querySelectorAll(".step, li, .place, .go-to > *")].map((part) => part.getBoundingClientRect()).filter((part) => part.width > 0);
  return parts.every((part) => part.left >= left && part.right <= right);
}

/** @param target a state; with a cursor that is not in its address, that is where it is read from */
function step(label, key, target, rel, cursor) {
  return target
    ? go(query(target), { class: "step", "data-key": key, rel, "data-cursor": cursor }, label)
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

function goTo(state, last, follow, brief) {
  const input = el("input", {
    name: "page", inputmode: "numeric", autocomplete: "off", size: 5, placeholder: "page", "data-key": "go-to", "aria-describedby": "go-to-problem",
  });
  const problem = el("span", { id: "go-to-problem", class: "go-to-problem panel", role: "alert" });
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
    el("label", { class: "field inline" }, el("span", { class: brief ? "unseen" : "wide" }, "Go to page"), input),
    el("button", { class: "button", "aria-label": `Go to this page, of ${count(last)}` }, "Go"),
    problem);
}

/**
 * Which pages of a numbered list lie beside the current one: states, or false if there is none. Previous and Next go by cursor if
 * there is one, so that whoever reads on sees each item once, even while items arrive.
 */
function beside({ number: current, from, totalPages: last }, cursors, at) {
  const isFirst = cursors?.after || cursors?.before ? !cursors.before : current === 1;
  const isLast = cursors?.after || cursors?.before ? !cursors.after : current === last;
  return {
    first: (current > 1 || from > 0) && at(1),
    prev: current && !isFirst && at(Math.max(1, current - 1)),
    next: current && !isLast && at(Math.min(last, current + 1)),
    last: current !== last && at(last),
  };
}

/** The place in words, if there is no room for numbers. */
function place(current, last, at) {
  return el("p", { class: "place" }, "Page ",
    el("span", { "aria-current": current ? "page" : null }, current ? count(current) : "–"), " of ",
    go(query(at(last)), { "data-key": `page-${last}`, "aria-label": `Page ${count(last)}` }, count(last)));
}

function numbersOf(current, last, around, at) {
  const numbers = el("ol", { class: "numbers" }, slots(current ?? 1, last, around).map((number) => numberItem(number, current, at)));
  numbers.style.setProperty("--chars", String(count(last).length));
  return numbers;
}

/** The pager with page numbers, if the total is known, in the first form that fits. */
function numbered(nav, state, page, cursors, follow) {
  const { number: current, totalPages: last } = page;
  const at = (number) => restarted(state, { page: number === 1 ? null : String(number) });
  const targets = beside(page, cursors, at);
  const known = fitted?.width === nav.clientWidth && fitted.last === last ? fitted.form : 0;
  for (let form = known; form < FORMS.length; form++) {
    const { around, brief, endless = false } = FORMS[form];
    nav.classList.toggle("endless", endless); // the first and the last page are among the numbers
    fill(nav,
      el("div", { class: "steps back" }, step("First", "first", targets.first, "first"), step("Previous", "prev", targets.prev, "prev", cursors?.before)),
      around === null ? place(current, last, at) : numbersOf(current, last, around, at),
      el("div", { class: "steps on" }, step("Next", "next", targets.next, "next", cursors?.after), step("Last", "last", targets.last, "last")),
      last > 1 ? goTo(state, last, follow, brief) : null);
    fitted = { width: nav.clientWidth, last, form };
    if (fits(nav)) {
      return;
    }
  }
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
  again = () => showPager(nav, state, answer, follow);
  widths.observe(nav);
  nav.title = "Keys: ← or k for the previous page, → or j for the next";
  const page = answer && placed(answer.page);
  if (!answer || page.totalPages === 0) {
    fill(nav);
  } else if (page.totalPages === null || (page.number === null && answer.cursors)) {
    chained(nav, state, answer.cursors);
  } else {
    numbered(nav, state, page, answer.cursors, follow);
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
