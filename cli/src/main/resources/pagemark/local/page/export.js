// "Export": all items that match, by cursor, as a file of JSON lines, or of CSV (RFC 4180) as `pagemark export` writes it.

import { spent } from "./cost.js";
import { count, el } from "./dom.js";
import { shown, stringify } from "./json.js";
import { api } from "./settings.js";
import { questionOf, restarted } from "./state.js";

/** More are for `pagemark export`, which goes on where it was ended. */
const ITEMS_MAX = 100_000;

function line(values) {
  const cells = values.map((value) => (value === undefined || value === null ? "" : shown(value)));
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
}

/** The columns are the listing's attributes, else those of the first page; the last one has the others as JSON. */
function csv(items, { attributes, pageSize }) {
  const columns = attributes ?? [...new Set(items.slice(0, pageSize.max).flatMap(Object.keys))];
  const others = (item) => Object.entries(item).filter(([name]) => !columns.includes(name));
  const row = (item) => line([...columns.map((name) => item[name]), others(item).length ? Object.fromEntries(others(item)) : null]);
  return line([...columns, "others"]) + items.map(row).join("");
}

const KINDS = {
  "JSON lines": { ending: "jsonl", text: (items) => items.map((item) => `${stringify(item)}\n`).join("") },
  CSV: { ending: "csv", text: csv },
};

async function save({ listing, state }, { ending, text }, total, told) {
  const items = [];
  for await (const item of api.items(state.listing, state.group, { ...questionOf(restarted(state)), size: listing.pageSize.max })) {
    items.push(item);
    told.textContent = `${count(items.length)} of ${count(total)}`;
  }
  const file = URL.createObjectURL(new Blob([text(items, listing)]));
  el("a", { href: file, download: `${state.listing}.${ending}` }).click();
  URL.revokeObjectURL(file);
  told.textContent = `${told.textContent}, saved`;
}

/** @param answer a page of what is exported */
export function exportMenu(context, { items, page, headers }) {
  const total = page.totalItems;
  const units = spent({ headers }).units * total / items.length;
  const told = el("p", { role: "status" }, `${count(total)}${units ? `, for about ${count(Math.ceil(units))} read units` : ""}`);
  const run = (kind) => save(context, kind, total, told).catch((error) => (told.textContent = error.message));
  const buttons = Object.entries(KINDS).map(([name, kind]) =>
    el("button", { class: "button", type: "button", "data-key": `export-${kind.ending}`, onclick: () => run(kind) }, name));
  return el("details", { class: "copy" },
    el("summary", { class: "quiet", "data-key": "export" }, "Export"),
    el("div", { class: "copy-menu panel" }, total > ITEMS_MAX ? "So many are for the command: pagemark export" : buttons, told));
}
