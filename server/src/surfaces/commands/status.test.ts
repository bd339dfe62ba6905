/** The public status page: real numbers with sample sizes, no merchant data, nothing from too few calls. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import {
  announceOutage,
  endOutage,
  observeBank,
  watchBanks,
  type Observation,
  type PublicHealth,
  type PublicIncident,
} from "#health";
import type { Context } from "#lib/context";
import { makeWorld } from "#test/world";
import { mountStatus } from "./serve-http.ts";

const world = await makeWorld();

/** Opens the page as a new visitor. */
async function open(ctx: Context = world.ctx): Promise<Seen> {
  const app = fastify();
  mountStatus(app, ctx, null);
  const [json, page] = await Promise.all([app.inject("/status.json"), app.inject("/status")]);
  await app.close();
  return {
    status: [json.statusCode, page.statusCode],
    ...json.json<Pick<Seen, "items" | "incidents">>(),
    page: page.body,
    headers: page.headers,
  };
}

interface Seen {
  readonly status: number[];
  readonly items: PublicHealth[];
  readonly incidents: PublicIncident[];
  readonly page: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const observe = (
  merchantId: string,
  sign: Observation["sign"],
  count: number,
  more: Partial<Observation> = {},
): void => {
  for (let made = 0; made < count; made += 1) {
    const one = {
      bankId: "meghdoot",
      rail: "imps",
      payeeCode: "HDFC",
      sign,
      at: Date.now(),
      tookMs: 5,
    } as const;
    observeBank(world.ctx, merchantId, { ...one, ...more });
  }
};

test("shares of live and of simulated banks stand apart, with their calls; of too few nothing is said", async () => {
  const before = await open();
  assert.deepEqual(before.status, [200, 200]);
  assert.match(before.page, /No payments yet.*No live payment has been sent to a bank yet/s);
  assert.match(before.page, /No bank used for live payments had an incident/);
  const [live, sandbox, other] = [
    await world.makeMerchant({ mode: "live" }),
    await world.makeMerchant(),
    await world.makeMerchant(),
  ];
  observe(live.merchantId, "paid", 95);
  observe(live.merchantId, "refused", 5);
  observe(sandbox.merchantId, "paid", 15);
  observe(other.merchantId, "paid", 15);
  observe(other.merchantId, "paid", 3, { bankId: "jugnu" });
  await watchBanks(world.ctx);
  const { items, page, headers } = await open();
  assert.deepEqual(
    items.map(({ banks, bankName, rail, calls, successBp }) => [banks, bankName, rail, calls, successBp]),
    [
      ["live", "Meghdoot Bank", "imps", 100, 9_500],
      ["simulated", "Jugnu Payments Bank", "imps", 3, null],
      ["simulated", "Meghdoot Bank", "imps", 30, 10_000],
    ],
  );
  assert.match(page, /95\.00%<\/span> <span[^>]*>succeeded \(88\.\d\d% to 97\.\d\d%\)/);
  assert.match(page, /Rates appear after \d+ payments/);
  assert.match(page, /As of <time datetime="[^"]+"[^>]*>\d+ \w+ \d{4}, \d\d:\d\d IST/);
  assert.match(String(headers["content-security-policy"]), /default-src 'self'.*object-src 'none'/);
  for (const secret of [live.merchantId, sandbox.merchantId, "HDFC"])
    assert.ok(!page.includes(secret), secret);
});

test("incidents of real banks are told with their times, and not why they were announced", async () => {
  const notice = {
    severity: "high",
    because: "a <secret> of the bank",
    planned: null,
    by: "system",
  } as const;
  const { outageNo } = await announceOutage(world.ctx, {
    ...{ ...notice, entity: "our_bank", entityCode: "meghdoot", mode: "imps" },
  });
  await announceOutage(world.ctx, { ...notice, entity: "bank", entityCode: "YESB", mode: "neft" });
  await endOutage(world.ctx, { outageNo, by: "system" });
  const { incidents, page } = await open();
  assert.deepEqual(
    incidents.map(({ of, rail, state }) => [of, rail, state]),
    [
      ["payees_bank", "neft", "active"],
      ["our_bank", "imps", "resolved"],
    ],
  );
  assert.match(
    page,
    /Meghdoot Bank, IMPS.*Resolved.*\(under a minute\).*Paying bank, reported by the bank, high severity/s,
  );
  assert.ok(!page.includes("secret") && !JSON.stringify(incidents).includes("secret"));
});

test("while the database is away the page says so in its own words", async () => {
  const away = world.openContext({ databaseUrl: "postgres://x@127.0.0.1:1/none", connections: 1 });
  const { status, page, headers } = await open(away);
  assert.equal(status[1], 503);
  assert.match(page, /Figures are not available at the moment/);
  assert.ok(Number(headers["retry-after"]) > 0);
});
