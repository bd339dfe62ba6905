/** The browser that all tests use. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Browser } from "playwright-core";

/**
 * The browser of scripts/test-tools: one version for all, without the parts for windows, which makes pages half as
 * expensive.
 */
const TOOLS = resolve(import.meta.dirname, "../../scripts/test-tools");
const OURS = join(TOOLS, "node_modules/.chromium");

/** Browsers for machines that ours does not support. */
const SYSTEMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

const candidates = [join(OURS, "chromium"), ...SYSTEMS];
const executablePath = process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path));

/** True if tests that need a browser can run. In CI they must. */
export const hasChromium =
  (executablePath !== undefined && existsSync(executablePath)) || process.env.CI === "true";

/** The reason why they are skipped, and the remedy. */
export const NO_CHROMIUM = "no Chromium: npm test fetches one, or name yours in CHROMIUM_PATH";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser; the caller closes it. */
export function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const env = executablePath.startsWith(OURS) ? { ...process.env, ...bareSystem() } : process.env;
  return chromium.launch({ executablePath, args: FLAGS, env: env as Record<string, string> });
}

/** The package includes libraries and a font, for a system that has none. */
function bareSystem(): Record<string, string> {
  const libraries = [join(OURS, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const fonts = existsSync("/etc/fonts") ? {} : { FONTCONFIG_FILE: join(TOOLS, "fonts.conf") };
  return { LD_LIBRARY_PATH: libraries, ...fonts };
}
