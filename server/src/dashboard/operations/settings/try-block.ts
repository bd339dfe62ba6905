import { countNumber, numberRefusals } from "#dashboard/count-number";
import { memberOperation } from "#dashboard/operation";
import { dryRunRule } from "#risk";
import { payeeFields, payeeRefusals, toPayee } from "./block-fields.ts";
import { showTrial, trial, trialRefusals, tryRange } from "./try-fields.ts";

/** Which transfers a block would have stopped; nothing is changed. */
export const tryBlock = memberOperation({
  name: "tryBlock",
  method: "POST",
  path: "/merchants/{merchantId}/block-trials",
  tag: "Settings",
  summary: "Try a block on past transfers",
  permission: "manage_limits",
  body: { ...payeeFields, ...tryRange },
  output: trial,
  refusals: { ...payeeRefusals, ...trialRefusals, ...numberRefusals("value") },
  handle: async ({ ctx, merchantId, session, mayReveal, input: { from, to, ...given } }) => {
    const payee = await toPayee(ctx, merchantId, given);
    await countNumber(ctx, { session, mayReveal, ...payee });
    return showTrial(await dryRunRule(ctx, merchantId, { kind: "block_list", payee }, { from, to }));
  },
});
