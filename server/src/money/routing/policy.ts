/** A merchant's routing policy: data that decides which bank comes first, never which can pay. */
import { type Actor, recordAudit } from "#audit";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { type Tx, violates } from "#lib/db";
import { defineErrors } from "#lib/errors";
import { type Rail, RAILS } from "#rails";

export const RoutingError = defineErrors("routing", {
  rail_unknown: "There is no such rail.",
  bank_unknown: "The merchant is not connected to this bank.",
  percent_invalid: "A share is a whole percent from 1 to 100; the shares of a rail make 100 at most.",
  bank_twice: "A bank stands once in an order, and has one share and one cost on a rail.",
  amount_invalid: "An amount is whole paise, not below zero.",
  health_invalid: "demoteFromBp is a whole number from 1 to 10,000.",
  set_meanwhile: "Another policy has been set meanwhile; look at it first.",
  because_missing: "A policy says why it is set, in at most 500 characters.",
  policy_unreadable:
    "A policy is JSON with priorities, shares, costs and health, each as the documentation shows it.",
});

/** The banks that come first for a rail up to an amount (paise, included; null: any). First match counts. */
export interface OrderRow {
  readonly rail: Rail;
  readonly uptoPaise: bigint | null;
  /** The best one first. Other banks come after these. */
  readonly bankIds: readonly string[];
}

/** The share of a rail's transfers for which a bank comes first, in whole percent, at most 100 together. */
interface ShareRow {
  readonly rail: Rail;
  readonly bankId: string;
  readonly percent: number;
}

/** Our cost of one transfer (paise). */
export interface CostRow {
  readonly rail: Rail;
  readonly bankId: string;
  readonly paise: bigint;
}

export interface RoutingPolicy {
  readonly priorities: readonly OrderRow[];
  readonly shares: readonly ShareRow[];
  readonly costs: readonly CostRow[];
  readonly health: {
    /** A degraded bank with at least this share of failures, in 0.01%, is put behind the others. */
    readonly demoteFromBp: number;
    /** The assumed cost of one percent of failures (paise), for comparing banks of equal standing. */
    readonly paisePerPercent: bigint;
  };
}

/** Used without a merchant's own policy: banks in the order of connection, degraded ones last. */
export const DEFAULT_POLICY: RoutingPolicy = {
  priorities: [],
  shares: [],
  costs: [],
  health: { demoteFromBp: 200, paisePerPercent: 0n },
};

/** A policy as it is stored: amounts as decimal text. */
export interface StoredPolicy {
  readonly priorities: readonly { rail: Rail; uptoPaise: string | null; bankIds: readonly string[] }[];
  readonly shares: readonly ShareRow[];
  readonly costs: readonly { rail: Rail; bankId: string; paise: string }[];
  readonly health: { demoteFromBp: number; paisePerPercent: string };
}

export function storedPolicy({ priorities, shares, costs, health }: RoutingPolicy): StoredPolicy {
  return {
    priorities: priorities.map(({ rail, uptoPaise, bankIds }) => ({
      rail,
      uptoPaise: uptoPaise === null ? null : String(uptoPaise),
      bankIds,
    })),
    shares,
    costs: costs.map(({ rail, bankId, paise }) => ({ rail, bankId, paise: String(paise) })),
    health: { demoteFromBp: health.demoteFromBp, paisePerPercent: String(health.paisePerPercent) },
  };
}

export function policyOf({ priorities, shares, costs, health }: StoredPolicy): RoutingPolicy {
  return {
    priorities: priorities.map((row) => ({
      ...row,
      uptoPaise: row.uptoPaise === null ? null : BigInt(row.uptoPaise),
    })),
    shares,
    costs: costs.map((row) => ({ ...row, paise: BigInt(row.paise) })),
    health: { ...health, paisePerPercent: BigInt(health.paisePerPercent) },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a policy from a JSON value; missing parts are those of the default policy. Amounts are whole paise,
 * as a number or decimal text. Throws a RoutingError that names the field.
 */
export function readPolicy(given: unknown, bankIds: readonly string[]): RoutingPolicy {
  const { priorities = [], shares = [], costs = [], health = {}, ...rest } = fieldsOf(given, "policy");
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw RoutingError.policy_unreadable({ field: unknown });
  const policy: RoutingPolicy = {
    priorities: rowsOf(priorities, "priorities").map((row, index) => {
      const field = `priorities[${index}]`;
      const { rail, uptoPaise = null, bankIds: banks } = row;
      return {
        rail: railOf(rail, field),
        uptoPaise: uptoPaise === null ? null : paiseOf(uptoPaise, `${field}.uptoPaise`),
        bankIds: listOf(banks, `${field}.bankIds`).map((one) => bankOf(one, bankIds, field)),
      };
    }),
    shares: rowsOf(shares, "shares").map(({ rail, bankId, percent }, index) => {
      const field = `shares[${index}]`;
      const bank = { rail: railOf(rail, field), bankId: bankOf(bankId, bankIds, field) };
      return { ...bank, percent: wholeOf(percent, 100, () => RoutingError.percent_invalid({ field })) };
    }),
    costs: rowsOf(costs, "costs").map(({ rail, bankId, paise }, index) => {
      const field = `costs[${index}]`;
      const bank = { rail: railOf(rail, field), bankId: bankOf(bankId, bankIds, field) };
      return { ...bank, paise: paiseOf(paise, `${field}.paise`) };
    }),
    health: healthOf(fieldsOf(health, "health")),
  };
  refuseTwice(policy);
  for (const rail of RAILS) {
    const percent = policy.shares.reduce(
      (sum, share) => (share.rail === rail ? sum + share.percent : sum),
      0,
    );
    if (percent > 100) throw RoutingError.percent_invalid({ field: "shares", rail, percent });
  }
  return policy;
}

/** Refuses a bank that occurs twice in a list, because only one of the two could apply. */
function refuseTwice({ priorities, shares, costs }: RoutingPolicy): void {
  const waysOf = (rows: readonly { rail: Rail; bankId: string }[]): string[] =>
    rows.map(({ rail, bankId }) => `${rail} ${bankId}`);
  const lists = [
    ...priorities.map(({ bankIds }, index) => ({ field: `priorities[${index}].bankIds`, named: bankIds })),
    { field: "shares", named: waysOf(shares) },
    { field: "costs", named: waysOf(costs) },
  ];
  const found = lists.find(({ named }) => new Set(named).size < named.length);
  if (found !== undefined) throw RoutingError.bank_twice({ field: found.field });
}

function healthOf({ demoteFromBp, paisePerPercent }: Fields): RoutingPolicy["health"] {
  const usual = DEFAULT_POLICY.health;
  const invalid = () => RoutingError.health_invalid({ field: "health.demoteFromBp" });
  return {
    demoteFromBp: demoteFromBp === undefined ? usual.demoteFromBp : wholeOf(demoteFromBp, 10_000, invalid),
    paisePerPercent:
      paisePerPercent === undefined
        ? usual.paisePerPercent
        : paiseOf(paisePerPercent, "health.paisePerPercent"),
  };
}

function fieldsOf(value: unknown, field: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw RoutingError.policy_unreadable({ field });
  return value as Fields;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw RoutingError.policy_unreadable({ field });
  return value;
}

function rowsOf(value: unknown, field: string): Fields[] {
  return listOf(value, field).map((row, index) => fieldsOf(row, `${field}[${index}]`));
}

function railOf(value: unknown, field: string): Rail {
  const found = RAILS.find((rail) => rail === value);
  if (found === undefined) throw RoutingError.rail_unknown({ field: `${field}.rail`, rail: String(value) });
  return found;
}

function bankOf(value: unknown, bankIds: readonly string[], field: string): string {
  if (typeof value !== "string" || !bankIds.includes(value))
    throw RoutingError.bank_unknown({ field: `${field}.bankId`, bankId: String(value) });
  return value;
}

function wholeOf(value: unknown, max: number, invalid: () => Error): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > max) throw invalid();
  return value;
}

function paiseOf(value: unknown, field: string): bigint {
  const isWhole = typeof value === "number" ? Number.isSafeInteger(value) : /^\d{1,15}$/.test(String(value));
  if (!isWhole || Number(value) < 0) throw RoutingError.amount_invalid({ field });
  return BigInt(value as string | number);
}

/** Reads policies of a merchant by version. Version 0 is the default policy. */
export async function readRoutingPolicies(
  tx: Tx,
  versions: readonly number[],
): Promise<ReadonlyMap<number, RoutingPolicy>> {
  const rows = await tx.query<{ version: number; policy: StoredPolicy }>(
    `select version, policy
     from routing.policy
     where merchant_id = $1
       and version = any ($2::int[])`,
    [tx.merchantId, [...new Set(versions)]],
  );
  return new Map([
    [0, DEFAULT_POLICY],
    ...rows.map(({ version, policy }) => [version, policyOf(policy)] as const),
  ]);
}

export interface PolicyVersion {
  readonly version: number;
  readonly policy: StoredPolicy;
  readonly because: string;
  readonly setBy: string;
  readonly setAt: Date;
}

const LIST_MAX = 50;

/** Lists the last 50 policies of a merchant, newest first. None: the default policy is in force. */
export async function listRoutingPolicies(tx: Tx): Promise<PolicyVersion[]> {
  return tx.query<PolicyVersion>(
    `select version, policy, because, set_by as "setBy", set_at as "setAt"
     from routing.policy
     where merchant_id = $1
     order by version desc
     limit ${LIST_MAX}`,
    [tx.merchantId],
  );
}

const BECAUSE_MAX = 500;

interface PolicyToSet {
  readonly policy: unknown;
  readonly because: string;
  readonly by: Actor;
  readonly inForce?: number;
}

/**
 * Puts a policy in force for everything routed from now on, and returns its version. Earlier ones stay, as
 * decisions name them. `inForce` is the version that it must follow. Absent means any. Throws a RoutingError.
 */
export async function setRoutingPolicy(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { policy: given, because, by, inForce }: PolicyToSet,
): Promise<{ version: number; policy: StoredPolicy }> {
  if (because.trim() === "" || because.length > BECAUSE_MAX) throw RoutingError.because_missing();
  const work = ctx.db.inMerchant(merchantId, async (tx) => {
    const connections = await listBankConnections(ctx, tx);
    const policy = storedPolicy(
      readPolicy(
        given,
        connections.map(({ bankId }) => bankId),
      ),
    );
    const [made] = await tx.query<{ version: number }>(
      `insert into routing.policy (merchant_id, version, policy, because, set_by, set_at)
       select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5
       from routing.policy
       where merchant_id = $1
       having $6::int is null or coalesce(max(version), 0) = $6
       returning version`,
      [merchantId, JSON.stringify(policy), because, by, tx.now, inForce ?? null],
    );
    if (made === undefined) throw RoutingError.set_meanwhile();
    const { version } = made;
    const action = "routing.policy_set";
    await recordAudit(tx, [{ actor: by, action, subject: `routing_policy:${version}`, detail: { because } }]);
    return { version, policy };
  });
  return work.catch((error: unknown) => {
    throw violates(error, "policy_version_once") ? RoutingError.set_meanwhile() : error;
  });
}
