/** Beneficiaries as the dashboard shows them. */
import Type from "typebox";
import { at, nullable, rupees, words } from "#dashboard/schemas";

export const beneficiary = Type.Object(
  {
    beneficiaryId: Type.String(),
    beneId: Type.String(),
    name: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    paidTo: Type.Array(words(["bank", "upi", "card", "wallet"])),
    accountLast4: nullable(Type.String()),
    ifsc: nullable(Type.String()),
    bankName: nullable(Type.String()),
    vpa: nullable(Type.String()),
    cardLast4: nullable(Type.String()),
    cardNetwork: nullable(Type.String()),
    purpose: nullable(Type.String()),
    address1: nullable(Type.String()),
    address2: nullable(Type.String()),
    city: nullable(Type.String()),
    state: nullable(Type.String()),
    pincode: nullable(Type.String()),
    status: words(["active", "invalid", "awaiting_approval", "removed"]),
    /** What a bank last said of the account; null: none was asked. */
    holder: nullable(
      Type.Object({
        status: words(["found", "not_found"]),
        nameAtBank: nullable(Type.String()),
        /** How well the names agree, 0 to 100. */
        score: nullable(Type.Integer()),
        outcome: nullable(Type.String()),
        at,
      }),
    ),
    /** Payments of the last 90 days that arrived and did not come back. */
    paidCount: Type.Integer(),
    paidAmount: rupees,
    lastPaidAt: nullable(at),
    addedAt: at,
    addedBy: nullable(Type.String()),
    removedAt: nullable(at),
  },
  { $id: "Beneficiary" },
);
