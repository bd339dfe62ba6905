/** Whom a block is about. */
import { accountFields } from "#dashboard/account-fields";
import { readPayees } from "#beneficiaries";
import { oneOf, optional, Refusal, type RefusalShape, text } from "#http";
import type { Context } from "#lib/context";
import type { PayeeToBlock } from "#risk";

export const PAYEE_KINDS = ["beneficiary", "account", "vpa", "phone", "ifsc", "bank"] as const;

export const payeeFields = {
  payeeKind: oneOf(PAYEE_KINDS),
  /** The merchant's id of a beneficiary, an account number, VPA, phone number, IFSC or an IFSC's first four letters. */
  value: text({ max: 100, cards: "let_pass" }),
  /** Of an account. */
  ifsc: optional(accountFields.ifsc),
};

export const payeeRefusals = {
  payee_invalid: { status: 422, message: "Enter a valid {kind}." },
  beneficiary_unknown: { status: 404, message: "There is no beneficiary with this id." },
} as const satisfies Record<string, RefusalShape>;

interface Given {
  readonly payeeKind: (typeof PAYEE_KINDS)[number];
  readonly value: string;
  readonly ifsc: string | undefined;
}

/** The payee as the module takes it. Throws the refusal `beneficiary_unknown`. */
export async function toPayee(
  ctx: Context,
  merchantId: string,
  { payeeKind, value, ifsc = "" }: Given,
): Promise<PayeeToBlock> {
  switch (payeeKind) {
    case "beneficiary": {
      const [payee] = await ctx.db.inMerchant(merchantId, (tx) => readPayees(tx, { beneIds: [value] }));
      if (payee === undefined) throw new Refusal("beneficiary_unknown", { field: "value" });
      return { kind: payeeKind, beneficiaryId: payee.beneficiaryId };
    }
    case "account":
      return { kind: payeeKind, accountNumber: value, ifsc };
    case "vpa":
      return { kind: payeeKind, vpa: value };
    case "phone":
      return { kind: payeeKind, phone: value };
    case "ifsc":
      return { kind: payeeKind, ifsc: value };
    case "bank":
      return { kind: payeeKind, bankCode: value };
    default:
      return payeeKind satisfies never;
  }
}
