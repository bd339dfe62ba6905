import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { rupees } from "#dashboard/schemas";
import { amount, Refusal, text, withDefault } from "#http";
import { makeInternalTransfer } from "#fund-sources";
import { formatRupees, formatRupeesIndian } from "#lib/money";
import { remarks, ownKey } from "./fields.ts";

export const moveMoney = memberOperation({
  name: "moveMoney",
  method: "POST",
  path: "/merchants/{merchantId}/internal-transfers",
  tag: "Fund sources",
  summary: "Move money between two fund sources; the same transferId moves it once",
  permission: "manage_fund_sources",
  stepUp: true,
  body: {
    transferId: ownKey(40),
    from: text({ max: 40 }),
    to: text({ max: 40 }),
    amount: amount(),
    remarks: withDefault(remarks(), ""),
  },
  output: Type.Object({
    transferId: Type.String(),
    referenceId: Type.String(),
    from: Type.String(),
    to: Type.String(),
    amount: rupees,
    repeated: Type.Boolean(),
  }),
  refusals: {
    ...payoutsDisabled,
    fund_source_not_available: {
      status: 422,
      message: "One of the fund sources does not exist or is switched off.",
    },
    recharge_account_not_found: { status: 422, message: "This fund source does not exist." },
    not_movable: { status: 422, message: "Choose two different fund sources." },
    not_at_bank: {
      status: 422,
      message: "{missing} of it is at another bank. Recharge the fund source that is to receive it instead.",
    },
    leaves_policy: {
      status: 422,
      message:
        "Payments from this fund source need approval by the policy “{policy}”, which does not cover the other one. " +
        "Let the policy cover both, or recharge the other fund source. An Owner can move back what others moved here " +
        "in the last seven days.",
    },
    insufficient_balance: {
      status: 422,
      message: "{missing} is missing: what is held or overdrawn cannot be moved.",
    },
    transfer_id_exists: { status: 409, message: "Another internal transfer has this ID." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    const outcome = await makeInternalTransfer(ctx, merchantId, {
      transferKey: input.transferId,
      fromId: input.from,
      to: { fundSourceId: input.to },
      amountPaise: input.amount,
      remarks: input.remarks,
      by,
    });
    if (outcome.kind === "refused") {
      const { code, missingPaise, policyName: policy } = outcome;
      if (policy !== undefined) throw new Refusal(code, { field: "from", details: { policy } });
      if (missingPaise === null) throw new Refusal(code);
      const details = { missing: formatRupeesIndian(missingPaise) };
      throw new Refusal(code === "not_movable" ? "not_at_bank" : code, { field: "amount", details });
    }
    const { transferKey, referenceId, fromId, toId, amountPaise } = outcome.transfer;
    return {
      transferId: transferKey,
      referenceId: String(referenceId),
      from: fromId,
      to: toId,
      amount: formatRupees(amountPaise),
      repeated: outcome.repeated,
    };
  },
});
