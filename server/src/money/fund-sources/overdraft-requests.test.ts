import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decideOverdraftRequest,
  listOverdraftRequests,
  readBalance,
  requestOverdraftLimit,
  WALLET_ID,
} from "#fund-sources";
import { makeMembers } from "#test/make-members";
import { makeWorld, type TestMerchant } from "#test/world";

const world = await makeWorld();
const { ctx } = world;

const ask = (
  { merchantId }: TestMerchant,
  limitPaise: bigint,
  by = "system" as `member:${string}` | "system",
) =>
  requestOverdraftLimit(ctx, merchantId, {
    fundSourceId: WALLET_ID,
    limitPaise,
    because: "Salaries leave before the customers pay",
    by,
  });

const limitOf = async ({ merchantId }: TestMerchant): Promise<bigint> => {
  const balance = await ctx.db.inMerchant(merchantId, (tx) => readBalance(tx, WALLET_ID));
  return balance.overdraftLimitPaise;
};

test("in the sandbox a limit that is asked for holds at once", async () => {
  const merchant = await world.makeMerchant();
  const { status } = await ask(merchant, 500_00n);
  assert.equal(status, "granted");
  assert.equal(await limitOf(merchant), 500_00n);
});

test("a live merchant waits for the operator: granted, the limit holds; declined, it does not", async () => {
  const merchant = await world.makeMerchant({ mode: "live" });
  const { merchantId } = merchant;
  const first = await ask(merchant, 500_00n);
  assert.equal(first.status, "requested");
  assert.equal(await limitOf(merchant), 0n);
  await assert.rejects(ask(merchant, 600_00n), { code: "overdraft_requested" });
  const decide = (verdict: "grant" | "decline", requestId: string, answer: string | null = null) =>
    decideOverdraftRequest(ctx, merchantId, { requestId, verdict, answer, by: "system" });
  await decide("grant", first.requestId);
  assert.equal(await limitOf(merchant), 500_00n);
  await assert.rejects(decide("grant", first.requestId), { code: "overdraft_request_decided" });
  const second = await ask(merchant, 900_00n);
  await assert.rejects(decide("decline", second.requestId), { code: "because_missing" });
  await decide("decline", second.requestId, "Not before the audit");
  assert.equal(await limitOf(merchant), 500_00n);
  const listed = await ctx.db.inMerchant(merchantId, listOverdraftRequests);
  assert.deepEqual(
    listed.map(({ status, answer }) => [status, answer]),
    [
      ["declined", "Not before the audit"],
      ["granted", null],
    ],
  );
});

test("an Owner's request takes the place of another member's that waits, and no other member's does", async () => {
  const merchant = await world.makeMerchant({ mode: "live" });
  const people = await makeMembers(ctx, merchant.organizationId, {
    olga: "owner",
    asha: "admin",
    ravi: "admin",
  });
  const { olga, asha, ravi } = people;
  await ask(merchant, 1_00n, `member:${asha}`);
  await assert.rejects(ask(merchant, 500_00n, `member:${ravi}`), { code: "overdraft_requested" });
  await ask(merchant, 900_00n, `member:${olga}`);
  await assert.rejects(ask(merchant, 800_00n, `member:${olga}`), { code: "overdraft_requested" });
  await assert.rejects(ask(merchant, 1_00n, `member:${asha}`), { code: "overdraft_requested" });
  const listed = await ctx.db.inMerchant(merchant.merchantId, listOverdraftRequests);
  assert.deepEqual(
    listed.map(({ limitPaise, status, answer }) => [limitPaise, status, answer]),
    [
      [900_00n, "requested", null],
      [1_00n, "declined", "Replaced by an Owner's request."],
    ],
  );
});

test("an Owner's request does not replace that of the operator", async () => {
  const merchant = await world.makeMerchant({ mode: "live" });
  const { olga } = await makeMembers(ctx, merchant.organizationId, { olga: "owner" });
  await ask(merchant, 1_00n);
  await assert.rejects(ask(merchant, 900_00n, `member:${olga}`), { code: "overdraft_requested" });
});

test("it takes the permission, a reason, a limit and a fund source that can be overdrawn", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId, organizationId } = merchant;
  const { asha, meera } = await makeMembers(ctx, organizationId, { asha: "admin", meera: "initiator" });
  await ask(merchant, 1_00n, `member:${asha}`);
  await assert.rejects(ask(merchant, 1_00n, `member:${meera}`), { code: "not_permitted" });
  await assert.rejects(ask(merchant, -1n), { code: "limit_invalid" });
  const wrong = { fundSourceId: "BANK_9", limitPaise: 1n, because: "x", by: "system" } as const;
  await assert.rejects(requestOverdraftLimit(ctx, merchantId, wrong), { code: "not_found" });
  await assert.rejects(requestOverdraftLimit(ctx, merchantId, { ...wrong, because: " " }), {
    code: "because_missing",
  });
});
