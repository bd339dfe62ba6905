// Pages take their facts from the engine: when the engine changes one, every page that mentions it changes, and none
// keeps the old words. The pages are rendered here from sources in which the engine's figures are different.
import assert from "node:assert/strict";
import { test } from "node:test";
import mdx from "@mdx-js/rollup";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { createServer } from "vite";
import type { Plugin, ViteDevServer } from "vite";
import { figures } from "#app/facts/figures.ts";
import type { FigureName } from "#app/facts/figures.ts";
import { docsPages } from "#docs/navigation.ts";

/** A file of the engine, its text, and the text that replaces it. */
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
  ["rails/limits.ts", 'maxPaise: LAKH, source: "NPCI', 'maxPaise: 6n * LAKH, source: "NPCI'],
  ["rails/limits.ts", "minPaise: 2n * LAKH", "minPaise: 3n * LAKH"],
  ["rails/limits.ts", "LAKH / 10n", "LAKH / 8n"],
  ["rails/polling-time.ts", "72 * 3_600_000", "71 * 3_600_000"],
  ["recalls/recall.ts", "RECALL_DAYS = 45", "RECALL_DAYS = 43"],
  ["webhooks/plan-retry.ts", "20 * HOUR_MS", "26 * HOUR_MS"],
  ["batches/formats.ts", "CALL_ROWS_MAX = 500", "CALL_ROWS_MAX = 470"],
  ["transfers/queuing-hours.ts", "MAX = 240", "MAX = 216"],
  ["rails/usual-times.ts", "neft: 120 * MINUTE_MS", "neft: 240 * MINUTE_MS"],
  ["rails/usual-times.ts", "rtgs: 120 * MINUTE_MS", "rtgs: 180 * MINUTE_MS"],
  ["rails/usual-times.ts", "card: 48 * 60", "card: 60 * 60"],
  ["rails/turnaround-rules.ts", "perDayPaise: 100_00n", "perDayPaise: 150_00n"],
  ["rails/turnaround-rules.ts", "SPREAD_BPS = 200n", "SPREAD_BPS = 300n"],
  ["rails/turnaround-rules.ts", "interestAfter(2,", "interestAfter(3,"],
  ["turnaround/look-back.ts", "LOOK_BACK_DAYS = 180", "LOOK_BACK_DAYS = 170"],
  ["withdrawals/refund.ts", "REFUND_WORKING_DAYS = 7", "REFUND_WORKING_DAYS = 8"],
  ["links/terms.ts", "PASSWORD_MINUTES = 10", "PASSWORD_MINUTES = 12"],
  ["links/terms.ts", "SESSION_MINUTES = 30", "SESSION_MINUTES = 40"],
  ["recalls/recall.ts", "RECALLS_MAX = 5", "RECALLS_MAX = 4"],
  ["batches/formats.ts", "DRAFT_DAYS = 7", "DRAFT_DAYS = 6"],
  ["health/incident-limits.ts", "WINDOW_MS = 10", "WINDOW_MS = 11"],
  ["health/incident-limits.ts", "UNSCHEDULED_DAYS = 15", "UNSCHEDULED_DAYS = 16"],
  ["health/bank-health.ts", "COOL_MS = 60_000", "COOL_MS = 120_000"],
  ["health/bank-health.ts", "PROBE_EVERY_MS = 5_000", "PROBE_EVERY_MS = 6_000"],
  ["health/bank-health.ts", "RAMP_STEP_MS = 30_000", "RAMP_STEP_MS = 40_000"],
  ["health/estimate-health.ts", "CALLS_MIN = 20", "CALLS_MIN = 25"],
  ["health/estimate-health.ts", "run: 8", "run: 9"],
  ["routing/success-goal.ts", "9_998", "9_997"],
  ["transfers/asking-again.ts", "15 * 60_000", "25 * 60_000"],
  ["transfers/order.ts", "UNPROVED_MAX_PAISE = 2_00", "UNPROVED_MAX_PAISE = 3_00"],
  ["reconciliation/terms.ts", "BUSY_EVERY_MS = 5", "BUSY_EVERY_MS = 6"],
  ["reconciliation/terms.ts", "10_000_00n", "12_000_00n"],
  ["approvals/policy.ts", "LEVELS_MAX = 5", "LEVELS_MAX = 6"],
  ["approvals/policy.ts", "MINUTES = 7 * 24", "MINUTES = 8 * 24"],
  ["notifications/limits.ts", "RECIPIENTS_MAX = 10", "RECIPIENTS_MAX = 11"],
  ["notifications/limits.ts", "PAUSE_MS = 5", "PAUSE_MS = 7"],
  ["access/session.ts", "PROOF_MINUTES = 5", "PROOF_MINUTES = 6"],
  ["access/session.ts", "ABSOLUTE_HOURS = 12", "ABSOLUTE_HOURS = 11"],
  ["access/session.ts", "IDLE_MINUTES = 30", "IDLE_MINUTES = 34"],
  ["entry/try-out-hours.ts", "HOURS = 24", "HOURS = 30"],
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

/** The figures that change, and the surrounding words that would show if a page kept the old ones. */
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
  neftTime: (words) => `about ${words}`,
  rtgsTime: (words) => `about ${words}`,
  cardTime: (words) => `p to ${words}`,
  lateReturnSum: (words) => `${words} a day`,
  lateReturnSpread: (words) => `plus ${words} a year`,
  lateReturnNeft: (words) => `${words} after the batch`,
  lateReturnList: (words) => `the last ${words}`,
  refundTime: (words) => words,
  linkPasswordTime: (words) => `valid for ${words}`,
  linkSession: (words) => `stays verified for ${words}`,
  recallsMost: (words) => `${words} in total`,
  draftKept: (words) => `kept for ${words}`,
  incidentWindow: (words) => `within ${words}, at least`,
  unscheduledDays: (words) => `listed for ${words}`,
  bankPause: (words) => `a pause of ${words}`,
  bankProbe: (words) => `one every ${words}`,
  rampStep: (words) => `doubling every ${words}`,
  bankCalls: (words) => `fewer than ${words} calls`,
  bankRun: (words) => `${words} payments in a row`,
  successGoal: (words) => words,
  askAgain: (words) => `again after ${words}`,
  unprovedMost: (words) => `reach ${words}`,
  statementEvery: (words) => `every ${words} while you pay`,
  stopLimit: (words) => `The default is ${words}`,
  levelsMost: (words) => `up to ${words} <strong>levels`,
  approvalTime: (words) => `expires after ${words}`,
  addressesMost: (words) => `${words} addresses`,
  mailPause: (words) => `one e-mail in ${words}`,
  proofTime: (words) => `in the last ${words}`,
  sessionTime: (words) => `ends after ${words}`,
  idleTime: (words) => `after ${words} without use`,
  tryOutTime: (words) => `ends after ${words}`,
};

/** The words of the home page around the figures. */
const onHome: Partial<Record<FigureName, (words: string) => string>> = {
  bankHours: (words) => words,
  impsMost: (words) => words,
  neftTime: (words) => `about ${words}`,
  rtgsTime: (words) => `about ${words}`,
  cardTime: (words) => words,
  successGoal: (words) => words,
  bankCalls: (words) => `within ${words} payments`,
};

/**
 * Returns the pages outside the documentation that mention figures: the home page, and the pages that are only
 * announced.
 */
async function readSite(server: ViteDevServer): Promise<(readonly [path: string, html: string])[]> {
  const html = async (file: string) =>
    (await server.ssrLoadModule(`/app/site/${file}`))["default"] as unknown;
  const announced = (await html("coming-soon/coming-soon.prerender.tsx")) as Record<string, string>;
  const home = (await html("home/home.prerender.tsx")) as string;
  return [["/", wordsOf(home)], ...Object.entries(announced)];
}

/** Removes code and calls: those repeat the contract, which the server writes. */
const wordsOf = (html: string): string =>
  html.replace(/<pre[\s\S]*?<\/pre>/g, "").replace(/<section class="call"[\s\S]*/, "");

const otherEngine: Plugin = {
  name: "test:other-engine",
  enforce: "pre",
  // Highlighting takes longer than everything else, and this test ignores code.
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

test("every page moves with the engine's hours, limits and times", async () => {
  const server = await createServer({
    configFile: false,
    root: new URL("..", import.meta.url).pathname,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    define: {
      "import.meta.env.OPERATOR_COMMANDS": "[]",
      "import.meta.env.GLOSSARY": "[]",
      "import.meta.env.CONTACT_ENDPOINT": '""',
    },
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
    const docs = docsPages.map(({ path }) => [path, wordsOf(articleAt(path).html)] as const);
    const site = await readSite(server);
    const pages = [...docs, ...site];
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
    const home = site[0]![1];
    for (const [name, around] of Object.entries(onHome)) {
      const [before, after] = [figures[name as FigureName], engine[name as FigureName]].map(around);
      assert.ok(home.includes(after ?? ""), `the home page does not say ${name}: ${after}`);
      assert.ok(!home.includes(before ?? ""), `the home page says ${name} by hand: ${before}`);
    }
  } finally {
    await server.close();
  }
});
