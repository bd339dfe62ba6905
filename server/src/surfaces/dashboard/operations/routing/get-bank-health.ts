import Type from "typebox";
import { bankName } from "#dashboard/bank-name";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, words } from "#dashboard/schemas";
import { BANK_STATES, listBankHealth } from "#health";
import { RAILS } from "#rails";

const basisPoints = nullable(Type.Integer({ minimum: 0, maximum: 10_000 }));

const bankHealth = Type.Object(
  {
    bankId: Type.String(),
    bankName: Type.String(),
    rail: words(RAILS),
    /** The bank or UPI handle of the payees to which this applies; null: all payees. */
    payeeCode: nullable(Type.String()),
    /** Null if the bank has not been called yet. */
    state: nullable(words(BANK_STATES)),
    announced: Type.Boolean(),
    enabled: Type.Boolean(),
    /** The moment to which the database was restored; null once the bank's statements since then are in. */
    recoveringSince: nullable(at),
    since: nullable(at),
    probeAt: nullable(at),
    /** The number of calls on which the share is based. With fewer than 20 there is no share. */
    calls: Type.Integer(),
    successBp: basisPoints,
    /** `lowBp` and `highBp` are the bounds of the 95% interval. */
    lowBp: basisPoints,
    highBp: basisPoints,
    latencyMs: nullable(Type.Integer()),
  },
  { $id: "BankHealth" },
);

export const getBankHealth = memberOperation({
  name: "getBankHealth",
  method: "GET",
  path: "/merchants/{merchantId}/bank-health",
  tag: "Routing",
  summary: "How each bank is on each rail, by what it answers",
  description: "Shares in hundredths of a percent. A live merchant's are those of all live ones.",
  permission: "access_transfers",
  output: Type.Object({ asOf: at, items: Type.Array(bankHealth) }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const items = await listBankHealth(ctx, tx);
      return {
        asOf: tx.now,
        items: items.map(({ latencyMs, ...one }) => ({
          ...one,
          bankName: bankName(one.bankId),
          latencyMs: latencyMs === null ? null : Math.round(latencyMs),
        })),
      };
    }),
});
