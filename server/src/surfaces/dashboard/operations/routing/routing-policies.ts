import Type from "typebox";
import { memberOf, nameMembers } from "#access";
import type { Actor } from "#audit";
import { adapterOf } from "#banks";
import { bankName } from "#dashboard/bank-name";
import { resource } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { listBankConnections } from "#fund-sources";
import { prose, whole } from "#http";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import {
  DEFAULT_POLICY,
  listRoutingPolicies as readPolicies,
  type PolicyVersion,
  RoutingError,
  setRoutingPolicy as setPolicy,
  type StoredPolicy,
  storedPolicy,
} from "#routing";
import { type DraftSum, replayRoutes, type ReplaySum } from "#transfers";
import { policyFields, policyRefusals, toPolicy } from "./policy-fields.ts";

const operation = resource({ at: "", tag: "Routing", permission: "manage_settings" });

const rail = words(RAILS);
const bank = { bankId: Type.String(), bankName: Type.String() };

const policyVersion = Type.Object(
  {
    /** 0 is the policy that comes with the product. */
    version: Type.Integer(),
    because: nullable(Type.String()),
    setBy: nullable(Type.String()),
    setAt: nullable(at),
    /** The order of the banks on a rail, up to an amount. The first row that fits applies. */
    priorities: Type.Array(
      Type.Object({ rail, upTo: nullable(rupees), banks: Type.Array(Type.Object(bank)) }),
    ),
    shares: Type.Array(Type.Object({ rail, ...bank, percent: Type.Integer() })),
    costs: Type.Array(Type.Object({ rail, ...bank, amount: rupees })),
    /** A degraded bank with at least this share of failures, in hundredths of a percent, is put behind the others. */
    demoteFromBp: Type.Integer(),
    /** The assumed cost of one percent of failures. */
    costPerPercent: rupees,
  },
  { $id: "RoutingPolicy" },
);

const policies = Type.Object({
  items: Type.Array(policyVersion),
  /** The banks that a policy may name: those that are connected. */
  banks: Type.Array(Type.Object({ ...bank, rails: Type.Array(rail) })),
});

/** Reads the last 50 policies, the current one first, followed by the one that comes with the product. */
async function showPolicies(ctx: Context, tx: Tx) {
  const versions = await readPolicies(tx);
  const names = await nameMembers(
    tx,
    versions.flatMap(({ setBy }) => memberOf(setBy as Actor) ?? []),
  );
  const connections = await listBankConnections(ctx, tx);
  const usual = { version: 0, because: null, setBy: null, setAt: null };
  return {
    items: [
      ...versions.map((one) => ({ ...showVersion(one, names), ...showPolicy(one.policy) })),
      { ...usual, ...showPolicy(storedPolicy(DEFAULT_POLICY)) },
    ],
    banks: connections.map((connection) => ({
      ...named(connection.bankId),
      rails: [...adapterOf(connection).capabilities(connection.bankId).rails],
    })),
  };
}

const named = (bankId: string) => ({ bankId, bankName: bankName(bankId) });

const showVersion = (
  { version, because, setBy, setAt }: PolicyVersion,
  names: ReadonlyMap<string, string>,
) => ({ version, because, setBy: names.get(memberOf(setBy as Actor) ?? "") ?? null, setAt });

const showPolicy = ({ priorities, shares, costs, health }: StoredPolicy) => ({
  priorities: priorities.map(({ rail: of, uptoPaise, bankIds }) => ({
    rail: of,
    upTo: uptoPaise === null ? null : formatRupees(BigInt(uptoPaise)),
    banks: bankIds.map(named),
  })),
  shares: shares.map(({ rail: of, bankId, percent }) => ({ rail: of, ...named(bankId), percent })),
  costs: costs.map(({ rail: of, bankId, paise }) => ({
    rail: of,
    ...named(bankId),
    amount: formatRupees(BigInt(paise)),
  })),
  demoteFromBp: health.demoteFromBp,
  costPerPercent: formatRupees(BigInt(health.paisePerPercent)),
});

export const listRoutingPolicies = operation({
  name: "listRoutingPolicies",
  method: "GET",
  path: "/routing-policies",
  summary: "Which bank comes first: the policy in force, then the earlier ones",
  description: "The last 50 versions, and the one that comes with the product as the last.",
  permission: "access_transfers",
  output: policies,
  handle: ({ ctx, merchantId }) => ctx.db.inMerchant(merchantId, (tx) => showPolicies(ctx, tx)),
});

const VERSION_MAX = 1_000_000;

export const setRoutingPolicy = operation({
  name: "setRoutingPolicy",
  method: "POST",
  path: "/routing-policies",
  summary: "Put a routing policy in force for all that is routed from now on",
  stepUp: true,
  body: {
    ...policyFields,
    because: prose({ max: 500 }),
    /** The version that the caller wants to replace. The call is refused if another one is in force by now. */
    inForce: whole({ min: 0, max: VERSION_MAX }),
  },
  output: policies,
  refusals: {
    ...policyRefusals,
    because_missing: { status: 422, message: RoutingError.texts.because_missing },
    set_meanwhile: { status: 409, message: RoutingError.texts.set_meanwhile },
  },
  handle: async ({ ctx, merchantId, by, input: { because, inForce, ...given } }) => {
    await setPolicy(ctx, merchantId, { policy: toPolicy(given), because, by, inForce });
    return ctx.db.inMerchant(merchantId, (tx) => showPolicies(ctx, tx));
  },
});

/** The number of attempts that are decided again, low enough for a quick response. The command goes further back. */
const ATTEMPTS_TRIED = 1_000;

const way = { bankName: Type.String(), rail: words(RAILS) };
const basisPoints = nullable(Type.Integer({ minimum: 0, maximum: 10_000 }));

const trial = Type.Object(
  {
    /** The attempts that were decided again: with the same result, with another one, and those made by older rules. */
    attempts: Type.Integer(),
    same: Type.Integer(),
    different: Type.Integer(),
    olderRules: Type.Integer(),
    /** The number of transfers whose first attempt the draft decided; `moved` of them would have gone elsewhere. */
    compared: Type.Integer(),
    moved: Type.Integer(),
    costBefore: rupees,
    costAfter: rupees,
    /** Estimated from the outcomes at each bank, in hundredths of a percent; null if nothing is known. */
    successBeforeBp: basisPoints,
    successAfterBp: basisPoints,
    ways: Type.Array(Type.Object({ ...way, before: Type.Integer(), after: Type.Integer() })),
    /** The latest transfers that would have gone elsewhere. */
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

/** Shows what a draft would have changed. Nothing is stored. */
export const tryRoutingPolicy = operation({
  name: "tryRoutingPolicy",
  method: "POST",
  path: "/routing-policy-trials",
  summary: "Decide the last 1,000 attempts again by a draft of a routing policy",
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
