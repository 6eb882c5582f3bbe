import createClient from "openapi-fetch";
import type { paths } from "./api.d.ts";

const client = createClient<paths>({ baseUrl: process.argv[2] });

const { data, error } = await client.GET("/{listing}/{group}", {
  params: {
    path: { listing: "comments", group: "DAFT_PUNK_TSHIRT" },
    query: { page: 3, size: 2, filters: { rating: "4,5" } },
  },
  // A filter is a parameter of its own name.
  querySerializer: ({ filters, ...query }) => new URLSearchParams({ ...query, ...filters } as Record<string, string>).toString(),
});
if (error) {
  throw new Error(error.detail);
}
if (!("page" in data)) {
  throw new Error("With `key` these would be items.");
}
const total: number | null = data.page.totalItems;
console.log(total, data.items.length, data.links.next);
