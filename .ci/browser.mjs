// Shows a folder of files in headless Chromium, and drives it by the protocol of chromedriver. For tests of examples.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" };

/** An opened page: `see` waits for a text, `click` for a button or a link of this text; `close` ends all. */
export async function open(folder, query) {
  const files = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    const body = await readFile(join(folder, name)).catch(() => null);
    response.writeHead(body ? 200 : 404, { "Content-Type": TYPES[name.split(".").pop()] ?? "text/plain" }).end(body);
  });
  await new Promise((ready) => files.listen(0, "127.0.0.1", ready));
  const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise((ready, failed) => {
    driver.on("error", failed);
    driver.stdout.on("data", (text) => {
      const started = /successfully on port (\d+)/.exec(text);
      if (started) ready(started[1]);
    });
  });
  process.on("exit", () => driver.kill());
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://localhost:${port}/session${path}`, { method, body: body && JSON.stringify(body) });
    return (await answer.json()).value;
  };
  const args = ["--headless", "--no-sandbox", "--window-size=1100,760"];
  const { sessionId } = await ask("POST", "", { capabilities: { alwaysMatch: { "goog:chromeOptions": { args } } } });
  const run = (script, ...args) => ask("POST", `/${sessionId}/execute/sync`, { script, args });
  await ask("POST", `/${sessionId}/url`, { url: `http://localhost:${files.address().port}/?${query}` });

  const until = async (what, script, ...args) => {
    for (let tries = 0; tries < 100; tries++) {
      if ((await run(script, ...args)) === true) return;
      await new Promise((later) => setTimeout(later, 100));
    }
    throw new Error(`${what} is not there:\n${await run("return document.body.innerText")}`);
  };
  return {
    see: (text) => until(text, "return document.body.innerText.includes(arguments[0])", text),
    click: (text) =>
      until(
        text,
        `const found = [...document.querySelectorAll("button, a, td, li")].find((each) =>
           !each.disabled && [each.innerText.trim(), each.getAttribute("aria-label")].includes(arguments[0]));
         found?.click();
         return found !== undefined;`,
        text,
      ),
    run,
    /** Writes a picture if the environment names a folder for it. */
    picture: async (name) => {
      if (process.env.PICTURES) {
        await writeFile(join(process.env.PICTURES, name), Buffer.from(await ask("GET", `/${sessionId}/screenshot`), "base64"));
      }
    },
    close: async () => {
      await ask("DELETE", `/${sessionId}`);
      driver.kill();
      files.close();
    },
  };
}
