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
    /** Of the payees of this bank or UPI handle only; null: of all. */
    payeeCode: nullable(Type.String()),
    /** Null: it has not been called yet. */
    state: nullable(words(BANK_STATES)),
    announced: Type.Boolean(),
    enabled: Type.Boolean(),
    /** It gets no payments until its statements since then, when the database was restored, are in. */
    recoveringSince: nullable(at),
    since: nullable(at),
    probeAt: nullable(at),
    /** How many calls the share is made of; of fewer than 20 none is told. */
    calls: Type.Integer(),
    successBp: basisPoints,
    /** In which the share lies with 95%. */
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
