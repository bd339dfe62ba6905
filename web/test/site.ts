// The built site on a free port and a real browser, for one test file. Closed by itself after the file's tests.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { serveWeb } from "#serve";

export const buildDir = new URL("../build", import.meta.url).pathname;
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

const browserPresent = existsSync(executablePath) || process.env["CI"] === "true";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Watched {
  page: Page;
  /** Console errors, page errors and requests to other origins, as they happened. */
  complaints: string[];
}

export interface Site {
  address: string;
  open(path: string, options?: BrowserContextOptions): Promise<Watched>;
}

export async function startSite(): Promise<{ address: string; close(): Promise<void> }> {
  const handle = serveWeb({ buildDir });
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(405).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function watch(page: Page, address: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:")) complaints.push(`foreign request: ${url}`);
  });
  return complaints;
}

/** Call once at the top of a test file; opened before its tests and closed after them. `start` gives another server. */
export function openSite(start: typeof startSite = startSite): Site {
  let server: Awaited<ReturnType<typeof startSite>> | undefined;
  let browser: Browser | undefined;
  const site: Site = {
    address: "",
    async open(path, options = {}) {
      if (!server || !browser)
        throw new Error("The site is opened before the tests, not before the file is read");
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      const complaints = watch(page, server.address);
      await page.goto(server.address + path);
      if (options.javaScriptEnabled !== false) await hydrated(page);
      return { page, complaints };
    },
  };
  before(async () => {
    if (!browserPresent) return;
    server = await start();
    browser = await chromium.launch({ executablePath, args: flags });
    site.address = server.address;
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return site;
}

/** Waits until React has taken over the page and listens. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => "live" in document.documentElement.dataset);
}

/** Tests that need a browser: skipped with a word where there is none, except in CI, where they must run. */
export const browserTest: typeof test = browserPresent
  ? test
  : (((name: string) => test(name, { skip: `no Chromium at ${executablePath}` }, () => {})) as typeof test);
