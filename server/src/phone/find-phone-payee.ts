import { readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import { readBlocks } from "#risk";

/** Whom to pay by a number. */
export interface PhonePayee {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
}

/** Why a listed beneficiary cannot be paid by its number; the words are those of the transfer calls. */
export type PhonePayeeRefusal =
  | "beneficiary_not_found"
  | "beneficiary_details_invalid"
  | "beneficiary_too_new"
  | "beneficiary_not_allowed"
  | "mode_not_valid_for_beneficiary";

/** A listed beneficiary's name and number, or why it cannot be paid by it. */
export async function findPhonePayee(
  ctx: Pick<Context, "db">,
  merchantId: string,
  beneId: string,
): Promise<PhonePayee | PhonePayeeRefusal> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [payee] = await readPayees(tx, { beneIds: [beneId] });
    if (payee === undefined) return "beneficiary_not_found";
    const blockOf = await readBlocks(tx, [payee]);
    if (payee.status === "invalid") return "beneficiary_details_invalid";
    const isBarred = payee.status === "awaiting_approval" || blockOf(payee.beneficiaryId) !== null;
    if (isBarred) return "beneficiary_not_allowed";
    if (payee.payableAt > payee.addedAt && payee.payableAt > tx.now) return "beneficiary_too_new";
    const { name, phone, email } = payee;
    return phone === null ? "mode_not_valid_for_beneficiary" : { name, phone, email };
  });
}
