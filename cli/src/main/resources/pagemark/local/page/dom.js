// Makes elements. Nothing is parsed as HTML, so whatever an item holds stays text.

/** An element with attributes and children. A name `onX` adds a listener; null and false add nothing. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** A link to another state of this page. app.js follows it without loading the page again. */
export function go(query, attributes, ...children) {
  return el("a", { href: query, "data-go": true, ...attributes }, ...children);
}

/** Replaces the content of `region`. The focus stays on the element with the same `data-key`, and what is typed in a live box. */
export function fill(region, ...children) {
  const before = region.contains(document.activeElement) ? document.activeElement : null;
  const { value, defaultValue, selectionStart, selectionEnd } = before ?? {};
  const focused = before?.dataset.key;
  if (before) {
    before.onblur = null; // It is replaced, not left.
  }
  region.replaceChildren(...children.flat(2).filter(Boolean));
  if (focused) {
    const again = [...region.querySelectorAll("[data-key]:not(span)")].find((each) => each.dataset.key === focused);
    (again ?? region.querySelector("[aria-current]"))?.focus({ preventScroll: true });
    if (again?.matches("[data-live]")) {
      again.value = value === defaultValue ? again.value : value;
      again.type === "text" && again.setSelectionRange(selectionStart, selectionEnd);
    }
  }
}

/** A bar that is filled by a share, 0 to 1. */
export function bar(share) {
  const filled = el("span", { class: "bar-fill" });
  filled.style.inlineSize = `${Math.round(Math.min(1, share) * 1000) / 10}%`;
  return el("span", { class: "bar", "aria-hidden": "true" }, filled);
}

/** A UUID, a ULID or a hash by its ends: `db5b…256d`. */
export const brief = (text) => (/^([0-9a-f-]{24,}|[0-7][0-9a-hjkmnp-tv-z]{25})$/i.test(text) ? `${text.slice(0, 4)}…${text.slice(-4)}` : text);

/** What this browser keeps of a choice, under its name; null if it keeps nothing. */
export function kept(name, value) {
  try {
    if (value !== undefined) {
      localStorage.setItem(name, JSON.stringify(value));
    }
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Colours as this browser keeps them, else as the system has them. */
export function showTheme() {
  document.documentElement.dataset.theme = kept("theme") ?? "";
}

showTheme();

const NUMBERS = new Intl.NumberFormat("en");

export const count = (number) => NUMBERS.format(number);

const SUFFIXES = { one: "st", two: "nd", few: "rd", other: "th" };
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

/** `4,231st` */
export const ordinal = (number) => count(number) + SUFFIXES[ORDINALS.select(number)];

export const counted = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** `text` with a capital: `rating` is `Rating`. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
