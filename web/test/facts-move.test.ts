// Pages have their facts from the engine: when the engine changes one, every page that tells it changes, and none keeps
// the old words. The pages are drawn here from sources in which the engine's figures are others.
import assert from "node:assert/strict";
import { test } from "node:test";
import mdx from "@mdx-js/rollup";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { createServer } from "vite";
import type { Plugin } from "vite";
import { figures } from "#app/facts/figures.ts";
import type { FigureName } from "#app/facts/figures.ts";
import { docsPages } from "#docs/navigation.ts";

/** File of the engine, what it says, what it says instead. */
const changes: readonly (readonly [string, string, string])[] = [
  [
    "rails/windows.ts",
    "TRANSFER_HOURS: Window = { opensMs: time(1, 0)",
    "TRANSFER_HOURS: Window = { opensMs: time(2, 30)",
  ],
  [
    "rails/windows.ts",
    "WITHDRAWAL_HOURS: Window = { opensMs: time(8, 0)",
    "WITHDRAWAL_HOURS: Window = { opensMs: time(9, 15)",
  ],
  ["rails/limits.ts", "maxPaise: 5n * LAKH", "maxPaise: 7n * LAKH"],
  ["rails/limits.ts", "minPaise: 2n * LAKH", "minPaise: 3n * LAKH"],
  ["rails/limits.ts", "LAKH / 10n", "LAKH / 8n"],
  ["rails/polling-time.ts", "72 * 3_600_000", "71 * 3_600_000"],
  ["recalls/recall.ts", "RECALL_DAYS = 45", "RECALL_DAYS = 43"],
  ["webhooks/plan-retry.ts", "20 * HOUR_MS", "26 * HOUR_MS"],
  ["batches/formats.ts", "CALL_ROWS_MAX = 500", "CALL_ROWS_MAX = 470"],
  ["transfers/queuing-hours.ts", "MAX = 240", "MAX = 216"],
  ["access/call-limits.ts", "TOKEN_SECONDS = 600", "TOKEN_SECONDS = 540"],
  ["access/call-limits.ts", "SIGNATURE_SECONDS = 600", "SIGNATURE_SECONDS = 480"],
  ["access/call-limits.ts", "RATE_PER_MINUTE_BY_COMMAND = 9_000", "RATE_PER_MINUTE_BY_COMMAND = 8_700"],
  ["api/http-limits.ts", "perAddress: 2_048", "perAddress: 1_987"],
  ["links/expiry-days.ts", "EXPIRY_DAYS_MAX = 30", "EXPIRY_DAYS_MAX = 26"],
  ["reports/kept-days.ts", "KEPT_DAYS = 7", "KEPT_DAYS = 11"],
  ["mcp/drafts-max.ts", "DRAFTS_MAX = 50", "DRAFTS_MAX = 47"],
  ["batches/formats.ts", "IMPORT_ROWS_MAX = 50_000", "IMPORT_ROWS_MAX = 48_000"],
  ["commands/stop-time.ts", "STOP_WITHIN_MS = 25_000", "STOP_WITHIN_MS = 27_000"],
  ["webhooks/limits.ts", "DEADLINE_MS = 15_000", "DEADLINE_MS = 17_000"],
  ["webhooks/limits.ts", "FAILING_MAX_MS = 5 *", "FAILING_MAX_MS = 6 *"],
  ["health/incident-limits.ts", "HIGH_PERCENT = 50", "HIGH_PERCENT = 53"],
];

/** Figures that move with them, and the words around them by which the old ones would be known. */
const moved: Partial<Record<FigureName, (words: string) => string>> = {
  bankHours: (words) => words,
  withdrawalHours: (words) => words,
  impsMost: (words) => words,
  pollingTime: (words) => words,
  recallTime: (words) => words,
  webhookTime: (words) => words,
  callRows: (words) => `${words} rows`,
  tokenTime: (words) => words,
  signatureTime: (words) => `accepted for ${words}`,
  callsPerMinuteByCommand: (words) => `${words} for a key pair`,
  connectionsPerAddress: (words) => words,
  linkDays: (words) => `${words} ahead`,
  reportKept: (words) => `kept for ${words}`,
  draftsPerCall: (words) => `up to ${words} transfers`,
  importRows: (words) => `${words} rows`,
  stopTime: (words) => words,
  webhookResponseTime: (words) => `within ${words}`,
  webhookGivesUp: (words) => `After <strong>${words}`,
  incidentHighShare: (words) => `at least ${words}`,
};

/** Without code, and without calls: those say what the contract says, which the server writes. */
const wordsOf = (html: string): string =>
  html.replace(/<pre[\s\S]*?<\/pre>/g, "").replace(/<section class="call"[\s\S]*/, "");

const otherEngine: Plugin = {
  name: "test:other-engine",
  enforce: "pre",
  // Colours take longer than all the rest, and code is not looked at.
  load: (id) =>
    id.endsWith("highlight.prerender.ts")
      ? "export const highlight = (code) => code; export default highlight;"
      : null,
  transform(code, id) {
    const mine = changes.filter(([file]) => id.includes(`/server/src/${file}`));
    return mine.reduce((text, [file, from, to]) => {
      assert.ok(text.includes(from), `${file} no longer says ${from}`);
      return text.replace(from, to);
    }, code);
  },
};

test("every page of the documentation moves with the engine's hours, limits and times", async () => {
  const server = await createServer({
    configFile: false,
    root: new URL("..", import.meta.url).pathname,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    define: { "import.meta.env.OPERATOR_COMMANDS": "[]", "import.meta.env.GLOSSARY": "[]" },
    plugins: [
      otherEngine,
      {
        enforce: "pre",
        ...mdx({
          remarkPlugins: [remarkGfm, remarkFrontmatter, remarkMdxFrontmatter],
          rehypePlugins: [rehypeSlug],
        }),
      },
    ],
  });
  try {
    const articles = await server.ssrLoadModule("/app/docs/articles.prerender.tsx");
    const engine = (await server.ssrLoadModule("/app/facts/figures.ts"))["figures"] as typeof figures;
    const articleAt = articles["default"] as (path: string) => { html: string };
    const pages = docsPages.map(({ path }) => [path, wordsOf(articleAt(path).html)] as const);
    for (const [name, around] of Object.entries(moved)) {
      const [before, after] = [figures[name as FigureName], engine[name as FigureName]].map(around);
      assert.notEqual(after, before, name);
      const keeps = pages.filter(([, html]) => html.includes(before ?? "")).map(([path]) => path);
      assert.deepEqual(keeps, [], `${name}: ${before} is written by hand`);
      assert.ok(
        pages.some(([, html]) => html.includes(after ?? "")),
        `${name}: no page says ${after}`,
      );
    }
  } finally {
    await server.close();
  }
});
