import Type from "typebox";
import { listRequests, readWaiting } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { nullable, waitingFields, words } from "#dashboard/schemas";
import { listedRuleFields, nameScopes, proposedRule, showRule } from "#dashboard/shown-rules";
import type { Tx } from "#lib/db";
import { compareProposal, listRules as readRules, RULE_KINDS, RULES_MAX, type Rule } from "#risk";

const listed = Type.Object({
  ...listedRuleFields,
  /** A change or removal of this rule that others have to approve first. */
  waits: nullable(Type.Object({ ...waitingFields, action: words(["change", "remove"]) })),
});

/** The rules by which transfers are judged, in their order, and those that would join them. */
export const listRules = memberOperation({
  name: "listRules",
  method: "GET",
  path: "/merchants/{merchantId}/rules",
  tag: "Settings",
  summary: "List the risk rules in the order in which they are asked",
  permission: "access_transfers",
  output: Type.Object({
    items: Type.Array(listed),
    /** Rules that others have to approve before they are added. */
    additions: Type.Array(Type.Object({ ...waitingFields, rule: proposedRule })),
    kinds: Type.Array(Type.String()),
    rulesMax: Type.Integer(),
  }),
  handle: async ({ ctx, merchantId }) => {
    const rules = await readRules(ctx, merchantId);
    const shown = await ctx.db.inMerchant(merchantId, (tx) => withWaiting(tx, rules));
    return { ...shown, kinds: [...RULE_KINDS], rulesMax: RULES_MAX };
  },
});

async function withWaiting(tx: Tx, rules: readonly Rule[]) {
  const ids = rules.map(({ ruleId }) => ruleId);
  const open = await listRequests(tx, { limit: 500, subjectKinds: ["limit"] });
  const added = open.filter(({ proposal }) => compareProposal(proposal)?.action === "add");
  const waiting = await readWaiting(tx, "limit", [...ids, ...added.map(({ subjectId }) => subjectId)]);
  const wanted = added.flatMap(({ subjectId }) => {
    const waits = waiting.get(subjectId);
    const rule = compareProposal(waits?.proposal ?? null)?.after ?? null;
    return waits === undefined || rule === null ? [] : [{ waits, rule }];
  });
  const nameOf = await nameScopes(tx, [...rules, ...wanted.map(({ rule }) => rule)]);
  return {
    items: rules.map((rule) => {
      const waits = waiting.get(rule.ruleId);
      const action = compareProposal(waits?.proposal ?? null)?.action;
      return {
        ...showRule(rule),
        scopeName: nameOf(rule),
        waits: waits && action ? { ...waits, action } : null,
      };
    }),
    additions: wanted.map(({ waits, rule }) => ({
      ...waits,
      rule: { ...showRule(rule), scopeName: nameOf(rule) },
    })),
  };
}
