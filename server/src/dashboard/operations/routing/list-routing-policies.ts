import Type from "typebox";
import { memberOf, nameMembers } from "#access";
import type { Actor } from "#audit";
import { memberOperation } from "#dashboard/operation";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import {
  DEFAULT_POLICY,
  listRoutingPolicies as readPolicies,
  storedPolicy,
  type PolicyVersion,
  type StoredPolicy,
} from "#routing";
import { bankName } from "./bank-name.ts";

const rail = words(RAILS);

const policyVersion = Type.Object(
  {
    /** 0: the policy that comes with the product. */
    version: Type.Integer(),
    because: nullable(Type.String()),
    setBy: nullable(Type.String()),
    setAt: nullable(at),
    /** Which banks come first on a rail up to an amount; the first fit counts. */
    priorities: Type.Array(
      Type.Object({ rail, upTo: nullable(rupees), bankNames: Type.Array(Type.String()) }),
    ),
    shares: Type.Array(Type.Object({ rail, bankName: Type.String(), percent: Type.Integer() })),
    costs: Type.Array(Type.Object({ rail, bankName: Type.String(), amount: rupees })),
    /** From this share of failures on, in hundredths of a percent, a degraded bank is put behind the others. */
    demoteFromBp: Type.Integer(),
    /** What one percent of failures is held to cost. */
    costPerPercent: rupees,
  },
  { $id: "RoutingPolicy" },
);

export const listRoutingPolicies = memberOperation({
  name: "listRoutingPolicies",
  method: "GET",
  path: "/merchants/{merchantId}/routing-policies",
  tag: "Routing",
  summary: "Which bank comes first: the policy in force, then the earlier ones",
  description: "The last 50 versions, and the one that comes with the product as the last.",
  permission: "access_transfers",
  output: Type.Object({ items: Type.Array(policyVersion) }),
  handle: ({ ctx, merchantId }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const versions = await readPolicies(tx);
      const names = await nameMembers(
        tx,
        versions.flatMap(({ setBy }) => memberOf(setBy as Actor) ?? []),
      );
      const usual = { version: 0, because: null, setBy: null, setAt: null };
      const items = versions.map((one) => ({ ...showVersion(one, names), ...showPolicy(one.policy) }));
      return { items: [...items, { ...usual, ...showPolicy(storedPolicy(DEFAULT_POLICY)) }] };
    }),
});

const showVersion = (
  { version, because, setBy, setAt }: PolicyVersion,
  names: ReadonlyMap<string, string>,
) => ({ version, because, setBy: names.get(memberOf(setBy as Actor) ?? "") ?? null, setAt });

const showPolicy = ({ priorities, shares, costs, health }: StoredPolicy) => ({
  priorities: priorities.map(({ rail: of, uptoPaise, bankIds }) => ({
    rail: of,
    upTo: uptoPaise === null ? null : formatRupees(BigInt(uptoPaise)),
    bankNames: bankIds.map(bankName),
  })),
  shares: shares.map(({ rail: of, bankId, percent }) => ({ rail: of, bankName: bankName(bankId), percent })),
  costs: costs.map(({ rail: of, bankId, paise }) => ({
    rail: of,
    bankName: bankName(bankId),
    amount: formatRupees(BigInt(paise)),
  })),
  demoteFromBp: health.demoteFromBp,
  costPerPercent: formatRupees(BigInt(health.paisePerPercent)),
});
