// Starts the whole product for one test file: database, simulated banks, server, worker, the demo's people, and a
// browser.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { startSession } from "../../../server/src/people/access/index.ts";
import { registerModules } from "../../../server/src/surfaces/commands/open-engine.ts";
import { serveHttp } from "../../../server/src/surfaces/commands/serve-http.ts";
import { makePause, startDemo } from "../../../server/src/surfaces/demo/index.ts";
import { seedDemo } from "../../../server/src/surfaces/demo/seed-demo.ts";
import type { DemoFile } from "../../../server/src/surfaces/demo/demo-file.ts";
import type { SimulatedBanks } from "../../../server/src/surfaces/sandbox/index.ts";
import { startWorker } from "../../../server/src/surfaces/worker/index.ts";
import { browserTest, openBrowser } from "../../../server/test/browser.ts";
import type { Watched } from "../../../server/test/browser.ts";
import { startSimulator } from "../../../server/test/simulator.ts";
import type { Simulator } from "../../../server/test/simulator.ts";
import { makeWorld } from "../../../server/test/world.ts";
import type { World } from "../../../server/test/world.ts";

export { browserTest };

/** The people of the demo, by the first part of their e-mail addresses. */
export type Person = "admin" | "initiator" | "approver" | "second.approver" | "developer" | "viewer";

interface PageOptions extends BrowserContextOptions {
  language?: "en" | "hi";
}

export interface DashboardWorld {
  address: string;
  /** Runs functions and SQL of the server: the screens must agree with the books. */
  world: World;
  simulator: Simulator;
  demo: DemoFile;
  /** The demo's first merchant, which has ten lakh in its wallet. */
  merchantId: string;
  /** Opens a page of the dashboard as one of the demo's people. The path is below /dashboard/sandbox/. */
  open(person: Person, path: string, options?: PageOptions): Promise<Watched>;
  /** Opens any page as a visitor who has not logged in. */
  visit(path: string, options?: PageOptions): Promise<Watched>;
}

/**
 * Starts everything: `const dashboard = await openDashboard()` at the top of a test file. It closes by itself. With
 * `history` the demo first goes through its three weeks, which takes a while.
 */
export async function openDashboard({ history = false } = {}): Promise<DashboardWorld> {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
  const environment = { VITARAN_MODE: "sandbox", PORT: "0", VITARAN_DATA_DIR: folder };
  const world = await makeWorld({ environment });
  world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
  const { ctx } = world;
  registerModules();
  const simulator = await startSimulator(world);
  const served = await serveHttp(ctx, simulator.url);
  world.onClose(() => served.close());
  const worker = await startWorker(ctx);
  world.onClose(() => worker.stop());
  const address = `http://localhost:${served.port}`;
  const where = { simulatorUrl: simulator.url, ownUrl: address, baseUrl: address };
  const demo = await makeDemo(world, { history, where });
  const browser = openBrowser();

  async function visit(
    path: string,
    { language, ...options }: PageOptions = {},
    token?: string,
  ): Promise<Watched> {
    const cookie = {
      name: "__Host-vitaran_session",
      domain: "localhost",
      path: "/",
      secure: true,
      httpOnly: true,
    };
    const storageState = {
      cookies:
        token === undefined ? [] : [{ ...cookie, value: token, expires: -1, sameSite: "Strict" as const }],
      origins: [
        { origin: address, localStorage: language === "hi" ? [{ name: "language", value: "hi" }] : [] },
      ],
    };
    const { page, complaints } = await browser.open(`${address}${path}`, { storageState, ...options });
    return { page, complaints };
  }

  return {
    address,
    world,
    simulator,
    demo,
    merchantId: demo.clients[0]!.merchantId,
    visit: (path, options) => visit(path, options),
    async open(person, path, options) {
      const member = demo.members.find(({ email }) => email.startsWith(`${person}@`));
      assert.ok(member !== undefined, person);
      const seen = { ip: "127.0.0.1", userAgent: "Tests" };
      const { token } = await ctx.db.directory((tx) => startSession(tx, member.memberId, seen));
      const opened = await visit(`/dashboard/sandbox/${path}`, options, token);
      await opened.page.locator("main h1").first().waitFor();
      await listening(opened.page);
      return opened;
    },
  };
}

async function makeDemo(
  { ctx, onClose }: World,
  { history, where }: { history: boolean; where: SimulatedBanks & { baseUrl: string } },
): Promise<DemoFile> {
  if (!history) return seedDemo({ ...ctx, config: { ...ctx.config, demoHistory: "off" } }, where);
  const { file, written, stop } = await startDemo(ctx, { ...where, pause: makePause() });
  onClose(stop);
  await written;
  return file;
}

/** Returns the errors of the page. Refusals of the server do not count. */
export function complaintsOf({ complaints }: Watched): string[] {
  return complaints.filter((one) => !one.startsWith("Failed to load resource"));
}

/** Waits until React has run its effects. Only then does the screen react to keys and to other tabs. */
async function listening(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
}

/** Waits until the open dialog has the focus. Keys that are pressed earlier go to the page behind it. */
export async function focusInDialog(page: Page): Promise<void> {
  await page.getByRole("dialog").locator(":focus").waitFor();
}

/**
 * The server carries out the next order to such an address, but its answer is lost. The page asks again by itself after
 * three seconds. The server answers that only after the returned function was called.
 */
export async function breakAfterDoing(page: Page, address: string): Promise<() => void> {
  const repaired = Promise.withResolvers<void>();
  let isBroken = false;
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    if (isBroken) return repaired.promise.then(() => route.fallback());
    isBroken = true;
    await route.fetch();
    await route.fulfill({ status: 500, json: { error: { code: "broken", message: "Broken" } } });
  });
  return repaired.resolve;
}

/** The page says that the outcome is unknown and asks once more. The server answers from now on. */
export async function askAgain(page: Page, repair: () => void): Promise<void> {
  await page.getByText("We don't know yet. Checking…").waitFor();
  await page.getByRole("button", { name: "Ask now" }).click();
  repair();
}

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Found {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/**
 * Waits for the frame after the next, which contains everything that depends on the window's width, and for colour
 * transitions.
 */
export async function laidOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Fails with the problems that axe finds on the page, by all its rules or only by the given ones. */
export async function axe(page: Page, rules: readonly string[] = axeTags): Promise<void> {
  await laidOut(page);
  const session = await page.context().newCDPSession(page);
  // The page's policy forbids our scripts but does not apply to the debugger.
  const { result: there } = await session.send("Runtime.evaluate", { expression: "typeof axe" });
  if (there.value === "undefined") await session.send("Runtime.evaluate", { expression: axeScript });
  // Only failures are requested, because the rules that pass cost more time.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(${options}).then(({ violations }) => JSON.stringify(violations))`,
    awaitPromise: true,
  });
  await session.detach();
  const found = JSON.parse(String(result.value)) as Found[];
  const said = found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary ?? ""}`),
  );
  assert.deepEqual(said, []);
}

/** Fails if a screen is empty, or shows a value of the program that was not formatted as text. */
export async function saysSomething(page: Page): Promise<void> {
  const main = page.locator("main");
  await main
    .filter({ hasText: /.{21}/s })
    .waitFor()
    .catch(() => assert.fail(`${page.url()} shows nothing`));
  const shown = await main.innerText();
  assert.doesNotMatch(shown, /undefined|\[object |NaN|Invalid Date/, page.url());
}

/** Fails if the page is wider than its window. */
export async function noOverflow(page: Page): Promise<void> {
  const [needed, has] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok((needed ?? 0) <= (has ?? 0), `${page.url()} needs ${needed} of ${has} pixels`);
}

/** Saves a screenshot of the whole page if SCREENSHOTS names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
