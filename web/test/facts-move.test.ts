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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Values in contract/limits.json, each with the one that replaces it. */
const changes: readonly (readonly [path: string, value: unknown])[] = [
  ["WINDOWS.working_days.neft.opensMs", 2.5 * HOUR_MS],
  ["WINDOWS.working_days.withdrawal.opensMs", 9.25 * HOUR_MS],
  ["LIMITS.imps.-1.maxPaise", "70000000"],
  ["LIMITS.upi.-1.maxPaise", "60000000"],
  ["LIMITS.rtgs.-1.minPaise", "30000000"],
  ["LIMITS.amazonpay.-1.maxPaise", "1250000"],
  ["POLLING_MS", 71 * HOUR_MS],
  ["RECALL_DAYS", 43],
  ["WAITS_MS.-1", 26 * HOUR_MS],
  ["CALL_ROWS_MAX", 470],
  ["QUEUING_HOURS_MAX", 216],
  ["USUALLY_WITHIN_MS.neft", 4 * HOUR_MS],
  ["USUALLY_WITHIN_MS.rtgs", 3 * HOUR_MS],
  ["USUALLY_WITHIN_MS.card", 60 * HOUR_MS],
  ["TURNAROUNDS.imps.-1.perDayPaise", "15000"],
  ["SPREAD_BPS", "300"],
  ["TURNAROUNDS.neft.-1.withinMs", 3 * HOUR_MS],
  ["LOOK_BACK_DAYS", 170],
  ["REFUND_WORKING_DAYS", 8],
  ["PASSWORD_MINUTES", 12],
  ["SESSION_MINUTES", 40],
  ["RECALLS_MAX", 4],
  ["DRAFT_DAYS", 6],
  ["WINDOW_MS", 11 * MINUTE_MS],
  ["UNSCHEDULED_DAYS", 16],
  ["COOL_MS", 2 * MINUTE_MS],
  ["PROBE_EVERY_MS", 6_000],
  ["RAMP_STEP_MS", 40_000],
  ["CALLS_MIN", 25],
  ["FOR_ALL.run", 9],
  ["SUCCESS_GOAL_BP", 9_997],
  ["ASK_AGAIN_AFTER_MS", 25 * MINUTE_MS],
  ["UNPROVED_MAX_PAISE", "30000000"],
  ["BUSY_EVERY_MS", 6 * MINUTE_MS],
  ["STOP_ABOVE_DEFAULT_PAISE", "1200000"],
  ["LEVELS_MAX", 6],
  ["EXPIRE_AFTER_MINUTES", 8 * 24 * 60],
  ["RECIPIENTS_MAX", 11],
  ["PAUSE_MS", 7 * MINUTE_MS],
  ["PROOF_MINUTES", 6],
  ["ABSOLUTE_HOURS", 11],
  ["IDLE_MINUTES", 34],
  ["TRY_OUT_HOURS", 30],
  ["TOKEN_SECONDS", 540],
  ["SIGNATURE_SECONDS", 480],
  ["RATE_PER_MINUTE_BY_COMMAND", 8_700],
  ["HTTP_LIMITS.connections.perAddress", 1_987],
  ["EXPIRY_DAYS_MAX", 26],
  ["KEPT_DAYS", 11],
  ["DRAFTS_MAX", 47],
  ["IMPORT_ROWS_MAX", 48_000],
  ["STOP_WITHIN_MS", 27_000],
  ["DEADLINE_MS", 17_000],
  ["FAILING_MAX_MS", 6 * 24 * HOUR_MS],
  ["HIGH_PERCENT", 53],
];

/** Returns the limits with one value, at a path, replaced by another. */
function replaceAt(limits: object, [path, value]: (typeof changes)[number]): object {
  const names = path.split(".");
  const last = names.pop()!;
  const inner = names.reduce<unknown>(step, limits) as Record<string, unknown>;
  const key = last === "-1" ? String((inner as unknown as unknown[]).length - 1) : last;
  assert.ok(key in inner && inner[key] !== value, `${path} is no other value`);
  inner[key] = value;
  return limits;
}

const step = (from: unknown, name: string): unknown =>
  name === "-1" ? (from as unknown[]).at(-1) : (from as Record<string, unknown>)[name];

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
  stopTime: (words) => `ends within ${words}`,
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
  transform: (code, id) =>
    id.endsWith("/contract/limits.json")
      ? JSON.stringify(changes.reduce(replaceAt, JSON.parse(code) as object))
      : null,
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
