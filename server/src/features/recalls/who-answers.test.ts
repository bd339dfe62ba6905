import assert from "node:assert/strict";
import { test } from "node:test";
import { handOverRecall, refuseRecall, requestRecall } from "#recalls";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { acceptTransfers, runtimeOf } from "#transfers";

const world = await makeFaultWorld();
const { ctx } = world;

test("what a bank has said is noted for members who manage settings, and for no one else", async () => {
  const { merchantId, organizationId } = await world.makePayer();
  const { asha, ravi } = await makeMembers(ctx, organizationId, { asha: "approver", ravi: "admin" });
  const [accepted] = await acceptTransfers(ctx, merchantId, [orderTo("paid")]);
  assert.ok(accepted?.kind === "accepted");
  await runtimeOf(ctx).idle();
  const { transferId } = accepted.transfer;
  const asked = { transferId, reason: "paid_twice", remarks: "", by: "system" } as const;
  const { recallId } = await requestRecall(ctx, merchantId, asked);
  for (const stranger of [`member:${asha}`, "member:nobody"] as const) {
    const tries = [
      () => handOverRecall(ctx, merchantId, { recallId, bankReference: null, by: stranger }),
      () => refuseRecall(ctx, merchantId, { recallId, because: "no", by: stranger }),
    ];
    for (const one of tries) await assert.rejects(one, { name: "access.not_permitted" });
  }
  const refused = await refuseRecall(ctx, merchantId, { recallId, because: "no", by: `member:${ravi}` });
  assert.equal(refused.status, "refused");
});
