// What stands around the items: the choice of their view, the place after paging, and the footer.

import { byId, el, fill, go } from "./dom.js";
import { api, documents } from "./settings.js";
import { query } from "./state.js";

/** The links "Cards" and "Table". */
export function showView(state, asTable) {
  const choice = (view, label, isCurrent) =>
    go(query({ ...state, view }), { "data-key": `view-${view}`, "aria-current": isCurrent ? "true" : null }, label);
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

/** The version, and links to the documents, if there are some here. */
export function showFooter(version) {
  byId("version").textContent = version ? `Version ${version}` : "";
  const pages = { README: "README.md", "HTTP API": "docs/http.md", "client.js": "docs/client.md", "All documents": "docs/README.md" };
  fill(byId("documents"),
    documents && [el("a", { href: `${api.url}/openapi.json` }, "OpenAPI"), ...Object.entries(pages).map(([name, path]) => el("a", { href: documents + path }, name))]);
}
