// Records docs/images/tour.webp and page*.png from the local stack: page 1, page 42, a filter, a jump to a date.
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
const shots = [];

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
await step("#jump input", 0.6, (input) => input.evaluate((field) => (field.value = "2023-01-15")));
await step("#jump button", 2.2);

writeFileSync(join(frames, "list"), `${shots.join("\n")}\n${shots.at(-1).split("\n")[0]}\n`);
execFileSync("ffmpeg", ["-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-i", join(frames, "list"), "-vf", "scale=900:-1:flags=lanczos",
  "-fps_mode", "vfr", "-loop", "0", "-quality", "70", join(images, "tour.webp")]);

await page.setViewport({ width: 1280, height: 960 });
await page.goto(`${stack}${group}&page=42`, { waitUntil: "networkidle0" });
await page.screenshot({ path: join(images, "page.png") });
await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
await page.goto(`${stack}${group}&page=42`, { waitUntil: "networkidle0" });
await page.screenshot({ path: join(images, "page-phone-dark.png") });
await browser.close();
