import { requirePermission } from "#access";
import { askForApprovals, hashContent, lockRequests, noteTightened } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { checkPlace, type RuleChange, type RuleToAdd, termsAfter } from "./change-rule.ts";
import { RiskError } from "./errors.ts";
import { holdRules, listRules } from "./stored-rules.ts";
import { asksOthers, factsOfChange } from "./require-no-approval.ts";
import { loosensRules, makeChange, proposalOf, type ProposedChange } from "./rule-proposal.ts";
import { readTerms, type RiskRule } from "./rule.ts";
import { stateOf, stepsOf } from "./undo-rule.ts";
import { gatherPrecedents } from "./start-counting.ts";

/** A change that someone requests of the merchant's rules. */
type RuleRequest =
  | { readonly action: "add"; readonly rule: Omit<RuleToAdd, "by"> }
  | { readonly action: "change"; readonly change: Omit<RuleChange, "by"> }
  | { readonly action: "remove"; readonly ruleId: string };

export type RequestedRule =
  /** The change needed no approval and is made. `rule` is null if it was removed. */
  | { readonly kind: "made"; readonly rule: RiskRule | null }
  /** Others must approve the change. The rule changes when they do. */
  | {
      readonly kind: "pending";
      readonly ruleId: string;
      readonly requestId: string;
      /** The time when it is changed without approval, because there is no one else; null if another person decides. */
      readonly aloneUntil: Date | null;
    };

/**
 * Adds, changes or removes a rule, or asks for approval of that: if a policy requires it, or in live without policies
 * if the change loosens what the rules stop. Members use this function; they need the permission to manage limits. The
 * approval is for a change of the rule's current version beside the other rules of this moment. It has no effect if the
 * rule changes before, or if the change would then let more pass because of other rules. Throws what `addRule`,
 * `changeRule` and `removeRule` throw, rule_changed if someone changes the rule at the same time,
 * AccessError `not_permitted`, and ApprovalError `already_open` while another change of the same rule waits.
 */
export async function requestRule(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { by, ...request }: RuleRequest & { readonly by: Actor },
): Promise<RequestedRule> {
  const change = await readRequest(ctx, merchantId, request as RuleRequest);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requirePermission(tx, by, "manage_limits");
    const { ruleId } = change;
    // Requests are locked before their subjects.
    await lockRequests(tx, [{ subjectKind: "limit", subjectId: ruleId }]);
    const rules = await holdRules(tx);
    const was = rules.find((rule) => rule.ruleId === ruleId) ?? null;
    const isLooser = loosensRules(rules, change);
    if (!(await asksOthers(tx, { by, loosens: isLooser }))) {
      const rule = await makeChange(tx, change, by);
      if (!isLooser)
        await noteTightened(tx, by, { subject: stepsOf(ruleId), before: stateOf(was), after: stateOf(rule) });
      return { kind: "made", rule };
    }
    const proposal = proposalOf(change, rules);
    const [asked] = await askForApprovals(tx, "limit", [
      {
        subjectId: ruleId,
        contentHash: hashContent(proposal),
        maker: by,
        facts: factsOfChange(by),
        proposal,
      },
    ]);
    if (asked?.kind !== "pending") return { kind: "made", rule: await makeChange(tx, change, by) };
    const { requestId, aloneUntil } = asked;
    return { kind: "pending", ruleId, requestId, aloneUntil };
  });
}

async function readRequest(
  ctx: Pick<Context, "db">,
  merchantId: string,
  request: RuleRequest,
): Promise<ProposedChange> {
  if (request.action === "add") {
    const { place = null, active = true, ...given } = request.rule;
    if (place !== null) checkPlace(place);
    const terms = readTerms(given);
    const gathered = active ? await gatherPrecedents(ctx, merchantId, terms) : 0n;
    return { action: "add", ruleId: newId(), terms, place, active, gathered };
  }
  const { ruleId } = request.action === "change" ? request.change : request;
  const known = (await listRules(ctx, merchantId)).find((rule) => rule.ruleId === ruleId);
  if (known === undefined) throw RiskError.rule_not_found({ ruleId });
  const { version } = known;
  if (request.action === "remove") return { action: "remove", ruleId, version };
  const { place = known.place, active = known.active } = request.change;
  checkPlace(place);
  const terms = termsAfter(known, request.change);
  const gathered = active ? await gatherPrecedents(ctx, merchantId, terms) : 0n;
  return { action: "change", ruleId, version, terms, place, active, gathered };
}
