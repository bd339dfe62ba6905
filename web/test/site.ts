// Serves the built site on a free port for a real browser, for one test file. It closes itself after the file's tests.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { serveWeb } from "#serve";
import { hasChromium, launchChromium, NO_CHROMIUM } from "../../server/test/chromium.ts";

export const buildDir = new URL("../build", import.meta.url).pathname;
export interface Watched {
  page: Page;
  /** Console errors, page errors and requests to other origins, in order. */
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

/**
 * Call this once at the top of a test file. The site opens before its tests and closes after them. `start` can start
 * another server.
 */
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
    if (!hasChromium) return;
    server = await start();
    browser = await launchChromium();
    site.address = server.address;
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return site;
}

/** Waits until React has taken over the page and handles events. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => "live" in document.documentElement.dataset);
}

/** A test that needs a browser. Without one it is skipped with a message, except in CI, where it must run. */
export const browserTest: typeof test = hasChromium
  ? test
  : (((name: string) => test(name, { skip: NO_CHROMIUM }, () => {})) as typeof test);
