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

/** Replaces the content of `region`. The focus stays on the element with the same `data-key`. */
export function fill(region, ...children) {
  const focused = region.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  region.replaceChildren(...children.flat().filter(Boolean));
  if (focused) {
    const again = [...region.querySelectorAll("[data-key]:not(span)")].find((each) => each.dataset.key === focused);
    (again ?? region.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  }
}

const NUMBERS = new Intl.NumberFormat("en");

export const count = (number) => NUMBERS.format(number);

export const counted = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** `text` with a capital: `rating` is `Rating`. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
