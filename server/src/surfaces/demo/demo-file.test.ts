import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildApi } from "#api";
import { makeWorld } from "#test/world";
import { mountDemoKey, type DemoOffer } from "./index.ts";

const dataDir = mkdtempSync(join(tmpdir(), "vitaran-demo-key-"));
const world = await makeWorld({ environment: { VITARAN_DATA_DIR: dataDir } });
world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));
const classic = { name: "Classic", clientId: "c", clientSecret: "cs", httpStatus: "always-200" };
const rest = { name: "Demo", clientId: "r", clientSecret: "rs", httpStatus: "rest" };

const NEIGHBOUR = { host: "localhost:8080", referer: "http://localhost:8080/payout/api/transfers" };

async function ask({
  headers = NEIGHBOUR,
  from = "127.0.0.1",
  config = {},
}: {
  headers?: Record<string, string>;
  from?: string;
  config?: Partial<typeof world.ctx.config>;
} = {}): Promise<DemoOffer> {
  const ctx = { ...world.ctx, config: { ...world.ctx.config, ...config } };
  const app = buildApi(ctx);
  mountDemoKey(app, ctx);
  try {
    const options = { method: "GET", url: "/sandbox/demo-key", headers, remoteAddress: from } as const;
    const response = await app.inject(options);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers["cache-control"], "no-store");
    return response.json<DemoOffer>();
  } finally {
    await app.close();
  }
}

test("without demo merchants there is nothing to offer", async () => {
  assert.deepEqual(await ask(), { offered: false });
});

test("a page that is read on the computer that serves it gets the demo key, over IPv4 and IPv6", async () => {
  writeFileSync(join(dataDir, "demo.json"), JSON.stringify({ clients: [classic, rest] }));
  const offer = { offered: true, clientId: "r", clientSecret: "rs" };
  for (const from of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]) {
    assert.deepEqual(await ask({ from }), offer, from);
  }
  for (const host of ["localhost", "127.0.0.1:9000", "[::1]:8080"]) {
    assert.deepEqual(await ask({ headers: { host, referer: `http://${host}/payout/faqs` } }), offer, host);
  }
  assert.deepEqual(await ask({ config: { publicUrl: "http://localhost:8080" } }), offer);
});

test("no one else gets it: no stranger, no proxy, no other name, no other page", async () => {
  const refused: Parameters<typeof ask>[0][] = [
    { from: "192.0.2.1" },
    { from: "::ffff:192.0.2.1" },
    { from: "10.0.0.1" },
    { headers: { ...NEIGHBOUR, "x-forwarded-for": "192.0.2.1" } },
    { headers: { ...NEIGHBOUR, forwarded: "for=192.0.2.1" } },
    { headers: { ...NEIGHBOUR, via: "1.1 proxy" } },
    { headers: { ...NEIGHBOUR, "x-real-ip": "127.0.0.1" } },
    { headers: { host: "rebound.example:8080", referer: "http://rebound.example:8080/" } },
    { headers: { host: "localhost.example", referer: "http://localhost.example/" } },
    { headers: { host: "localhost:8080", referer: "https://payouts.example/payout/faqs" } },
    { headers: { host: "localhost:8080", referer: "http://localhost:3000/" } },
    { headers: { host: "localhost:8080" } },
    { headers: { ...NEIGHBOUR, "sec-fetch-site": "cross-site" } },
    { config: { mode: "production" } },
    { config: { publicUrl: "https://payouts.example" } },
    { config: { trustProxy: ["127.0.0.1"] } },
  ];
  for (const asking of refused)
    assert.deepEqual(await ask(asking), { offered: false }, JSON.stringify(asking));
});
