/** Sums up repeated decisions: how many are the same, and what a draft policy would have changed. */
import type { Rail } from "#rails";
import type { RoutingPolicy } from "#routing";

/** One attempt with its repeated decision. */
export interface Replayed {
  readonly transferKey: string;
  readonly attempt: number;
  readonly bankId: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  readonly at: Date;
  readonly paid: boolean | null;
  readonly comparable: boolean;
  readonly same: boolean;
  /** The policy that was in force. Null means that the decision is too old to be repeated. */
  readonly policy: RoutingPolicy | null;
  /** The draft's choice. Null means nowhere, or that there is no draft, or that the decision is too old. */
  readonly draft: ReplayWay | null;
}

export interface ReplaySum {
  readonly attempts: number;
  /** Repeated with exactly the same result. */
  readonly same: number;
  /** Repeated with another result. There must be none. */
  readonly different: readonly string[];
  /** Decided by rules of another version. */
  readonly notComparable: number;
  readonly banks: readonly BankSum[];
  readonly draft: DraftSum | null;
}

/** The outcomes of the attempts at one bank on one rail. */
interface BankSum {
  readonly bankId: string;
  readonly rail: Rail;
  readonly attempts: number;
  readonly paid: number;
  readonly notPaid: number;
  /** The paid share of those with an outcome, in hundredths of a percent. Null means that none has an outcome. */
  readonly successBp: number | null;
}

type ReplayWay = Pick<BankSum, "bankId" | "rail">;

/** A transfer that the draft would have sent elsewhere first. */
export interface Moved {
  readonly transferKey: string;
  readonly amountPaise: bigint;
  readonly at: Date;
  readonly before: ReplayWay;
  readonly after: ReplayWay;
}

/** The effect of the draft on first attempts: banks, cost and expected success. */
export interface DraftSum {
  readonly compared: number;
  readonly moved: number;
  /** The cost in paise before and after, at the draft's prices. */
  readonly costBeforePaise: bigint;
  readonly costAfterPaise: bigint;
  /**
   * The expected share of payments that succeed at the first bank, from the outcomes at each bank. Attempts
   * at banks without any outcome are left out. In hundredths of a percent. Null means that nothing is known.
   */
  readonly successBeforeBp: number | null;
  readonly successAfterBp: number | null;
  /** The number that went first to each bank and rail, and the number that would have. */
  readonly ways: readonly (ReplayWay & { readonly before: number; readonly after: number })[];
  /** The latest that would have gone elsewhere. */
  readonly examples: readonly Moved[];
}

const NAMED_MAX = 20;
const EXAMPLES_MAX = 10;

export function sumReplays(replayed: readonly Replayed[], draft: RoutingPolicy | null): ReplaySum {
  const banks = sumBanks(replayed);
  const different = replayed.filter(({ comparable, same }) => comparable && !same);
  return {
    attempts: replayed.length,
    same: replayed.filter(({ same }) => same).length,
    different: different.slice(0, NAMED_MAX).map(({ transferKey, attempt }) => `${transferKey} ${attempt}`),
    notComparable: replayed.filter(({ comparable }) => !comparable).length,
    banks,
    draft: draft === null ? null : sumDraft(replayed, { banks, draft }),
  };
}

function sumBanks(replayed: readonly Replayed[]): BankSum[] {
  const sums = new Map<string, BankSum>();
  for (const { bankId, rail, paid } of replayed) {
    const key = keyOf({ bankId, rail });
    const known = sums.get(key) ?? { bankId, rail, attempts: 0, paid: 0, notPaid: 0, successBp: null };
    const now = {
      attempts: known.attempts + 1,
      paid: known.paid + (paid === true ? 1 : 0),
      notPaid: known.notPaid + (paid === false ? 1 : 0),
    };
    const ended = now.paid + now.notPaid;
    const successBp = ended === 0 ? null : Math.round((10_000 * now.paid) / ended);
    sums.set(key, { ...known, ...now, successBp });
  }
  return [...sums.values()];
}

function sumDraft(
  replayed: readonly Replayed[],
  { banks, draft }: { banks: readonly BankSum[]; draft: RoutingPolicy },
): DraftSum {
  const compared = replayed.flatMap(({ attempt, bankId, rail, draft: after, transferKey, amountPaise, at }) =>
    attempt === 1 && after !== null
      ? [{ transferKey, amountPaise, at, before: { bankId, rail }, after }]
      : [],
  );
  const costOf = ({ bankId, rail }: ReplayWay): bigint =>
    draft.costs.find((row) => row.rail === rail && row.bankId === bankId)?.paise ?? 0n;
  const before = compared.map((one) => one.before);
  const after = compared.map((one) => one.after);
  const moved = compared.filter((one) => keyOf(one.before) !== keyOf(one.after));
  return {
    compared: compared.length,
    moved: moved.length,
    costBeforePaise: before.reduce((sum, way) => sum + costOf(way), 0n),
    costAfterPaise: after.reduce((sum, way) => sum + costOf(way), 0n),
    successBeforeBp: successOf(before, banks),
    successAfterBp: successOf(after, banks),
    ways: sumWays(before, after),
    examples: moved.slice(-EXAMPLES_MAX).toReversed(),
  };
}

const keyOf = ({ bankId, rail }: ReplayWay): string => `${bankId} ${rail}`;

/** Returns the expected success, from the outcomes of all attempts that took the same ways. */
function successOf(ways: readonly ReplayWay[], banks: readonly BankSum[]): number | null {
  const known = new Map(banks.map((bank) => [keyOf(bank), bank.successBp]));
  const shares = ways.flatMap((way) => known.get(keyOf(way)) ?? []);
  return shares.length === 0
    ? null
    : Math.round(shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

function sumWays(before: readonly ReplayWay[], after: readonly ReplayWay[]): DraftSum["ways"] {
  const sums = new Map<string, ReplayWay & { before: number; after: number }>();
  const add = (way: ReplayWay, when: "before" | "after"): void => {
    const { bankId, rail } = way;
    const known = sums.get(keyOf(way)) ?? { bankId, rail, before: 0, after: 0 };
    sums.set(keyOf(way), { ...known, [when]: known[when] + 1 });
  };
  for (const way of before) add(way, "before");
  for (const way of after) add(way, "after");
  return [...sums.values()].toSorted((one, two) => keyOf(one).localeCompare(keyOf(two)));
}
