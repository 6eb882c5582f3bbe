// TypeScript in a CommonJS project.
import { Client } from "pagemark-client";

async function main(): Promise<void> {
  const page = await new Client(process.env["API"]).page("comments", "DAFT_PUNK_TSHIRT");
  if (page.page.number !== 1) throw new Error(`page ${page.page.number}`);
}

void main();
