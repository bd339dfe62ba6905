// Checks a screen in every width and theme for overflow, problems that axe finds, and errors of the page.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Watched } from "../../../server/test/browser.ts";
import { axe, complaintsOf, laidOut, noOverflow, screenshot } from "./world.ts";
import type { DashboardWorld, Person } from "./world.ts";

/** The widths and themes in which every screen is checked. axe runs where the layout or the theme changes. */
const looks = [
  { name: "360-light", width: 360, height: 740, theme: "light", checkedByAxe: true },
  { name: "768-dark", width: 768, height: 1000, theme: "dark", checkedByAxe: false },
  { name: "1440-dark", width: 1440, height: 900, theme: "dark", checkedByAxe: true },
  { name: "1440-light", width: 1440, height: 900, theme: "light", checkedByAxe: false },
] as const;

/** Opens a screen, checks it in every width and theme, and fails on overflow, accessibility problems and errors. */
export async function lookAt(
  dashboard: DashboardWorld,
  {
    person,
    path,
    ready,
    name,
  }: { person: Person; path: string; name: string; ready?: (page: Page) => Promise<unknown> },
): Promise<void> {
  const watched = await dashboard.open(person, path, { viewport: looks[0], colorScheme: looks[0].theme });
  await ready?.(watched.page);
  await turnThrough(watched, name);
}

/** Checks an open page in every width and theme, and closes it. */
export async function turnThrough(watched: Watched, name: string): Promise<void> {
  const { page } = watched;
  for (const { name: look, width, height, theme, checkedByAxe } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await laidOut(page);
    await screenshot(page, `${name}-${look}`);
    await noOverflow(page);
    if (checkedByAxe) await axe(page);
    assert.deepEqual(complaintsOf(watched), [], look);
  }
  await page.context().close();
}

/** Opens a screen on a phone in Hindi, and fails on overflow, accessibility problems and errors in either theme. */
export async function lookOnPhone(
  dashboard: DashboardWorld,
  { person, path }: { person: Person; path: string },
): Promise<void> {
  const viewport = { width: 360, height: 740 };
  const opened = await dashboard.open(person, path, { viewport, language: "hi" });
  const { page } = opened;
  await page.waitForLoadState("networkidle");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await laidOut(page);
    await noOverflow(page);
    await axe(page, colorScheme === "light" ? undefined : ["color-contrast"]);
    await screenshot(page, `${path.replaceAll("/", "-")}-360-${colorScheme}`);
    assert.deepEqual(complaintsOf(opened), [], path);
  }
  await page.context().close();
}
