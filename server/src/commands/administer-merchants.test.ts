import assert from "node:assert/strict";
import { test } from "node:test";
import { findVirtualAccount } from "#fund-sources";
import { makeWorld } from "#test/world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeWorld();
const { run, fail } = makeOperator(world);

test("who makes a merchant is told the account that recharges its wallet", async () => {
  const { organizationId } = await world.makeMerchant();
  const made = await run<Record<string, string>>("create-merchant", {
    organization: organizationId,
    name: "Kaveri Stores",
    mode: "sandbox",
  });
  assert.match(made.accountNumber!, /^[0-9]{16}$/);
  assert.match(made.ifsc!, /^[A-Z]{4}0[A-Z0-9]{6}$/);
  const owner = await findVirtualAccount(world.ctx, made.accountNumber!);
  assert.deepEqual(owner, { merchantId: made.merchantId, fundSourceId: made.fundSourceId });
});

test("an option that is wrong is told by its name, in a line, before anything is opened", async () => {
  const wrongId = await fail("list-approvals", { merchant: "xyz" });
  assert.match(wrongId, /--merchant <id>.*It is not an ID/);
  const { organizationId } = await world.makeMerchant();
  const amount = { organization: organizationId, name: "Kaveri", mode: "sandbox", overdraft: "much" };
  const wrongAmount = await fail("create-merchant", amount);
  assert.match(wrongAmount, /--overdraft/);
  const wrongMode = await fail("create-merchant", { ...amount, mode: "test", overdraft: "0" });
  assert.match(wrongMode, /--mode.*sandbox, live/);
  const rule = { merchant: organizationId, kind: "velocity", effect: "block" };
  const wrongJson = await fail("add-rule", { ...rule, parameters: "{bad" });
  assert.match(wrongJson, /--parameters.*It is not JSON/);
  const range = { ...rule, parameters: "{}", from: "2026-02-30T00:00:00Z" };
  const wrongDay = await fail("try-rule", range);
  assert.match(wrongDay, /--from.*Use a time with its time zone/);
  const all = [wrongId, wrongAmount, wrongMode, wrongJson, wrongDay];
  for (const told of all) assert.doesNotMatch(told, /\n {4}at /);
});

test("a mistyped command is told with the one that was meant, and nothing starts", async () => {
  assert.match(
    await fail("creat-client", {}),
    /unknown command 'creat-client'\s*\(Did you mean create-client\?\)/,
  );
});
