// Lists as HTML, for readers and search engines without JavaScript. A page is one request of the API.
import { createServer } from "node:http";

const API = process.env.API ?? "http://localhost:8080";
const SITE = process.env.SITE ?? "http://localhost:8086";
const LISTS = new Set((process.env.LISTS ?? "/comments/DAFT_PUNK_TSHIRT").split(" "));

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (value) => String(value ?? "").replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

/** An item of the sample. Yours has other attributes. */
const article = ({ PK, SK, rating, title, text }) => `<article id="${escaped(PK)}">
<h2>${escaped(title)}</h2>
<p>${escaped(rating)} of 5, ${escaped(PK)}, <time>${escaped(SK)}</time></p>
<p>${escaped(text)}</p>
</article>`;

/** The address here of a link of the API: numbers are always stable here, and pages have one size. */
function address(link) {
  const number = new URL(link, API).searchParams.get("page");
  return number === null ? "?" : `?page=${number}`;
}

function html(path, { items, page, links }) {
  const href = (to) => (to === "?" ? path : `${path}${to}`);
  const link = (rel, to) => `<link rel="${rel}" href="${escaped(SITE + href(to))}">`;
  const anchor = (to, text, rel) => `<a href="${escaped(to === "?" ? path : to)}"${rel ? ` rel="${rel}"` : ""}>${text}</a>`;
  const { first, prev, self, next, last } = links;
  const near = [2, 1, 0, -1, -2].map((step) => page.number + step).filter((number) => number >= 1 && number < page.totalPages);
  const title = `${page.totalItems} comments, page ${page.number} of ${page.totalPages}`;
  const head = [
    // The newest page is the list itself: more items may come onto it.
    link("canonical", address(prev ? self : first)),
    prev && link("prev", address(prev)),
    next && link("next", address(next)),
  ];
  const nav = [
    anchor("?", "newest"),
    prev && anchor(address(prev), "newer", "prev"),
    ...near.map((number) => (number === page.number ? `<b>${number}</b>` : anchor(`?page=${number}`, number))),
    next && anchor(address(next), "older", "next"),
    anchor(address(last), "oldest"),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
${head.filter(Boolean).join("\n")}
</head>
<body>
<h1>${title}</h1>
${items.map(article).join("\n")}
<nav>
${nav.filter(Boolean).join("\n")}
</nav>
</body>
</html>
`;
}

/** Every full page, and the newest one. A sitemap may have 50,000 addresses; beyond, split it. */
async function sitemap() {
  const addresses = [];
  for (const path of LISTS) {
    const { page } = await ask(path, "").then((answer) => answer.json());
    addresses.push(SITE + path);
    for (let number = page.totalPages - 1; number >= 1; number--) addresses.push(`${SITE}${path}?page=${number}`);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((each) => `<url><loc>${escaped(each)}</loc></url>`).join("\n")}
</urlset>
`;
}

const ask = (path, number) => fetch(`${API}${path}?numbering=stable${number && `&page=${encodeURIComponent(number)}`}`);

async function answer({ method, url }) {
  const { pathname, searchParams } = new URL(url, SITE);
  if (method !== "GET" && method !== "HEAD") return [405, "text/plain", "Only GET.\n"];
  if (pathname === "/sitemap.xml") return [200, "application/xml", await sitemap(), "max-age=3600"];
  if (pathname === "/robots.txt") return [200, "text/plain", `Sitemap: ${SITE}/sitemap.xml\n`];
  if (!LISTS.has(pathname)) return [404, "text/plain", "There is no such list.\n"];
  const page = await ask(pathname, searchParams.get("page") ?? "");
  if (page.status >= 500) return [503, "text/plain", "Please come again in a moment.\n"];
  if (!page.ok) return [404, "text/plain", "There is no such page.\n"];
  return [200, "text/html; charset=utf-8", html(pathname, await page.json()), page.headers.get("Cache-Control")];
}

const server = createServer(async (request, response) => {
  const [status, type, body, cache] = await answer(request).catch(() => [503, "text/plain", "Please come again in a moment.\n"]);
  response.writeHead(status, { "Content-Type": type, "Cache-Control": cache ?? "no-store" });
  response.end(request.method === "HEAD" ? undefined : body);
});
server.listen(Number(process.env.PORT ?? 8086), "127.0.0.1", () => {
  console.log(`Open http://localhost:${server.address().port}${[...LISTS][0]}`);
});
