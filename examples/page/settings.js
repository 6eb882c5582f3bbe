// Where a copy of the local page gets its data: docs/client.md says what else to copy.
import { Client } from "./client.js";
import { parse } from "./json.js";

export const api = new Client("https://abc123.execute-api.eu-central-1.amazonaws.com", { parse });

const comments = {
  name: "comments",
  group: { attribute: "PK2", type: "string" },
  groups: [{ group: "DAFT_PUNK_TSHIRT" }, { group: "PIANO_SCARF" }],
  key: [{ attribute: "PK", type: "string" }],
  sort: { attribute: "SK", type: "datetime", pattern: "uuuu-MM-dd HH:mm" },
  windows: true,
  order: "descending",
  pageSize: { default: 20, max: 100 },
  filters: [
    { name: "rating", attribute: "rating", numeric: true, values: [1, 2, 3, 4, 5] },
    { name: "language", attribute: "language", numeric: false, values: ["de", "en", "fr"] },
  ],
};

export const describe = async () => ({ listings: [comments] });
export const health = null;
export const race = null;
export const documents = null;
