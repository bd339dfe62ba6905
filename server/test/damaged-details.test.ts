/** Sealed details that were damaged in the database are not sent to any bank, and the log says where they are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addBeneficiary, getBeneficiary } from "#beneficiaries";
import { acceptTransfers, readTransfers, runtimeOf } from "#transfers";
import { assertMerchantSound, makeFaultWorld, settle } from "./faults/fault-world.ts";

const world = await makeFaultWorld();
const { ctx } = world;

const DAMAGES: Readonly<Record<string, (sealed: string) => string>> = {
  "cut short": (sealed) => sealed.slice(0, 30),
  "of a key that is gone": (sealed) => `${sealed.slice(0, 11)}AAAA${sealed.slice(15)}`,
  "of another version": (sealed) => sealed.replace("sealed:1:", "sealed:2:"),
};

async function damageVpa(merchantId: string, beneficiaryId: string, damage: (sealed: string) => string) {
  // They are read as bytes, because `look` would open texts.
  const [found] = await world.look<{ vpa: Buffer }>(
    `select convert_to(vpa, 'UTF8') as vpa
     from beneficiaries.beneficiary
     where merchant_id = $1 and beneficiary_id = $2`,
    [merchantId, beneficiaryId],
  );
  const vpa = found!.vpa.toString();
  assert.match(vpa, /^sealed:1:/);
  await world.look(
    "update beneficiaries.beneficiary set vpa = $3 where merchant_id = $1 and beneficiary_id = $2",
    [merchantId, beneficiaryId, damage(vpa)],
  );
}

const addPayee = (merchantId: string) =>
  addBeneficiary(ctx, merchantId, {
    beneId: "asha",
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "9876543210",
    address1: "12 Lake Road",
    vpa: "success@upi",
    by: "system",
  });

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a VPA that is ${what} is told to no bank, and the money stays in the books`, async () => {
    const merchant = await world.makePayer();
    const { merchantId, debitAccount } = merchant;
    const { beneficiaryId } = await addPayee(merchantId);
    await damageVpa(merchantId, beneficiaryId, damage);
    const order = {
      transferKey: "one",
      payee: { beneId: "asha" },
      amountPaise: 100_00n,
      mode: "upi" as const,
    };
    await acceptTransfers(ctx, merchantId, [{ ...order, remarks: "", fundSourceId: null }]);
    await runtimeOf(ctx).idle();
    await settle(world, ctx, merchant);
    const { lines } = await world.simulator.control<{ lines: { operation: string }[] }>(
      "GET",
      `/sim/log?debitAccount=${debitAccount}`,
    );
    assert.deepEqual(
      lines.filter(({ operation }) => operation === "pay"),
      [],
    );
    const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: ["one"] });
    assert.equal(transfer!.status, "failed");
    await assertMerchantSound(world, merchant);
  });
}

test("a VPA that was altered is not read, and the error names column and row", async () => {
  const { merchantId } = await world.makePayer();
  const { beneficiaryId } = await addPayee(merchantId);
  const swap = (sealed: string): string => `${sealed.slice(0, -1)}${sealed.endsWith("A") ? "B" : "A"}`;
  await damageVpa(merchantId, beneficiaryId, (sealed) => swap(sealed.slice(0, -1)) + sealed.at(-1)!);
  await assert.rejects(getBeneficiary(ctx, merchantId, "asha"), {
    name: "UnreadableValueError",
    message: new RegExp(`^column vpa of the row with .*${beneficiaryId}`),
  });
});
