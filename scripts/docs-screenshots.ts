/**
 * `npm run docs-screenshots`: takes the pictures of the dashboard for the documentation and the home page, light and
 * dark. It starts a separate server, whose demo has already run through its three weeks. Only certain pictures are
 * taken if their names follow: `... -- summary`.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../server/test/chromium.ts";
import { screenshots, windowOf, type Screenshot } from "../web/app/facts/screenshots.ts";
import { fetchTestTools } from "./fetch-test-tools.ts";

const ROOT = resolve(import.meta.dirname, "..");
const FOLDER = join(ROOT, "web/public/screenshots");
const THEMES = ["light", "dark"] as const;
const BYTES_MAX = 60_000;
const START_WITHIN_MS = 300_000;

const server = await startServer();
fetchTestTools();
const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    await logIn(context);
    for (const [name, screenshot] of wanted())
      await take(context, { name: `${name}-${colorScheme}`, screenshot });
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

function wanted(): [string, Screenshot][] {
  const named = process.argv.slice(2);
  return Object.entries<Screenshot>(screenshots).filter(
    ([name]) => named.length === 0 || named.includes(name),
  );
}

interface DemoFile {
  baseUrl: string;
  dashboard: { email: string; password: string };
  clients: { merchantId: string; clientId: string; clientSecret: string }[];
}

/** Resolves when the demo's history is written and the pages are built. */
async function startServer(): Promise<{ demo: DemoFile; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "docs-screenshots-"));
  const env = { ...process.env, PORT: "0", VITARAN_DATA_DIR: folder };
  const child = spawn(process.execPath, [join(ROOT, "server/src/main.ts"), "start"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const path = join(folder, "demo.json");
    const demo = await until(() => JSON.parse(readFileSync(path, "utf8")) as DemoFile);
    await until(async () => assert.equal(await readOffset(demo), 0));
    await until(async () => assert.ok((await fetch(`${demo.baseUrl}/dashboard`)).ok));
    return { demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Tries until it succeeds; throws the last error if that takes too long. */
async function until<T>(attempt: () => T | Promise<T>): Promise<T> {
  const end = performance.now() + START_WITHIN_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(200);
    }
  }
}

/** Returns the difference between the demo's clock and the real one, in ms. */
async function readOffset({ baseUrl, clients }: DemoFile): Promise<number> {
  const { clientId, clientSecret } = clients[0]!;
  const headers = { "x-client-id": clientId, "x-client-secret": clientSecret };
  const answer = await fetch(`${baseUrl}/payout/v1/authorize`, { method: "POST", headers });
  const { data } = (await answer.json()) as { data: { token: string } };
  const clock = await fetch(`${baseUrl}/sandbox/clock`, {
    headers: { authorization: `Bearer ${data.token}` },
  });
  return ((await clock.json()) as { offsetMs: number }).offsetMs;
}

async function logIn(context: BrowserContext): Promise<void> {
  const { baseUrl, dashboard } = server.demo;
  const answer = await context.request.post(`${baseUrl}/api/entry/log-in`, {
    headers: { origin: baseUrl, "x-vitaran-dashboard": "1" },
    data: dashboard,
  });
  assert.ok(answer.ok(), await answer.text());
}

/** The properties of a page's element that we use, because its types are not available here. */
interface Scrolls {
  scrollIntoView(how: { block: "center" }): void;
}

async function take(
  context: BrowserContext,
  { name, screenshot }: { name: string; screenshot: Screenshot },
): Promise<void> {
  const page = await context.newPage();
  const { scale, ...size } = windowOf(screenshot);
  await page.setViewportSize(size);
  await page.goto(`${server.demo.baseUrl}/dashboard/sandbox/${screenshot.path}`);
  await isSettled(page);
  for (const label of screenshot.choose ?? []) {
    await page.locator("main").getByText(label).first().click();
    await isSettled(page);
  }
  if (screenshot.middle !== undefined) {
    const middle = page.locator("main").getByText(screenshot.middle).first();
    await middle.evaluate((one) => (one as unknown as Scrolls).scrollIntoView({ block: "center" }));
  }
  const session = await context.newCDPSession(page);
  for (let quality = 82; quality >= 40; quality -= 6) {
    const { data } = await session.send("Page.captureScreenshot", {
      ...{ format: "webp", quality },
      ...(scale > 1 && { clip: { x: 0, y: 0, ...size, scale } }),
    });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > BYTES_MAX) continue;
    writeFileSync(join(FOLDER, `${name}.webp`), bytes);
    console.log(`${name}: ${bytes.length} bytes`);
    await page.close();
    return;
  }
  throw new Error(`${name} is larger than ${BYTES_MAX} bytes, however it is compressed`);
}

/** True if nothing on the page says that it is still loading; pictures show what a person sees. */
async function isSettled(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready");
}
