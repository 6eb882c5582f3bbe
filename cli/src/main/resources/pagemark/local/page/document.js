// Shows a document of the project, whose address is that of this page: the Markdown that the documents use, and no more.

import { el } from "./dom.js";

const INLINE = /`([^`]+)`|!?\[([^\]]*)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*/g;

/** Whether the stack has what a link leads to: other documents, and other sites. */
const leads = (address) => /^(https?:|#)/.test(address) || /\.md(#.*)?$/.test(address);

/** Text with code, links and bold words. */
function inline(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, code, label, address, bold] = found;
    parts.push(text.slice(from, found.index));
    from = found.index + all.length;
    if (code !== undefined) {
      parts.push(el("code", {}, code));
    } else if (bold !== undefined) {
      parts.push(el("strong", {}, inline(bold)));
    } else {
      parts.push(leads(address) && !all.startsWith("!") ? el("a", { href: address }, inline(label)) : inline(label));
    }
  }
  return [...parts, text.slice(from)].flat();
}

const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");

const cells = (line) => line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));

function table(lines) {
  const [head, , ...rows] = lines.map(cells);
  return el("div", { class: "sheet", tabindex: "0" }, el("table", {},
    el("thead", {}, el("tr", {}, head.map((cell) => el("th", { scope: "col" }, inline(cell))))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, inline(cell))))))));
}

/** The lines from `at` on for which `holds` is true. */
function run(lines, at, holds) {
  let end = at;
  while (end < lines.length && holds(lines[end])) {
    end++;
  }
  return lines.slice(at, end);
}

const ITEM = /^(\s*)([-*]|\d+\.) /;

/** A list. Deeper items, of which there are few, are items of the same list. */
function list(lines) {
  const items = [];
  for (const line of lines) {
    if (ITEM.test(line)) {
      items.push(line.replace(ITEM, ""));
    } else {
      items[items.length - 1] += ` ${line.trim()}`;
    }
  }
  return el(/^\s*\d/.test(lines[0]) ? "ol" : "ul", {}, items.map((item) => el("li", {}, inline(item))));
}

/** The element that begins at a line, and how many lines it takes. */
function block(lines, at) {
  const line = lines[at];
  const heading = /^(#{1,4}) (.*)$/.exec(line);
  if (heading) {
    return [1, el(`h${heading[1].length}`, { id: slug(heading[2]) }, inline(heading[2]))];
  }
  if (line.startsWith("```")) {
    const code = run(lines, at + 1, (each) => !each.startsWith("```"));
    return [code.length + 2, el("pre", { tabindex: "0" }, el("code", {}, code.join("\n")))];
  }
  if (line.startsWith("|")) {
    const rows = run(lines, at, (each) => each.startsWith("|"));
    return [rows.length, table(rows)];
  }
  if (ITEM.test(line)) {
    const items = run(lines, at, (each) => each.trim() !== "");
    return [items.length, list(items)];
  }
  const text = run(lines, at, (each) => each.trim() !== "" && !/^(#{1,4} |```|\|)/.test(each));
  return [Math.max(text.length, 1), text.length ? el("p", {}, inline(text.join(" "))) : null];
}

function blocks(markdown) {
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, "").replace(/^<[^>]*>\s*$/gm, "").split("\n");
  const made = [];
  for (let at = 0; at < lines.length; ) {
    const [taken, element] = block(lines, at);
    made.push(element);
    at += taken;
  }
  return made.filter(Boolean);
}

const main = document.getElementById("document");
const answer = await fetch(`${location.pathname}?raw`);
main.append(...blocks(answer.ok ? await answer.text() : "# Nothing there\n\nThe stack has no such document."));
document.title = `${main.querySelector("h1")?.textContent ?? "Document"} · Pagemark`;
main.setAttribute("aria-busy", "false");
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
