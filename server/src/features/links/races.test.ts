/** Links in races: with the merchant who ends them, and with processes that were suspended. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmClaim, deactivateLink, registerLinks } from "#links";
import { setBankEnabled, stopBank } from "#fund-sources";
import { acceptTransfers, runtimeOf, workTransfers } from "#transfers";
import { advance, assertSound, makeFaultWorld, settle, type Payer } from "#test/faults/fault-world";
import { transferKeyOf } from "./claim.ts";
import { draft, makeLink, prove, toVpa, view } from "./test/payee.ts";

const world = await makeFaultWorld();
registerLinks();
const { ctx } = world;

async function statusesOf({ merchantId }: Payer): Promise<string[]> {
  const rows = await world.look<{ status: string }>(
    "select status from transfers.transfer where merchant_id = $1 order by reference_id",
    [merchantId],
  );
  return rows.map(({ status }) => status);
}

test("of a claim and a deactivation at the same moment one wins", async () => {
  const merchant = await world.makePayer();
  const processes = [ctx, world.openContext({ connections: 6 })] as const;
  const won = { claim: 0, deactivation: 0 };
  for (let round = 0; round < 12; round += 1) {
    const made = await makeLink(world, merchant);
    const visitor = await prove(world, merchant, made.token);
    const draftId = await draft(ctx, visitor);
    const deactivating = deactivateLink(processes[1], merchant.merchantId, {
      linkKey: made.link.linkKey,
      by: "system",
    });
    const [confirmed, deactivated] = await Promise.allSettled([
      confirmClaim(processes[0], visitor, draftId),
      deactivating,
    ]);
    assert.ok(confirmed.status === "fulfilled");
    const { status } = await view(world, merchant, made);
    if (deactivated.status === "fulfilled") {
      assert.deepEqual([confirmed.value?.kind === "ordered", status], [false, "EXPIRED"]);
      won.deactivation += 1;
    } else {
      assert.deepEqual([confirmed.value?.kind, status], ["ordered", "REDEEMED"]);
      won.claim += 1;
    }
  }
  assert.equal((await statusesOf(merchant)).length, won.claim);
  await assertSound(world, [merchant]);
});

test("an order that was refused, and is accepted by a process that slept, is the one payment", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId } = merchant;
  const made = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, made.token);
  const draftId = await draft(ctx, visitor, toVpa("success@upi"));
  await setBankEnabled(ctx, merchantId, { bankId, enabled: false, by: "system" });
  await confirmClaim(ctx, visitor, draftId);
  assert.equal((await view(world, merchant, made)).reason, "DISABLED_MODE");
  await setBankEnabled(ctx, merchantId, { bankId, enabled: true, by: "system" });
  const sleeping = {
    transferKey: transferKeyOf({ linkId: made.link.linkId, transferNo: 1 }),
    payee: { inline: { name: "Asha Rao", phone: "9876543210", vpa: "success@upi" } },
    amountPaise: 500_00n,
    mode: "upi",
    remarks: "Refund of order 7",
    fundSourceId: null,
    origin: { kind: "link", id: made.link.linkId },
  } as const;
  const second = await draft(ctx, visitor);
  await Promise.all([confirmClaim(ctx, visitor, second), acceptTransfers(ctx, merchantId, [sleeping])]);
  await runtimeOf(ctx).idle();
  await workTransfers(ctx, merchantId);
  assert.deepEqual(await statusesOf(merchant), ["succeeded"]);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");

  const expired = await makeLink(world, merchant);
  const again = await prove(world, merchant, expired.token);
  const third = await draft(ctx, again, toVpa("success@upi"));
  await setBankEnabled(ctx, merchantId, { bankId, enabled: false, by: "system" });
  await confirmClaim(ctx, again, third);
  await setBankEnabled(ctx, merchantId, { bankId, enabled: true, by: "system" });
  await deactivateLink(ctx, merchantId, { linkKey: expired.link.linkKey, by: "system" });
  const linkId = expired.link.linkId;
  await acceptTransfers(ctx, merchantId, [
    {
      ...sleeping,
      transferKey: transferKeyOf({ linkId, transferNo: 1 }),
      origin: { kind: "link", id: linkId },
    },
  ]);
  await runtimeOf(ctx).idle();
  // Money that left is reported, whatever the status of the link was.
  assert.equal((await view(world, merchant, expired)).status, "REDEEMED");
  await assertSound(world, [merchant]);
});

test("a link that is claimed while its bank is stopped is paid when the bank is enabled again", async () => {
  const merchant = await world.makePayer();
  const { merchantId, bankId } = merchant;
  const made = await makeLink(world, merchant);
  await ctx.db.inMerchant(merchantId, (tx) => stopBank(tx, { bankId, because: "an unknown debit" }));
  const visitor = await prove(world, merchant, made.token);
  await confirmClaim(ctx, visitor, await draft(ctx, visitor));
  assert.deepEqual(await statusesOf(merchant), ["waiting"]);
  assert.equal((await view(world, merchant, made)).status, "PENDING");
  await setBankEnabled(ctx, merchantId, { bankId, enabled: true, by: "system" });
  await advance(world, merchant, 2 * 60_000);
  await settle(world, ctx, merchant);
  assert.equal((await view(world, merchant, made)).status, "REDEEMED");
  await assertSound(world, [merchant]);
});
