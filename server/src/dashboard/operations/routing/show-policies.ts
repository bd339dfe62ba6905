import Type from "typebox";
import { memberOf, nameMembers } from "#access";
import type { Actor } from "#audit";
import { adapterOf } from "#banks";
import { bankName } from "#dashboard/bank-name";
import { at, nullable, rupees, words } from "#dashboard/schemas";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { RAILS } from "#rails";
import {
  DEFAULT_POLICY,
  listRoutingPolicies,
  storedPolicy,
  type PolicyVersion,
  type StoredPolicy,
} from "#routing";

const rail = words(RAILS);
const bank = { bankId: Type.String(), bankName: Type.String() };

const policyVersion = Type.Object(
  {
    /** 0: the policy that comes with the product. */
    version: Type.Integer(),
    because: nullable(Type.String()),
    setBy: nullable(Type.String()),
    setAt: nullable(at),
    /** Which banks come first on a rail up to an amount; the first fit counts. */
    priorities: Type.Array(
      Type.Object({ rail, upTo: nullable(rupees), banks: Type.Array(Type.Object(bank)) }),
    ),
    shares: Type.Array(Type.Object({ rail, ...bank, percent: Type.Integer() })),
    costs: Type.Array(Type.Object({ rail, ...bank, amount: rupees })),
    /** From this share of failures on, in hundredths of a percent, a degraded bank is put behind the others. */
    demoteFromBp: Type.Integer(),
    /** What one percent of failures is held to cost. */
    costPerPercent: rupees,
  },
  { $id: "RoutingPolicy" },
);

export const policies = Type.Object({
  items: Type.Array(policyVersion),
  /** The banks that a policy may name, as they were connected. */
  banks: Type.Array(Type.Object({ ...bank, rails: Type.Array(rail) })),
});

/** The last 50 policies, the one in force first, and the one that comes with the product as the last. */
export async function showPolicies(ctx: Context, tx: Tx) {
  const versions = await listRoutingPolicies(tx);
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
