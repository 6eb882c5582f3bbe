// The table in Chromium, on the sample of a running stack, whose address is in $API.
import assert from "node:assert/strict";
import test from "node:test";
import { open } from "../../../.ci/browser.mjs";

const api = process.env.API;
const total = async (query) => (await (await fetch(`${api}/comments/DAFT_PUNK_TSHIRT${query}`)).json()).page;

test("pages, order and filter are the API's", async () => {
  const { totalItems, totalPages } = await total("?size=10");
  const page = await open("dist", `api=${api}`);
  try {
    await page.see(`Page 1 of ${totalPages} (${totalItems} comments)`);
    await page.picture("tanstack-table.png");
    await page.click("Next");
    await page.see(`Page 2 of ${totalPages}`);
    const second = await (await fetch(`${api}/comments/DAFT_PUNK_TSHIRT?size=10&page=2`)).json();
    await page.see(second.items[9].PK);
    await page.click("Last");
    await page.see(`Page ${totalPages} of ${totalPages}`);

    await page.click("Time ▼");
    const oldest = await (await fetch(`${api}/comments/DAFT_PUNK_TSHIRT?size=10&order=ascending`)).json();
    await page.see(oldest.items[0].SK);
    await page.run(`const rating = document.querySelector("select");
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(rating, "5");
      rating.dispatchEvent(new Event("change", { bubbles: true }));`);
    const five = await total("?rating=5&size=10");
    assert.ok(five.totalItems < totalItems);
    await page.see(`Page 1 of ${five.totalPages} (${five.totalItems} comments)`);
  } finally {
    await page.close();
  }
});
