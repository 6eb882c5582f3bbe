// The page as code: what asks the API for it from a shell, a browser, React or Java.

import { el } from "./dom.js";
import { api } from "./settings.js";
import { apiPath, groupParts, questionOf } from "./state.js";

const base = () => api.url || location.origin;

/** A JavaScript literal. Names that need no quotes have none. */
function literal(value) {
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(", ")}]`;
  }
  if (typeof value !== "object") {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).map(([name, each]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${literal(each)}`);
  return members.length ? `{ ${members.join(", ")} }` : "{}";
}

/** The arguments of client.page: listing, group, question. */
function call({ listing, state }) {
  const group = groupParts(listing).length === 1 ? state.group[0] : state.group;
  return [state.listing, group, questionOf(state)].map(literal).join(", ");
}

const CLIENT = () => `import { Client } from "./client.js"; // a copy of it lies beside this file

const client = new Client(${literal(base())});
`;

/** Each takes what is shown and answers a text that can be run as it is. */
export const CODE = {
  curl: ({ state }) => `curl '${base()}${apiPath(state, false).replaceAll("'", "%27")}'\n`,

  fetch: ({ state }) => `const response = await fetch(${literal(base() + apiPath(state, false))});
const page = await response.json();
console.log(page.items, page.page);
`,

  "client.js": (context) => `${CLIENT()}
const page = await client.page(${call(context)});
console.log(page.items, page.page);
`,

  React: (context) => `import { useEffect, useState } from "react";
${CLIENT()}
export function Page() {
  const [page, setPage] = useState(null);
  useEffect(() => {
    const abort = new AbortController();
    client
      .page(${call(context)}, abort.signal)
      .then(setPage, (error) => abort.signal.aborted || console.error(error));
    return () => abort.abort();
  }, []);
  return (
    <ol>
      {page?.items.map((item) => (
        <li key={${context.listing.key.map(({ attribute }) => `item[${literal(attribute)}]`).join(" + ")}}>{JSON.stringify(item)}</li>
      ))}
    </ol>
  );
}
`,

  Java: ({ state }) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public final class Page {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(${literal(base() + apiPath(state, false))})).build();
    System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
  }
}
`,
};

/** The clipboard is there for pages from this machine and by HTTPS; else the code is shown, to be copied by hand. */
async function copy(code, told) {
  try {
    await navigator.clipboard.writeText(code);
    told.textContent = "Copied";
  } catch {
    told.replaceChildren(el("textarea", { rows: 8, readonly: true, "aria-label": "Code" }, code));
  }
}

/** A button that copies a text; null if there is no clipboard. */
export function copyButton(label, text) {
  const onclick = async ({ target }) => {
    await navigator.clipboard.writeText(text);
    target.textContent = "Copied";
  };
  return navigator.clipboard ? el("button", { class: "quiet", type: "button", "data-key": `copy-${label}`, onclick }, label) : null;
}

/** "Copy as", with a button for each kind of code. */
export function copyMenu(context) {
  const told = el("p", { class: "copied", role: "status" });
  const buttons = Object.keys(CODE).map((kind) =>
    el("button", { class: "button", type: "button", "data-key": `copy-${kind}`, onclick: () => copy(CODE[kind](context), told) }, kind));
  return el("details", { class: "copy" },
    el("summary", { class: "quiet", "data-key": "copy" }, "Copy as"),
    el("div", { class: "copy-menu panel" }, buttons, told));
}
