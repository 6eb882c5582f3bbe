// Records docs/images/tour.webp, race.webp and page*.png from the local stack: page 1, page 42, a filter, a jump to a date; two races.
// It needs Chromium, ffmpeg and puppeteer-core, and `./pagemark local` on port 8080:
//   npm install --no-save --prefix /tmp/record puppeteer-core && NODE_PATH=/tmp/record/node_modules node docs/images/record.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const puppeteer = createRequire(join(process.env.NODE_PATH, "x"))("puppeteer-core");
const stack = process.env.STACK ?? "http://localhost:8080/";
const images = new URL(".", import.meta.url).pathname;
const frames = mkdtempSync(join(tmpdir(), "record-"));
let shots = [];

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();

const idle = () => page.waitForFunction(() => document.getElementById("results").getAttribute("aria-busy") === "false");

/** Shows the pointer at an element, then what its click leads to. */
async function step(selector, seconds, act = (element) => element.click()) {
  const element = await page.waitForSelector(selector);
  const box = await element.boundingBox();
  await page.evaluate(({ x, y }) => {
    const dot = document.createElement("div");
    dot.id = "pointer";
    Object.assign(dot.style, { position: "fixed", left: `${x - 14}px`, top: `${y - 14}px`, width: "28px", height: "28px",
      borderRadius: "50%", background: "rgba(200, 60, 20, .45)", border: "2px solid #c83c14", zIndex: 9, pointerEvents: "none" });
    document.body.append(dot);
  }, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await shot(0.7);
  await page.evaluate(() => document.getElementById("pointer").remove());
  await act(element);
  await idle();
  await shot(seconds);
}

/** Makes a film of the shots so far, and forgets them. */
function film(name) {
  writeFileSync(join(frames, "list"), `${shots.join("\n")}\n${shots.at(-1).split("\n")[0]}\n`);
  execFileSync("ffmpeg", ["-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-i", join(frames, "list"), "-vf", "scale=900:-1:flags=lanczos",
    "-fps_mode", "vfr", "-loop", "0", "-quality", "70", join(images, name)]);
  shots = [];
}

async function shot(seconds) {
  const file = join(frames, `${String(shots.length).padStart(3, "0")}.png`);
  await page.screenshot({ path: file });
  shots.push(`file '${file}'\nduration ${seconds}`);
}

const group = "?listing=comments&group=DAFT_PUNK_TSHIRT";
await page.setViewport({ width: 1280, height: 860 });
await page.goto(stack + group, { waitUntil: "networkidle0" });
await idle();
await shot(1.6);
await step("[data-key=go-to]", 0.6, (input) => input.type("42"));
await step(".go-to button", 2);
await step("input[name=rating][value='5']", 1.2);
await step("input[name=language][value=en]", 1.6);
await step("[data-key=last]", 1.4);
await step("#jump input", 2.2, (input) => input.evaluate((field) => {
  field.value = "2023-01-15";
  field.dispatchEvent(new Event("change"));
}));

film("tour.webp");

const SLOWED = 4; // a race of 0.4 seconds cannot be read; README says so

/** Shows the page, and a race, slowed down: the browser tells when each frame was painted. */
async function race(query) {
  await page.goto(stack + group + query, { waitUntil: "load" });
  await idle();
  await shot(1.6);
  const button = await page.waitForSelector("[data-key=race]");
  await button.hover();
  await shot(0.7);
  const client = await page.createCDPSession();
  const painted = [];
  client.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    painted.push({ data, at: metadata.timestamp });
    client.send("Page.screencastFrameAck", { sessionId });
  });
  await client.send("Page.startScreencast", { format: "png" });
  await button.click();
  await page.waitForFunction(() => document.querySelector(".proof-how").textContent.startsWith("Measured"));
  await client.send("Page.stopScreencast");
  painted.sort((a, b) => a.at - b.at).forEach(({ data, at }, i) => {
    const file = join(frames, `${String(shots.length).padStart(3, "0")}.png`);
    writeFileSync(file, Buffer.from(data, "base64"));
    shots.push(`file '${file}'\nduration ${(SLOWED * ((painted[i + 1]?.at ?? at + 0.1) - at)).toFixed(3)}`);
  });
  await shot(3);
}

await page.setViewport({ width: 1280, height: 520 });
await race("&page=42");
await race("&page=10&rating=5&language=en");
film("race.webp");

await page.setViewport({ width: 1280, height: 960 });
await page.goto(`${stack}${group}&page=42`, { waitUntil: "networkidle0" });
await page.screenshot({ path: join(images, "page.png") });
await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
await page.goto(`${stack}${group}&page=42`, { waitUntil: "networkidle0" });
await page.screenshot({ path: join(images, "page-phone-dark.png") });
await browser.close();
