// Every screen of the navigation with three weeks of history: its layout, and that it updates when something changes.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { readNewsOf } from "../../app/dashboard/api/news.ts";
import type { OperationName } from "../../app/dashboard/api/call.ts";
import { operations } from "../../app/dashboard/api/operations.ts";
import { features } from "../../app/dashboard/screens.ts";
import { recordAudit } from "../../../server/src/people/audit/index.ts";
import {
  axe,
  browserTest as test,
  complaintsOf,
  laidOut,
  noOverflow,
  openDashboard,
  saysSomething,
  screenshot,
} from "./world.ts";
import type { Watched } from "../../../server/test/browser.ts";

const dashboard = await openDashboard({ history: true });
const stops = features.flatMap(({ nav }) => nav);
const widths = [360, 768, 1440];
const themes = ["light", "dark"] as const;

/** Goes to a screen and waits until it has loaded its content. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${dashboard.address}/dashboard/sandbox/${path}`);
  await page.locator("main h1").first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
}

const patterns = Object.entries(operations).map(([name, { method, path }]) => ({
  name: name as OperationName,
  method,
  pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/** Counts the reads of the screen at a path, by operation. Only operations whose changes are announced count. */
function countReads(page: Page, path: string): Map<OperationName, number> {
  const reads = new Map<OperationName, number>();
  page.on("request", (request) => {
    // The previous screen may still send requests while this one loads.
    if (!new URL(page.url()).pathname.endsWith(path)) return;
    const { pathname } = new URL(request.url());
    const found = patterns.find(
      ({ method, pattern }) => method === request.method() && pattern.test(pathname),
    );
    if (found === undefined || readNewsOf(found.name).topics.length === 0) return;
    reads.set(found.name, (reads.get(found.name) ?? 0) + 1);
  });
  return reads;
}

/** Announces a change for each of these operations. */
async function announce(names: readonly OperationName[]): Promise<void> {
  const topics = new Set(names.flatMap((name) => readNewsOf(name).topics));
  await dashboard.world.ctx.db.inMerchant(dashboard.merchantId, (tx) =>
    recordAudit(
      tx,
      [...topics].map((topic) => ({ actor: "system", action: `${topic}.tried`, subject: "trial:1" })),
    ),
  );
}

/** Waits until the page has read everything again that it had read when `before` was counted. */
async function hears(
  reads: ReadonlyMap<OperationName, number>,
  before: ReadonlyMap<OperationName, number>,
): Promise<void> {
  const deaf = () => [...before].filter(([name, count]) => (reads.get(name) ?? 0) <= count);
  for (let turn = 0; turn < 100 && deaf().length > 0; turn += 1) await pause(100);
  assert.deepEqual(deaf(), [], "the page did not ask again for what it shows");
}

/** All stops share one window, so common parts are loaded once, as they are for a person. */
let opened: Promise<Watched> | undefined;

for (const { path, label } of stops) {
  test(`${label.en} fits every width and theme, hears of what it shows, and is without fault`, async () => {
    opened ??= dashboard.open("admin", stops[0]!.path);
    const watched = await opened;
    const { page } = watched;
    const reads = countReads(page, path);
    await goTo(page, path);
    await saysSomething(page);
    const before = new Map(reads);
    await announce([...before.keys()]);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await laidOut(page);
        await noOverflow(page);
        await screenshot(page, `tour-${path.replaceAll("/", "-")}-${width}-${colorScheme}`);
      }
      // The themes differ only in colours.
      await axe(page, colorScheme === "light" ? undefined : ["color-contrast"]);
    }
    await hears(reads, before);
    page.removeAllListeners("request");
    assert.deepEqual(complaintsOf(watched), []);
    watched.complaints.length = 0;
  });
}
