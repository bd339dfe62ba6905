/** A live merchant whose beneficiaries are deleted and restored. */
import assert from "node:assert/strict";
import type { Actor } from "#audit";
import {
  addBeneficiaries,
  getBeneficiary,
  registerBeneficiaryApprovals,
  removeBeneficiaries,
  type BeneficiaryInput,
} from "#beneficiaries";
import type { Browser } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import type { World } from "#test/world";

let accounts = 0;
export const vendor = (beneId: string): BeneficiaryInput => ({
  beneId,
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "9876543210",
  address1: "12 MG Road",
  accountNumber: String(300_200_100_000 + (accounts += 1)),
  ifsc: "YESB0000262",
});

export function openBooks(world: World) {
  const { ctx } = world;
  const { makeOffice, setFor, approve } = openFourEyes(world);
  registerBeneficiaryApprovals();
  return { makeBook, setFor, approve };

  /** A live merchant with vendors that its programs added 30 days ago, an Admin and two Owners. */
  async function makeBook(count: number) {
    const office = await makeOffice({ admin: "admin", owner: "owner", second: "owner" });
    const { admin, owner, second } = office.browsers as Record<"admin" | "owner" | "second", Browser>;
    const { merchantId } = office;
    const program: Actor = `api-key:${office.merchant.clientId}`;
    const beneIds = Array.from({ length: count }, (_, n) => `VENDOR_${n + 1}`);
    const add = async (by: Actor, inputs: readonly BeneficiaryInput[]) =>
      ctx.db.inMerchant(merchantId, (tx) => addBeneficiaries(tx, ctx.vault, { beneficiaries: inputs, by }));
    const idsOf = async (outcomes: Awaited<ReturnType<typeof add>>) =>
      outcomes.map((one) => (one.kind === "added" ? one.beneficiaryId : assert.fail(one.error.code)));
    const ids = await idsOf(await add(program, beneIds.map(vendor)));
    const daysAgo = "added_at = added_at - interval '30 days'";
    await world.look(`update beneficiaries.beneficiary set ${daysAgo} where merchant_id = $1`, [merchantId]);
    const remove = (by: Actor, some: readonly string[] = beneIds) =>
      ctx.db.inMerchant(merchantId, (tx) => removeBeneficiaries(tx, { beneIds: some, by }));
    const on = async (by: Browser, operation: string, input: object = {}) =>
      by.call(operation, { merchantId, ...input });
    const restore = async (by: Browser, beneficiaryId: string): Promise<unknown> => {
      const { status, body } = await on(by, "restoreBeneficiary", { beneficiaryId });
      if (status !== 200) return body.error.code;
      return body.awaitsApproval ? "waits" : "restored";
    };
    const details = (beneId: string) => getBeneficiary(ctx, merchantId, beneId);
    const by = { admin: `member:${admin.memberId}`, owner: `member:${owner.memberId}` } as const;
    return {
      ...office,
      admin,
      owner,
      second,
      by,
      program,
      beneIds,
      ids,
      idsOf,
      add,
      remove,
      on,
      restore,
      details,
    };
  }
}
