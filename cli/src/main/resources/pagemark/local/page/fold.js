// Long texts show their first lines, and a button that shows the rest.

import { el } from "./dom.js";

const CHARS_MAX = 600;
const LINES_MAX = 8;

export const isLong = (text) => text.length > CHARS_MAX || text.split("\n", LINES_MAX + 1).length > LINES_MAX;

/**
 * @param element holds a text
 * @param name of the text, for those who do not see it
 * @return the element, folded, and its button; the element alone if the text is short
 */
export function folded(element, name, key) {
  if (!isLong(element.textContent)) {
    return [element];
  }
  element.classList.add("folded");
  const button = el("button", { class: "quiet fold", type: "button", "aria-expanded": "false", "data-key": `fold-${key}` },
    el("span", {}, "More"), el("span", { class: "unseen" }, ` of ${name}`));
  button.addEventListener("click", () => {
    const isFolded = element.classList.toggle("folded");
    button.firstChild.textContent = isFolded ? "More" : "Less";
    button.setAttribute("aria-expanded", String(!isFolded));
  });
  return [element, button];
}
