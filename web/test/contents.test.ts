// The content of the built pages: links lead somewhere, pages have substance, and facts agree with the specification.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { apiOperations } from "#app/facts/api-operations.ts";
import { generalFaqs } from "#app/facts/general-faqs.ts";
import samplesRan from "#app/facts/samples-ran.json" with { type: "json" };
import { moves } from "#app/facts/status-moves.ts";
import { statuses } from "#app/facts/statuses.ts";
import { webhookEvents } from "#app/facts/webhook-events.ts";
import { isDashboardPath } from "#app/dashboard/paths.ts";
import { prerenderedPaths } from "#app/page-list.ts";
import { breadcrumb, docsPages, navigation } from "#docs/navigation.ts";
import { homeQuestions } from "#site/home/questions.ts";
import { comingSoonPages } from "#site/site-map.ts";
import { parseHtml, textOf } from "#build/parse-html.ts";
import { buildDir } from "./site.ts";

const clientDir = join(buildDir, "client");
const read = (path: string) => readFileSync(join(clientDir, path, "index.html"), "utf8");
const pages = new Map(prerenderedPaths.map((path) => [path, read(path)]));
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));

/** The server creates this file for every request, so the build does not contain it. */
const STATUS_DATA = "/status.json";

test("every link and anchor leads to something", () => {
  const dead: string[] = [];
  for (const [path, html] of pages) {
    // Links to the source code appear only if the server knows its address.
    const shown = html.replaceAll(/<!--repository .*?-->/gs, "");
    for (const [, href = ""] of shown.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (href.startsWith("mailto:")) continue;
      if (!/^[/#]/.test(href)) dead.push(`${path}: ${href} leaves the site`);
      const [target = "", anchor] = href.split("#");
      const aim = target === "" ? path : target.split("?")[0]!;
      if (isDashboardPath(aim) || aim === STATUS_DATA) continue;
      const page = aim === "/payout" ? pages.get("/payout/introduction") : pages.get(aim);
      if (!page && !existsSync(join(clientDir, aim))) dead.push(`${path}: ${href}`);
      else if (anchor && page && !idsOf(page).has(anchor)) dead.push(`${path}: no anchor ${href}`);
    }
  }
  assert.deepEqual(dead, []);
});

test("no id is used twice on a page, and every page has one h1 and a description", () => {
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
      path,
    );
    assert.equal(html.match(/<h1[ >]/g)?.length, 1, path);
    assert.match(html, /<meta name="description" content="[^"]{20,}"/, path);
    assert.match(html, /<title>[^<]{5,}<\/title>/, path);
  }
});

test("titles and descriptions differ from page to page", () => {
  for (const pattern of [/<title>([^<]*)/, /<meta name="description" content="([^"]*)/]) {
    const found = [...pages.values()].map((html) => pattern.exec(html)?.[1]);
    assert.equal(new Set(found).size, found.length);
  }
});

test("no page has fewer than 120 words, but for those that are coming soon", () => {
  const soon = new Set(comingSoonPages.map((page) => page.path));
  for (const [path, html] of pages) {
    if (soon.has(path) || path === "/contact-page") continue;
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    const article = /<article[^>]*data-still[\s\S]*?<\/article>/.exec(html)?.[0] ?? main;
    const words =
      parseHtml(article.replace(/<script[\s\S]*?<\/script>/g, ""))
        .map(textOf)
        .join(" ")
        .match(/[\p{L}\d]+/gu)?.length ?? 0;
    assert.ok(words >= 120, `${path} has ${words} words`);
  }
});

test("the documentation has every page, 40 general questions, the home page seven", () => {
  const required = [
    "introduction",
    "dashboard/overview",
    "dashboard/transfer-efficiency",
    "dashboard/email-notifications",
    "dashboard/reports",
    "make-payouts/lifecycle",
    "make-payouts/customers",
    "make-payouts/assign-roles",
    "make-payouts/single-sign-on",
    "make-payouts/transfer-reversals",
    "make-payouts/transfer-status",
    "make-payouts/recall-transfers-made",
    "make-payouts/payout-methods",
    "make-payouts/webhooks",
    "pay2phone/through-phone-number",
    "pay2phone/and-beneficiary-name",
    "co-lending",
    "beneficiary-management",
    "fund-management/introduction",
    "fund-management/vitaran-wallet",
    "downtimes",
    "low-balance/set-threshold",
    "low-balance/low-balance-transfer-queuing",
    "integrations/integrations",
    "faqs",
  ];
  for (const path of required) assert.ok(pages.has(`/payout/${path}`), path);
  assert.ok(docsPages.length >= 28);
  assert.equal(generalFaqs.flatMap((group) => group.questions).length, 40);
  assert.equal(homeQuestions.length, 7);
});

test("the anchors that other systems link to exist", () => {
  const anchors: Record<string, string[]> = {
    "dashboard/overview": ["summary", "beneficiaries", "transfers", "Flowgram", "account-info", "reports"],
    "dashboard/transfer-efficiency": ["successrate", "tat"],
    "dashboard/email-notifications": [
      "add-recipient",
      "manage-recipients",
      "delete-recipient",
      "disable-category",
    ],
    "dashboard/reports": [
      "transfer-report",
      "pending-transfers",
      "Flowgram",
      "account-statement",
      "reversed-transfers",
    ],
    "make-payouts/customers": ["quick-transfer", "batch-upload-transfer-details", "approve-batch-transfer"],
    "api/flowgram": ["Flowgram", "createCashgram"],
    "api/transfers": ["Transfers", "requestTransfer"],
    "integrations/errors-and-reasons": ["err-BENEFICIARY_BANK_OFFLINE"],
  };
  for (const [path, ids] of Object.entries(anchors)) {
    const present = idsOf(pages.get(`/payout/${path}`) ?? "");
    for (const id of ids) assert.ok(present.has(id), `${path}#${id}`);
  }
});

test("every call of the contract is explained, sampled and can be tried on one page", () => {
  const missing = apiOperations.filter(({ id }) => {
    const found = docsPages.filter(({ path }) => pages.get(path)?.includes(` data-try="${id}"`));
    return found.length !== 1 || !pages.get(found[0]?.path ?? "")?.includes(` data-sample="api/${id}"`);
  });
  assert.deepEqual(
    missing.map(({ id }) => id),
    [],
  );
  const offered = JSON.parse(readFileSync(join(clientDir, "docs-operations.json"), "utf8")) as {
    id: string;
  }[];
  assert.deepEqual(
    offered.map(({ id }) => id),
    apiOperations.map(({ id }) => id),
  );
});

test("every page has a Markdown twin with its headings; llms.txt lists all of them, llms-full.txt holds them", () => {
  const list = readFileSync(join(clientDir, "llms.txt"), "utf8");
  const full = readFileSync(join(clientDir, "llms-full.txt"), "utf8");
  for (const { path } of docsPages) {
    const twin = readFileSync(join(clientDir, `${path}.md`), "utf8");
    const headings = (pages.get(path) ?? "").match(/<h[123][ >]/g)?.length ?? 0;
    const written = twin.replaceAll(/^```$[\s\S]*?^```$/gm, "").match(/^#{1,3} /gm)?.length ?? 0;
    assert.ok(written >= headings, `${path}: ${written} of ${headings} headings`);
    assert.doesNotMatch(twin, /^(Try it|Copy as Markdown)$/m, path);
    assert.ok(list.includes(`](${path}.md): `), path);
    assert.ok(full.includes(twin.trim()), path);
  }
});

test("the engine's statuses, moves and events all have their words", () => {
  const shown = new Set(statuses.map(({ status }) => status.split(",")[0]));
  for (const { from, to, label } of moves) {
    assert.ok(shown.has(from) && shown.has(to), `${from} > ${to}`);
    assert.notEqual(label, "", `${from} > ${to}`);
  }
  for (const { name, when } of webhookEvents) assert.notEqual(when, "", name);
});

test("every page of the documentation says when it was written, and none from when its samples did not run", () => {
  for (const { path } of docsPages) {
    const html = pages.get(path) ?? "";
    assert.match(html, /Updated <time dateTime="\d{4}-\d\d-\d\d">/, path);
    const samples = [...html.matchAll(/ data-sample="([^"]+)"/g)].map((match) => match[1] ?? "");
    const known = samples.every((name) => name in samplesRan.hashes);
    assert.ok(!html.includes("Samples ran") || (samples.length > 0 && known), path);
  }
});

test("the fourteen coming-soon pages carry their titles", () => {
  assert.equal(comingSoonPages.length, 14);
  for (const { path, label } of comingSoonPages) {
    const text = parseHtml(/<main[\s\S]*<\/main>/.exec(pages.get(path) ?? "")?.[0] ?? "")
      .map(textOf)
      .join("");
    assert.ok(text.includes(label) && text.includes("Coming Soon"), path);
  }
});

test("the breadcrumb comes from the navigation, else from the address", () => {
  assert.deepEqual(breadcrumb("/payout/dashboard/reports"), { section: "Dashboard", title: "Reports" });
  assert.deepEqual(breadcrumb("/payout/co-lending"), { section: "Payouts", title: "Co-Lending" });
  assert.equal(breadcrumb("/payout/some/new-kind-of-page").title, "new kind of page");
  assert.ok(navigation.every((entry) => entry.path !== undefined || (entry.children?.length ?? 0) > 0));
});

test("pages stay inside their budgets of script, style, markup and fonts", () => {
  const sizes = new Map<string, number>();
  const size = (file: string): number => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(clientDir, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  };
  for (const [path, html] of pages) {
    const assets = (kind: string) => [...new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${kind}`, "g")))];
    const total = (kind: string) => assets(kind).reduce((sum, file) => sum + size(file), 0);
    // No page has the router or React before a reader uses something that needs it.
    assert.ok(total("js") <= 10_000, `${path}: ${total("js")} bytes of script`);
    assert.ok(total("css") <= 16_000, `${path}: ${total("css")} bytes of style`);
    // The API reference shows every call in five languages, with the library and over plain HTTP.
    // The changelog has all that was ever changed.
    const markup = path.startsWith("/payout/api/") || path === "/changelog" ? 35_000 : 25_000;
    assert.ok(gzipSync(html, { level: 9 }).length <= markup, `${path}: markup`);
    assert.ok(assets("js").length <= 16, `${path}: ${assets("js").length} scripts`);
  }
});

test("the Markdown of a table keeps apart what stands on lines of its own", () => {
  const reference = readFileSync(join(clientDir, "payout/api/transfers.md"), "utf8");
  assert.match(reference, /\| `beneId`<br>required \| string, up to 50 characters<br>Your ID /);
  assert.match(reference, /\| `priority` \| integer, from -100 to 100<br>/);
  assert.match(reference, /^### All \d+ responses$/m);
});

test("no page has a style attribute, an inline handler, or an address elsewhere", () => {
  for (const [path, html] of pages) {
    assert.doesNotMatch(html, /\sstyle="/, path);
    assert.doesNotMatch(html, /\son[a-z]+="/, path);
    assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//, path);
  }
});
