import Type from "typebox";
import { bankName } from "#dashboard/bank-name";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import { replayRoutes, type DraftSum, type ReplaySum } from "#transfers";
import { policyFields, policyRefusals, toPolicy } from "./policy-fields.ts";

/** How many attempts are decided again, so that the answer comes at once. The command goes further back. */
const ATTEMPTS_TRIED = 1_000;

const way = { bankName: Type.String(), rail: words(RAILS) };
const basisPoints = nullable(Type.Integer({ minimum: 0, maximum: 10_000 }));

const trial = Type.Object(
  {
    /** Attempts that were looked at, and of them: decided again the same, differently, by older rules. */
    attempts: Type.Integer(),
    same: Type.Integer(),
    different: Type.Integer(),
    olderRules: Type.Integer(),
    /** Transfers of which the draft was asked where they would have gone first. */
    compared: Type.Integer(),
    moved: Type.Integer(),
    costBefore: rupees,
    costAfter: rupees,
    /** Expected from what became of the attempts at each bank, in hundredths of a percent; null: nothing is known. */
    successBeforeBp: basisPoints,
    successAfterBp: basisPoints,
    ways: Type.Array(Type.Object({ ...way, before: Type.Integer(), after: Type.Integer() })),
    /** The latest that would have gone elsewhere. */
    examples: Type.Array(
      Type.Object({
        transferKey: Type.String(),
        amount: rupees,
        at,
        before: Type.Object(way),
        after: Type.Object(way),
      }),
    ),
  },
  { $id: "RoutingTrial" },
);

/** What a draft would have changed; nothing is written. */
export const tryRoutingPolicy = memberOperation({
  name: "tryRoutingPolicy",
  method: "POST",
  path: "/merchants/{merchantId}/routing-policy-trials",
  tag: "Routing",
  summary: "Decide the last 1,000 attempts again by a draft of a routing policy",
  permission: "manage_settings",
  body: policyFields,
  output: trial,
  refusals: policyRefusals,
  handle: async ({ ctx, merchantId, input }) => {
    const draft = toPolicy(input);
    const sum = await replayRoutes(ctx, merchantId, { limit: ATTEMPTS_TRIED, draft });
    return showTrial(sum, sum.draft!);
  },
});

const showWay = (of: { bankId: string; rail: string }) => ({ bankName: bankName(of.bankId), rail: of.rail });

const showTrial = ({ attempts, same, notComparable }: ReplaySum, draft: DraftSum) => ({
  attempts,
  same,
  different: attempts - same - notComparable,
  olderRules: notComparable,
  compared: draft.compared,
  moved: draft.moved,
  costBefore: formatRupees(draft.costBeforePaise),
  costAfter: formatRupees(draft.costAfterPaise),
  successBeforeBp: draft.successBeforeBp,
  successAfterBp: draft.successAfterBp,
  ways: draft.ways.map(({ before, after, ...of }) => ({ ...showWay(of), before, after })),
  examples: draft.examples.map(({ transferKey, amountPaise, at: made, before, after }) => ({
    transferKey,
    amount: formatRupees(amountPaise),
    at: made,
    before: showWay(before),
    after: showWay(after),
  })),
});
