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
  assert.match(wrongId, /--merchant <id>.*It is no id/);
  const { organizationId } = await world.makeMerchant();
  const amount = { organization: organizationId, name: "Kaveri", mode: "sandbox", overdraft: "much" };
  const wrongAmount = await fail("create-merchant", amount);
  assert.match(wrongAmount, /--overdraft/);
  for (const told of [wrongId, wrongAmount]) assert.doesNotMatch(told, /\n {4}at /);
});
