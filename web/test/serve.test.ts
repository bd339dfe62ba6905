// The behaviour of the file server, tested over HTTP.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { DOWNLOADS } from "#build/copy-contract.ts";
import { startSite } from "./site.ts";

let address: string;
let close: () => Promise<void>;
before(async () => ({ address, close } = await startSite()));
after(() => close());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

test("a page is HTML, is never cached without asking, and has the security headers", async () => {
  const { status, headers } = await ask("/");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(headers["cache-control"], "no-cache");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "strict-origin-when-cross-origin");
  assert.match(String(headers["content-security-policy"]), /default-src 'self'; script-src 'self' 'sha256-/);
  assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe/);
});

test("the policy names every inline script of the page, and no other", async () => {
  for (const path of ["/", "/payout/introduction", "/careers"]) {
    const { headers, body } = await ask(path);
    const inline = [
      ...body.toString().matchAll(/<script(?![^>]*(?:src=|ld\+json))[^>]*>([\s\S]+?)<\/script>/g),
    ];
    assert.ok(inline.length >= 2, path);
    const hashes = inline.map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
    const allowed = String(headers["content-security-policy"]).match(/'sha256-[^']+'/g) ?? [];
    assert.deepEqual([...new Set(hashes)].sort(), [...allowed].sort(), path);
  }
});

test("compressed copies are sent to those who accept them, and hold the same text", async () => {
  const plain = await ask("/payout/introduction");
  const brotli = await ask("/payout/introduction", { "accept-encoding": "gzip, deflate, br" });
  const gzip = await ask("/payout/introduction", { "accept-encoding": "gzip" });
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(brotli.headers["content-encoding"], "br");
  assert.equal(gzip.headers["content-encoding"], "gzip");
  assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
  assert.deepEqual(gunzipSync(gzip.body), plain.body);
  assert.equal(brotli.headers.vary, "accept-encoding");
});

test("contract and collections are files to download, byte by byte those of the repository", async () => {
  for (const name of DOWNLOADS) {
    const { status, headers, body } = await ask(`/${name}`);
    assert.equal(status, 200, name);
    assert.match(
      String(headers["content-type"]),
      name.endsWith(".sh") ? /shellscript/ : /^application\/json/,
    );
    assert.deepEqual(body, readFileSync(new URL(`../../contract/${name}`, import.meta.url)), name);
  }
});

test("hashed assets may be kept forever, with their own types", async () => {
  const html = (await ask("/")).body.toString();
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
  const font = /\/assets\/[\w.-]+\.woff2/.exec(html)?.[0] ?? "";
  for (const [path, type] of [
    [script, "text/javascript; charset=utf-8"],
    [font, "font/woff2"],
  ] as const) {
    const { status, headers } = await ask(path);
    assert.equal(status, 200, path);
    assert.equal(headers["content-type"], type);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  }
});

test("an unchanged page is answered with 304", async () => {
  const first = await ask("/contact-page");
  const second = await ask("/contact-page", { "if-none-match": String(first.headers.etag) });
  assert.equal(second.status, 304);
  assert.equal(second.body.length, 0);
});

test("HEAD answers the headers only, and other methods are left to others", async () => {
  const head = await ask("/", {}, "HEAD");
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  assert.ok(Number(head.headers["content-length"]) > 1000);
  assert.equal((await ask("/", {}, "POST")).status, 405);
});

test("unknown paths lead to the home page, the bare docs path to the introduction", async () => {
  const moves: [string, number, string][] = [
    ["/nothing-here", 302, "/"],
    ["/payout/nothing-here", 302, "/"],
    ["/index.php?x=1", 302, "/"],
    ["/payout", 302, "/payout/introduction"],
    ["/payout/", 302, "/payout/introduction"],
    ["/careers/", 308, "/careers"],
    ["/payout/faqs/?lang=java", 308, "/payout/faqs?lang=java"],
  ];
  for (const [path, status, to] of moves) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.headers.location], [status, to], path);
  }
});

test("every path of the dashboard is answered with its page, under a policy without exceptions", async () => {
  for (const path of [
    "/dashboard",
    "/dashboard/sandbox/summary",
    "/dashboard/live/",
    "/login",
    "/signup?x=1",
  ]) {
    const { status, headers, body } = await ask(path);
    assert.equal(status, 200, path);
    assert.equal(headers["cache-control"], "no-cache");
    assert.match(String(headers["content-security-policy"]), /style-src 'self';/);
    assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe/);
    const inline = [...body.toString().matchAll(/<script(?![^>]*src=)[^>]*>([\s\S]+?)<\/script>/g)];
    const hashes = inline.map(([, code = ""]) => createHash("sha256").update(code).digest("base64"));
    for (const hash of hashes) assert.ok(String(headers["content-security-policy"]).includes(hash), path);
    assert.match(body.toString(), /draws its screens with JavaScript/);
  }
  for (const path of ["/dashboards", "/login/x", "/logins"]) {
    assert.equal((await ask(path)).headers.location, "/", path);
  }
});

test("nothing outside the list of files can be asked for", async () => {
  for (const path of [
    "/../csp.json",
    "/%2e%2e/csp.json",
    "/..%2fcsp.json",
    "//etc/passwd",
    "/__spa-fallback.html",
    "/index.html.br",
  ]) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.location], [302, "/"], path);
  }
});

test("a script chunk that is gone fails as a script", async () => {
  assert.equal((await ask("/assets/gone-12345678.js")).status, 404);
});

test("the Markdown twin, the search index and llms.txt are there with their types", async () => {
  for (const [path, type] of [
    ["/payout/introduction.md", "text/markdown; charset=utf-8"],
    ["/docs-index.json", "application/json; charset=utf-8"],
    ["/llms.txt", "text/plain; charset=utf-8"],
    ["/robots.txt", "text/plain; charset=utf-8"],
    ["/favicon.svg", "image/svg+xml"],
  ] as const) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers["content-type"]], [200, type], path);
  }
});
