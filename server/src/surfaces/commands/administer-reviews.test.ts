import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#banks";
import { acceptTransfers, recordNews, runtimeOf } from "#transfers";
import { makeFaultWorld, orderTo, settle } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { run, fail } = makeOperator(world);

const REFUSED: Outcome = {
  kind: "failed",
  code: "M1",
  text: "no",
  reason: "INVALID_ACCOUNT_FAIL",
  otherBank: false,
};
const PAID: Outcome = { kind: "succeeded", code: "00", text: "paid", utr: "632512000001", credited: true };

interface Listed {
  readonly reviews: readonly Record<string, unknown>[];
  readonly contradictions: readonly Record<string, unknown>[];
}

test("an operator lists what waits for a person, and ends what is in review", async () => {
  // This bank cannot be asked to refuse a reference.
  const payer = await world.makePayer({ bankIds: ["purvasagar"] });
  const { merchantId: merchant, organizationId, debitAccount } = payer;
  const { asha: member } = await makeMembers(ctx, organizationId, { asha: "admin" });
  // The bank accepts the instruction, pays nothing and never responds.
  const mishap = { kind: "cut", posted: false };
  await world.simulator.control("PUT", "/sim/banks/purvasagar/manner", {
    debitAccount,
    mishaps: [
      { chance: 1, mishap },
      { chance: 1, operation: "enquire", mishap },
    ],
  });
  assert.deepEqual(await run("list-reviews", { merchant }), { reviews: [], contradictions: [] });

  const [late] = await acceptTransfers(ctx, merchant, [orderTo("late"), orderTo("silent")]);
  assert.ok(late?.kind === "accepted");
  await runtimeOf(ctx).idle();
  const { transferId } = late.transfer;
  for (const outcome of [REFUSED, PAID]) {
    await recordNews(ctx, merchant, [{ transferId, attempt: 1, source: "callback", outcome }]);
  }
  await settle(world, ctx, payer);

  const known = new Map(
    (
      await world.look<{ key: string; said: Record<string, unknown> }>(
        `select transfer_key as key, json_build_object('transferId', transfer_key,
           'referenceId', reference_id::text, 'amount', '100.00', 'bank', attempt.bank_id,
           'reference', reference) as said
         from transfers.transfer
         join transfers.attempt using (merchant_id, transfer_id, attempt)
         where merchant_id = $1`,
        [merchant],
      )
    ).map(({ key, said }) => [key, said]),
  );
  const { reviews, contradictions } = await run<Listed>("list-reviews", { merchant });
  const [{ since, ...review }, ...otherReviews] = reviews as [Record<string, unknown>];
  assert.deepEqual([review, otherReviews], [known.get("silent"), []]);
  const [entered] = await world.look<{ at: Date }>(
    "select at from transfers.step where merchant_id = $1 and to_status = 'review'",
    [merchant],
  );
  assert.equal(since, entered!.at.toISOString());
  const [{ openedAt, ...contradiction }, ...otherContradictions] = contradictions as [
    Record<string, unknown>,
  ];
  const about = { status: "FAILED", attempt: 1, kind: "late_success", detail: "callback: paid (00)" };
  assert.deepEqual([contradiction, otherContradictions], [{ ...known.get("late"), ...about }, []]);
  assert.ok(String(openedAt) < String(since));

  const found = { outcome: "unpaid", because: "letter of the bank", member };
  await run("resolve-review", { merchant, transfer: String(review.transferId), ...found });
  assert.deepEqual(await run("list-reviews", { merchant }), { reviews: [], contradictions });
  const { merchantId: other } = await world.makeMerchant();
  assert.deepEqual(await run("list-reviews", { merchant: other }), { reviews: [], contradictions: [] });
  assert.match(await fail("list-reviews", { merchant: "all" }), /--merchant <id>.*It is not an ID/);
  assert.match(await fail("list-reviews", { merchant: transferId }), /no such merchant/);
});
