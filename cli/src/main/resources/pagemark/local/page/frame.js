// What stands around the items: the choice of their view, the place after paging, and the footer.

import { copyButton } from "./code.js";
import { brief, byId, el, fill, go, kept, showTheme } from "./dom.js";
import { api, documents } from "./settings.js";
import { groupParts, query } from "./state.js";

/** The names of a group; that of the listing if it is one group. */
export const titleOf = (state) => (state.group ? state.group.join(" / ") || state.listing : "Choose a group");

/** What names the group, such as `tenantId db5b…256d`, and a button that copies the whole names. */
export function showHeading({ listing, state }) {
  const names = groupParts(listing).map((part, i) => [
    el("span", { class: "part" }, part.attribute ?? part.path.join(".")), " ", el("span", { title: state.group?.[i] }, brief(state.group?.[i] ?? "")), " ",
  ]);
  fill(byId("title"), state.group?.length ? names : titleOf(state));
  fill(byId("copy"), state.group?.length && copyButton("Copy", titleOf(state)));
}

/** The links "Cards" and "Table". */
export function showView(state, asTable) {
  const choice = (view, label, isCurrent) =>
    go(query({ ...state, view }), { class: "quiet", "data-key": `view-${view}`, "aria-current": isCurrent ? "true" : null }, label);
  fill(byId("view"), choice("cards", "Cards", !asTable), choice("table", "Table", asTable));
}

/** After paging, scrolls to the top. The focus stays, or goes to the heading if it was far below. */
export function settle() {
  const found = document.querySelector(".found");
  if (found) {
    found.scrollIntoView({ block: "center" });
  } else if (byId("results").getBoundingClientRect().top < 0) {
    byId("results").scrollIntoView();
  }
  const pager = byId("pager");
  if (pager.contains(document.activeElement) && getComputedStyle(pager).position !== "sticky") {
    byId("title").focus({ preventScroll: true });
  }
}

/** The switch for light and dark, whose choice this browser keeps. Without one it is the system's. */
export function listenToTheme() {
  byId("theme").addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const wanted = (kept("theme") ?? system) === "dark" ? "light" : "dark";
    kept("theme", wanted === system ? null : wanted);
    showTheme();
  });
}

/** The version, what keeps a drafted definition, and links to the documents, if there are some here. */
export function showFooter({ version, definition }) {
  const file = `data:application/json;charset=utf-8,${encodeURIComponent(definition)}`;
  fill(byId("keep"), definition && [
    el("a", { class: "button", href: file, download: "listings.json" }, "Save as listings.json"), copyButton("Copy definition", definition),
  ]);
  byId("version").textContent = version ? `Version ${version}` : "";
  const pages = { README: "README.md", "HTTP API": "docs/http.md", "client.js": "docs/client.md", "All documents": "docs/README.md" };
  fill(byId("documents"),
    documents && [el("a", { href: `${api.url}/openapi.json` }, "OpenAPI"), ...Object.entries(pages).map(([name, path]) => el("a", { href: documents + path }, name))]);
}
