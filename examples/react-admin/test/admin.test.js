// react-admin itself in Chromium, on the sample of a running stack, whose address is in $API.
import assert from "node:assert/strict";
import test from "node:test";
import { open } from "../../../.ci/browser.mjs";

const api = process.env.API;
const ask = async (query) => (await fetch(`${api}/comments/DAFT_PUNK_TSHIRT?size=10${query}`)).json();

test("lists, pages, sorts and shows one item with its neighbours", async () => {
  const first = await ask("");
  const page = await open("dist", `api=${api}`);
  try {
    await page.see(`1-10 of ${first.page.totalItems}`);
    await page.see(first.items[0].PK);
    await page.picture("react-admin.png");
    await page.click("Go to next page");
    await page.see(`11-20 of ${first.page.totalItems}`);
    const second = await ask("&page=2");
    await page.see(second.items[9].PK);

    await page.click(second.items[0].PK);
    await page.see("On the same product");
    await page.see(second.items[0].text);
    await page.see(`1-5 of ${first.page.totalItems}`);
    assert.notEqual(await page.run("return location.hash"), "");
  } finally {
    await page.close();
  }
});
