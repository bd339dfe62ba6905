/** Ranks the banks of a rail: by health, then by the policy's shares, order and costs, then as listed. */
import { type BankSnapshot, type BankStanding, isLimited, standingOf } from "#health";
import { instrumentOf, type Rail } from "#rails";
import type { BankFacts, Candidate, RouteFacts } from "./facts.ts";
import { DEFAULT_POLICY } from "./policy.ts";

/**
 * The share of transfers that routing over several banks gets paid during a month of outages, in hundredths
 * of a percent. The site states it, and `npm run faults -- routing` verifies it.
 */
export const SUCCESS_GOAL_BP = 9_998;

/** A bank on a rail with the values that decide its position. */
export interface Ranked {
  readonly bank: BankFacts;
  /** Null means that there is no known trouble. */
  readonly standing: BankStanding | null;
  /** The time of its next free place. Null means that it has one, or needs none. */
  readonly fullUntil: Date | null;
  /** The values as the explanation names them. */
  readonly numbers: Pick<Candidate, "state" | "failBp" | "demoted" | "share" | "place" | "cost">;
}

/** Returns the banks of a rail, first to last. */
export function rankBanks(rail: Rail, facts: RouteFacts): Ranked[] {
  const order = orderOf(rail, facts);
  const shared = sharedBank(rail, facts);
  return facts.banks
    .map((bank) => rank(bank, rail, { facts, order, shared }))
    .map((ranked) => ({ ranked, key: sortKey(ranked) }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ ranked }) => ranked);
}

function rank(
  bank: BankFacts,
  rail: Rail,
  { facts, order, shared }: { facts: RouteFacts; order: readonly string[]; shared: string | null },
): Ranked {
  const { bankId } = bank;
  const { health, costs } = facts.policy ?? DEFAULT_POLICY;
  const standing = standOf(bankId, rail, facts);
  const isUnwell = standing !== null && standing.state !== "healthy";
  const fullUntil = standing !== null && isLimited(standing) ? (facts.full?.get(standing.key) ?? null) : null;
  // A bank that is probed or recovers is only known to have been ill.
  const failBp = standing?.state === "degraded" ? standing.failBp : 0;
  const demoted = fullUntil !== null || (failBp > 0 && failBp >= health.demoteFromBp);
  const place = order.indexOf(bankId);
  const own = costs.find((row) => row.rail === rail && row.bankId === bankId)?.paise ?? 0n;
  const cost = own + (health.paisePerPercent * BigInt(failBp)) / 100n;
  const numbers = {
    ...(isUnwell ? { state: standing.state } : {}),
    ...(failBp > 0 ? { failBp } : {}),
    ...(demoted ? { demoted } : {}),
    ...(shared === bankId ? { share: true as const } : {}),
    ...(place === -1 ? {} : { place }),
    ...(cost === 0n ? {} : { cost: String(cost) }),
  };
  return { bank, standing, fullUntil, numbers };
}

/** Returns the health of a bank on a rail for this payee. */
export function standOf(
  bankId: string,
  rail: Rail,
  { payee, snapshot, now }: RouteFacts,
): BankStanding | null {
  if (snapshot === undefined || isEmpty(snapshot)) return null;
  const payeeCode = (instrumentOf(rail) === "vpa" ? payee.handle : payee.bankCode) ?? null;
  return standingOf(snapshot, { bankId, rail, payeeCode }, now.getTime());
}

function isEmpty({ entries, windows }: BankSnapshot): boolean {
  return entries.length === 0 && windows.length === 0;
}

function orderOf(rail: Rail, { policy = DEFAULT_POLICY, amountPaise }: RouteFacts): readonly string[] {
  const row = policy.priorities.find(
    (entry) => entry.rail === rail && (entry.uptoPaise === null || amountPaise <= entry.uptoPaise),
  );
  return row?.bankIds ?? [];
}

/** Returns the bank of the transfer's share: the first hundredths belong to the first row, and so on. */
function sharedBank(rail: Rail, { policy = DEFAULT_POLICY, bucket }: RouteFacts): string | null {
  if (bucket === undefined) return null;
  let upTo = 0;
  for (const share of policy.shares) {
    if (share.rail !== rail) continue;
    upTo += share.percent;
    if (bucket < upTo) return share.bankId;
  }
  return null;
}

/** Compared from the left. Among equals, the order of the list decides. */
function sortKey({ numbers: { demoted, share, place, cost } }: Ranked): readonly (number | bigint)[] {
  return [demoted ? 1 : 0, share ? 0 : 1, place ?? Number.MAX_SAFE_INTEGER, BigInt(cost ?? 0)];
}

function compare(a: readonly (number | bigint)[], b: readonly (number | bigint)[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at === -1) return 0;
  return a[at]! < b[at]! ? -1 : 1;
}
