// The pager: first, previous, numbers around the current page, next, last, and "go to page".

import { count, el, fill, go } from "./dom.js";
import { query, restarted } from "./state.js";

/** 1, a gap (null), the numbers around `current`, a gap, the last one. */
export function numbers(current, last, around) {
  const wanted = new Set([1, last]);
  for (let number = current - around; number <= current + around; number++) {
    if (number >= 1 && number <= last) {
      wanted.add(number);
    }
  }
  const shown = [];
  let before = 0;
  for (const number of [...wanted].sort((a, b) => a - b)) {
    if (number - before === 2) {
      shown.push(number - 1);
    } else if (number - before > 2) {
      shown.push(null);
    }
    shown.push(number);
    before = number;
  }
  return shown;
}

function step(label, key, target, rel) {
  return target
    ? go(query(target), { class: "step", "data-key": key, rel }, label)
    : el("span", { class: "step off", "aria-hidden": "true" }, label);
}

function numberItem(number, current, at) {
  if (number === null) {
    return el("li", { class: "gap", "aria-hidden": "true" }, "…");
  }
  const isCurrent = number === current;
  return el("li", {}, go(query(at(number)), {
    class: "number",
    "data-key": `page-${number}`,
    "aria-label": `Page ${count(number)}`,
    "aria-current": isCurrent ? "page" : null,
  }, count(number)));
}

function goTo(state, last, follow) {
  const input = el("input", { name: "page", inputmode: "numeric", autocomplete: "off", size: 5, "data-key": "go-to" });
  const submit = (event) => {
    event.preventDefault();
    const wanted = input.value.trim().replaceAll(",", "");
    if (wanted) {
      follow(restarted(state, { page: wanted }));
    }
  };
  return el("form", { class: "go-to", onsubmit: submit },
    el("label", { class: "field inline" }, "Go to page ", input),
    el("button", { class: "button", "aria-label": `Go to this page, of ${count(last)}` }, "Go"));
}

/** The pager with page numbers, if the total is known. */
function numbered(nav, state, page, follow) {
  const at = (number) => restarted(state, { page: number === 1 ? null : String(number) });
  const last = page.totalPages;
  const current = page.number;
  const around = matchMedia("(max-width: 40rem)").matches ? 1 : 2;
  fill(nav,
    el("div", { class: "steps back" },
      step("First", "first", current > 1 && at(1), "first"),
      step("Previous", "prev", current > 1 && at(current - 1), "prev")),
    el("ol", { class: "numbers" }, numbers(current, last, around).map((number) => numberItem(number, current, at))),
    el("div", { class: "steps on" },
      step("Next", "next", current < last && at(current + 1), "next"),
      step("Last", "last", current < last && at(last), "last")),
    last > 1 ? goTo(state, last, follow) : null);
}

/** The pager with cursors, if no total is known or the page has no number. */
function chained(nav, state, cursors) {
  const at = (cursor) => cursor && restarted(state, { cursor });
  fill(nav,
    el("div", { class: "steps back" },
      step("First", "first", (state.cursor || state.page) && restarted(state), "first"),
      step("Previous", "prev", at(cursors.before), "prev")),
    el("div", { class: "steps on" }, step("Next", "next", at(cursors.after), "next")));
}

/** @param follow goes to a state */
export function showPager(nav, state, answer, follow) {
  if (!answer || answer.page.totalPages === 0) {
    fill(nav);
  } else if (answer.page.number === null || answer.page.totalPages === null) {
    chained(nav, state, answer.cursors);
  } else {
    numbered(nav, state, answer.page, follow);
  }
}
