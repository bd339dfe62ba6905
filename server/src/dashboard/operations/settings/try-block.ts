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
  refusals: { ...payeeRefusals, ...trialRefusals },
  handle: async ({ ctx, merchantId, input: { from, to, ...given } }) => {
    const payee = await toPayee(ctx, merchantId, given);
    return showTrial(await dryRunRule(ctx, merchantId, { kind: "block_list", payee }, { from, to }));
  },
});
