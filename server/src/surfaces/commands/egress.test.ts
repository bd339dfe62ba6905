/** Every address that settings and rows make possible is printed, with what makes it so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectBank } from "#fund-sources";
import { addEndpoint, disableEndpoint, removeEndpoint } from "#webhooks";
import { readConfig } from "#lib/config";
import { runHere } from "#test/run-words";
import { makeWorld } from "#test/world";
import { readEgress, type Way } from "./egress.ts";

const world = await makeWorld();
const { ctx } = world;
const environment = { ...world.environment, DATABASE_URL: world.ownerUrl };
const resolve = async () => ["93.184.215.14"];

const addressOf = ({ scheme, host, port }: Way): string => `${scheme}://${host}:${port}`;

test("settings make their own addresses possible, and no others", async () => {
  const settings = {
    VITARAN_MODE: "production",
    VITARAN_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    DATABASE_URL: "postgres://owner:secret@db.internal/vitaran",
    DATABASE_HOMES: "west=postgres://owner:secret@west.internal:6432/vitaran",
    SMTP_URL: "smtps://sender:secret@mail.example",
    SMTP_FROM: "payouts@shop.example",
    PUBLIC_URL: "https://payouts.shop.example",
    REPOSITORY_URL: "https://code.example/vitaran",
  };
  const read = async (environment: Record<string, string>): Promise<Way[]> => {
    const ways = await readEgress({ ...ctx, config: readConfig(environment) }, { embedded: "" });
    return ways.filter(({ from, scheme }) => !from.includes(".") && scheme !== "dns");
  };
  const ways = await read(settings);
  assert.deepEqual(
    ways.map((way) => [addressOf(way), way.why, way.from]),
    [
      ["postgres://db.internal:5432", "database", "DATABASE_URL"],
      ["postgres://west.internal:6432", "database of home west", "DATABASE_HOMES"],
      ["smtps://mail.example:465", "mail server", "SMTP_URL"],
    ],
  );
  assert.ok(!JSON.stringify(ways).includes("secret"));
  const inSandbox = await read({ ...settings, VITARAN_MODE: "sandbox" });
  assert.deepEqual(inSandbox.map(addressOf).at(-1), "https://payouts.shop.example:443");
});

test("banks and endpoints are named with the merchants who have them", async () => {
  const [one, two] = [await world.makeMerchant(), await world.makeMerchant()];
  // The test's own bank of every merchant is at port 9.
  const bank = { bankId: "meghdoot", adapter: "json-h2h", debitAccount: "501000000001", simulated: true };
  const secrets = { apiKey: "key-1", callbackSecret: "callback-secret-1" };
  await connectBank(ctx, two.merchantId, { ...bank, ...secrets, baseUrl: "http://127.0.0.1:8443/pay" });
  const folder = { ...bank, bankId: "himshikhar", adapter: "iso20022", baseUrl: "file:///srv/bank" };
  await connectBank(ctx, two.merchantId, { ...folder, ...secrets });
  for (const { merchantId } of [one, two]) {
    const url = "https://hooks.shop.example/in?key=whatever";
    await addEndpoint(ctx, merchantId, { url, format: "standard" }, resolve);
  }
  const gone = { url: "https://old.shop.example/in", format: "standard" } as const;
  const removed = await addEndpoint(ctx, one.merchantId, gone, resolve);
  await removeEndpoint(ctx, one.merchantId, { endpointId: removed.endpointId });
  const off = { url: "https://off.shop.example/in", format: "standard" } as const;
  const disabled = await addEndpoint(ctx, one.merchantId, off, resolve);
  await disableEndpoint(ctx, one.merchantId, { endpointId: disabled.endpointId });

  const { code, out } = await runHere(["egress", "--json"], environment);
  assert.equal(code, 0);
  const ways = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Way);
  const hooks = ways.filter(({ from }) => from === "webhooks.endpoint");
  assert.deepEqual(
    hooks.map((way) => [addressOf(way), way.merchants.toSorted()]),
    [
      ["https://hooks.shop.example:443", [one.merchantId, two.merchantId].toSorted()],
      ["https://off.shop.example:443", [one.merchantId]],
    ],
  );
  const banks = ways.filter((way) => way.from === "fund_sources.bank_connection" && way.port !== 9);
  assert.deepEqual(
    banks.map((way) => [addressOf(way), way.why, way.merchants]),
    [["http://127.0.0.1:8443", "bank meghdoot", [two.merchantId]]],
  );
  const people = await runHere(["egress"], environment);
  assert.match(
    people.out,
    /^https:\/\/hooks\.shop\.example:443 {2}webhooks \(webhooks\.endpoint, 2 merchants\)$/m,
  );
});
