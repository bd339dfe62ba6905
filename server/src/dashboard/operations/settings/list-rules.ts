import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listRules as readRules, RULE_KINDS, RULES_MAX } from "#risk";
import { showRule, shownRule } from "./rule-fields.ts";

/** The rules by which transfers are judged, in their order. */
export const listRules = memberOperation({
  name: "listRules",
  method: "GET",
  path: "/merchants/{merchantId}/rules",
  tag: "Settings",
  summary: "List the risk rules in the order in which they are asked",
  permission: "access_transfers",
  output: Type.Object({
    items: Type.Array(shownRule),
    kinds: Type.Array(Type.String()),
    rulesMax: Type.Integer(),
  }),
  handle: async ({ ctx, merchantId }) => ({
    items: (await readRules(ctx, merchantId)).map(showRule),
    kinds: [...RULE_KINDS],
    rulesMax: RULES_MAX,
  }),
});
