// Every screen of the navigation on three weeks of history.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { features } from "../../app/dashboard/screens.ts";
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

/** Goes to a screen, and waits until it has what it shows. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${dashboard.address}/dashboard/sandbox/${path}`);
  await page.locator("main h1").first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
}

/** One window for all stops: what the screens share is loaded once, as for a person. */
let opened: Promise<Watched> | undefined;

for (const { path, label } of stops) {
  test(`${label.en} fits every width and theme, and is without fault`, async () => {
    opened ??= dashboard.open("admin", stops[0]!.path);
    const watched = await opened;
    const { page } = watched;
    await goTo(page, path);
    await saysSomething(page);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await laidOut(page);
        await noOverflow(page);
        await screenshot(page, `tour-${path.replaceAll("/", "-")}-${width}-${colorScheme}`);
      }
      // A theme changes nothing but colours.
      await axe(page, colorScheme === "light" ? undefined : ["color-contrast"]);
    }
    assert.deepEqual(complaintsOf(watched), []);
    watched.complaints.length = 0;
  });
}
