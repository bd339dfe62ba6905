// The parts of pages for programs and researchers: link previews, search engines, and reports of vulnerabilities.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { brand } from "#app/brand.ts";
import { prerenderedPaths } from "#app/page-list.ts";
import { parseHtml, textOf as textInside } from "#build/parse-html.ts";
import { CARD, drawCard } from "#build/draw-card.ts";
import { cardOf } from "#build/write-heads.ts";
import { serveWeb } from "#serve";
import { DEFAULT_ADDRESS, DEFAULT_EMAIL } from "../../server/src/people/operator/index.ts";
import { buildDir } from "./site.ts";

const clientDir = join(buildDir, "client");
const origin = "https://payouts.example.in";
const repository = "https://code.example.in/vitaran";
const image = "registry.example.in/vitaran:1.0";
const operator = {
  email: "help@business.example",
  address: "Tata & Sons, Shop $& 7, Pune",
  accountManager: "meera@business.example",
  supportForm: "https://help.business.example/new",
  webhookAddresses: { test: ["203.0.113.7"], live: ["198.51.100.0/28", "2001:db8::1"] },
};
/** The first server knows neither the source code nor an image nor its operator. */
const servers = [
  { repository: null, image: null },
  { repository, image, operator },
].map((known) => {
  const serve = serveWeb({ buildDir, addresses: { origin, ...known } });
  return createServer((request, response) => void serve(request, response));
});
const get = async (path: string, { from = 1, headers = {} } = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(servers[from]!.address() as AddressInfo).port}${path}`, { headers });
const textOf = async (path: string, from = 1): Promise<string> => (await get(path, { from })).text();

before(() => Promise.all(servers.map((one) => new Promise<void>((go) => one.listen(0, "127.0.0.1", go)))));
after(() => servers.forEach((one) => void one.close()));

test("every page names its one address, its title and a picture that is there", async () => {
  for (const path of prerenderedPaths) {
    const html = await textOf(path);
    const tag = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
    const property = (name: string) => tag(new RegExp(`<meta property="${name}" content="([^"]*)"`));
    assert.equal(tag(/<link rel="canonical" href="([^"]*)"/), origin + path);
    assert.equal(property("og:url"), origin + path);
    assert.equal(property("og:title"), tag(/<title>([^<]*)/));
    assert.equal(property("og:description"), tag(/<meta name="description" content="([^"]*)"/));
    assert.equal(property("og:image"), origin + cardOf(path));
    const png = readFileSync(join(clientDir, cardOf(path)));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [CARD.width, CARD.height], path);
    assert.ok(png.length < 30_000, `${path}: ${png.length}`);
  }
  assert.ok((await textOf("/")).includes('<meta name="twitter:card" content="summary_large_image"/>'));
});

test("a picture is the same for the same page, and a letter that was not cut ends the build", () => {
  const page = { title: "Payout Lifecycle", part: "Documentation · Make Payouts" };
  assert.deepEqual(drawCard(page), drawCard(page));
  assert.notDeepEqual(drawCard(page), drawCard({ ...page, title: "Payout Lifecycles" }));
  assert.throws(() => drawCard({ ...page, title: "वितरण" }), /no letter "व"/);
});

test("the map of the site lists every page, and robots.txt leads to it", async () => {
  const map = await textOf("/sitemap.xml");
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  assert.deepEqual(
    listed,
    prerenderedPaths.map((path) => origin + path),
  );
  assert.match(await textOf("/robots.txt"), new RegExp(`^Sitemap: ${origin}/sitemap.xml$`, "m"));
});

test("security.txt names whom to write to, until when it holds, and where it is", async () => {
  const text = await textOf("/.well-known/security.txt");
  assert.match(text, /^Contact: mailto:\S+@\S+$/m);
  assert.ok(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "") > Date.now());
  assert.match(text, new RegExp(`^Canonical: ${origin}/.well-known/security.txt$`, "m"));
  assert.match(text, new RegExp(`^Policy: ${repository}/blob/main/SECURITY.md$`, "m"));
  assert.doesNotMatch(await textOf("/.well-known/security.txt", 0), /Policy|repository/);
});

test("links to the source are on every page of the documentation where the repository is known, else on none", async () => {
  const [without, known] = await Promise.all([0, 1].map((from) => textOf("/payout/downtimes", from)));
  const source = "web/app/docs/content/downtimes.mdx";
  assert.ok(known?.includes(`<a href="${repository}/edit/main/${source}">Edit this page</a>`));
  assert.ok(known?.includes(`<a href="${repository}/blob/main/${source}">`));
  readFileSync(new URL(`../../${source}`, import.meta.url));
  assert.doesNotMatch(without ?? "", /REPOSITORY_URL|Edit this page|<!--repository/);
});

test("the home page shows how to get and start it, and only what leads somewhere", async () => {
  const [without, known] = await Promise.all([0, 1].map(async (from) => commandsOf(await textOf("/", from))));
  assert.deepEqual(without, ["$ npm start"]);
  assert.deepEqual(known, [
    `$ git clone ${repository} vitaran && cd vitaran && npm start`,
    `$ docker run -p 8080:8080 --env-file vitaran.env ${image}`,
  ]);
});

/** Returns the commands at the top of the home page, as a visitor sees and copies them. */
function commandsOf(html: string): string[] {
  const hero = /<section aria-labelledby="hero-title"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
  assert.doesNotMatch(hero, /REPOSITORY_URL|CONTAINER_IMAGE/);
  const shown = hero.replaceAll(/<!--(?!end|without)[\s\S]*?-->/g, "");
  return [...shown.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, code = ""]) =>
    parseHtml(code).map(textInside).join(""),
  );
}

test("a page with its addresses is compressed too, and known by what it holds", async () => {
  const zipped = await get("/payout/faqs", { headers: { "accept-encoding": "gzip" } });
  assert.equal(zipped.headers.get("content-encoding"), "gzip");
  const built = gunzipSync(readFileSync(join(clientDir, "payout/faqs/index.html.gz"))).toString();
  assert.equal((await zipped.text()).includes(origin), !built.includes(origin));
  const etags = await Promise.all(
    [0, 1].map(async (from) => (await get("/payout/faqs", { from })).headers.get("etag")),
  );
  assert.notEqual(etags[0], etags[1]);
});

test("icons for browsers and phones are there with their types", async () => {
  const [icon, touch] = await Promise.all([get("/favicon.ico"), get("/apple-touch-icon.png")]);
  assert.deepEqual(
    [icon, touch].map(({ headers }) => headers.get("content-type")),
    ["image/x-icon", "image/png"],
  );
  const png = Buffer.from(await touch.arrayBuffer());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [180, 180]);
});

test("pages, documents and contracts name the operator of the settings, and nobody else", async () => {
  assert.deepEqual([brand.supportEmail, brand.address], [DEFAULT_EMAIL, DEFAULT_ADDRESS]);
  const documents = [
    "/payout/faqs.md",
    "/openapi.json",
    "/errors.json",
    "/llms-full.txt",
    "/docs-texts.json",
  ];
  const all = [...prerenderedPaths, ...documents, "/.well-known/security.txt"];
  for (const path of all) {
    const text = await textOf(path);
    assert.doesNotMatch(text, /@vitaran\.example|\{operatorEmail\}|@cashfree/, path);
    assert.doesNotMatch(await textOf(path, 0), /\{operatorEmail\}|@cashfree/, path);
  }
  assert.match(await textOf("/openapi.json"), /APIs not enabled. Please reach out to help@business\.example/);
  const [home, queuing, webhooks] = await Promise.all(
    ["/", "/payout/low-balance/low-balance-transfer-queuing", "/payout/make-payouts/webhooks"].map((path) =>
      textOf(path),
    ),
  );
  assert.ok(
    home?.includes("Tata &amp; Sons, Shop $&amp; 7, Pune") &&
      home.includes('content="help@business.example"'),
  );
  assert.ok(queuing?.includes(`href="${operator.supportForm}"`));
  assert.ok(queuing?.includes("mailto:meera@business.example"));
  assert.match(webhooks ?? "", /Testing:<\/strong> <code>203\.0\.113\.7<\/code>\./);
  assert.match(webhooks ?? "", /Production:<\/strong> <code>198\.51\.100\.0\/28, 2001:db8::1<\/code>\./);
  assert.match(await textOf("/payout/make-payouts/webhooks", 0), /this operator has published no list/);
});

test("the changelog page is the repository's own", async () => {
  const html = await textOf("/changelog");
  const text = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
  const items = text.match(/^- /gm)?.length ?? 0;
  assert.ok(items > 50);
  const article = /<article[\s\S]*<\/article>/.exec(html)?.[0].replace(/<nav[\s\S]*?<\/nav>/, "");
  assert.equal(article?.match(/<li>/g)?.length, items);
  const versions = text.match(/^## .*$/gm) ?? [];
  assert.ok(versions.length > 0);
  for (const version of versions) {
    assert.match(version, /^## \d+\.\d+\.\d+, .*\b\d{1,2} [A-Z][a-z]+ 20\d\d\b/);
    assert.ok(html.includes(`>Version ${version.slice(3)}</h2>`), version);
  }
});
