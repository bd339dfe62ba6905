/** A real browser for one test file. If there is none, its tests are skipped with a message, except in CI. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { hasChromium, launchChromium, NO_CHROMIUM } from "./chromium.ts";

export interface Watched {
  page: Page;
  /** Console errors, page errors and requests to other origins, in order. */
  complaints: string[];
}

interface TestBrowser {
  /** Opens an address in a browser context of its own. */
  open(address: string, options?: BrowserContextOptions): Promise<Watched>;
}

/** Must be called once at the top of a test file. Opens the browser before its tests and closes it after them. */
export function openBrowser(): TestBrowser {
  let browser: Browser | undefined;
  before(async () => {
    if (hasChromium) browser = await launchChromium();
  });
  after(() => browser?.close());
  return {
    async open(address, options = {}) {
      assert.ok(browser !== undefined, "the browser is opened before the tests, not before the file is read");
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      const complaints = watch(page, new URL(address).origin);
      await page.goto(address);
      return { page, complaints };
    },
  };
}

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) complaints.push(`foreign request: ${url}`);
  });
  return complaints;
}

/** Registers a test that needs a browser; it is skipped if there is none. */
export const browserTest: typeof test = hasChromium
  ? test
  : (((name: string) => test(name, { skip: NO_CHROMIUM }, () => {})) as typeof test);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface AxeWindow {
  axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
}

/** Lists the problems that axe finds on a page. Its script only runs if the context was opened with `bypassCSP`. */
export async function violations(page: Page): Promise<string[]> {
  // The script is half a megabyte, and a page is often checked in several looks.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const found = await (globalThis as unknown as AxeWindow).axe.run({
      runOnly: tags,
      resultTypes: ["violations"],
    });
    return found.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => String(node.target)).join(", ")}`,
    );
  }, AXE_TAGS);
}
