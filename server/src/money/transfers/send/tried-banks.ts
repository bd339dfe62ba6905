import type { PayeeFacts } from "#beneficiaries";
import type { FundSource } from "#fund-sources";
import { isOwnTrouble, standingOf } from "#health";
import type { Config } from "#lib/config";
import type { Tx } from "#lib/db";
import { type FailureReason, railsOf } from "#rails";
import type { NoRoute, Route } from "#routing";
import type { AttemptRow } from "../attempt.ts";
import type { Fact } from "../fact.ts";
import { type Price, priceBy } from "../price.ts";
import { payeeCodesOf, routeTransfer, type RouteWith } from "./route-transfers.ts";
import type { Transfer } from "../transfer.ts";

/** A bank gets no further instruction for the transfer in this time, even if its health recovers. */
export const ASK_AGAIN_AFTER_MS = 15 * 60_000;
/** One bank gets at most this many instructions for one transfer, each under a new reference. */
export const TIMES_MAX = 3;

// Earlier attempts are read with the banks at which they were given up, and the reason.

/** The banks at which earlier attempts of a transfer were given up. */
export interface Tried {
  /** Banks that refused because of the payment itself: never asked again. */
  refused: string[];
  /** Banks that refused because of their own trouble. */
  troubled: TroubledBank[];
  /** Banks that could not be reached: asked again only if there is no other. */
  unreached: string[];
  /** The times of the first and the last of these attempts. */
  since: Date;
  last: Date;
}

/** A bank that could not pay anyone at that time. */
export interface TroubledBank {
  readonly bankId: string;
  /** The time of its last instruction. */
  readonly at: Date;
  /** The number of instructions that it got. */
  readonly times: number;
}

interface GivenUp {
  transferId: string;
  bankId: string;
  evidence: string;
  at: Date;
  otherBank: boolean;
  reason: FailureReason | null;
}

/** Reads the tried banks by transfer. Transfers without a given-up attempt are left out. */
export async function readTriedBanks(tx: Tx, due: readonly Transfer[]): Promise<Map<string, Tried>> {
  const attempted = due.filter((transfer) => transfer.attempt > 0).map((transfer) => transfer.transferId);
  const tried = new Map<string, Tried>();
  if (attempted.length === 0) return tried;
  for (const givenUp of await tx.query<GivenUp>(READ, [tx.merchantId, attempted])) {
    const { transferId, at } = givenUp;
    const one = tried.get(transferId) ?? { refused: [], troubled: [], unreached: [], since: at, last: at };
    one.last = at;
    addBank(one, givenUp);
    tried.set(transferId, one);
  }
  return tried;
}

function addBank(one: Tried, { bankId, evidence, at, otherBank, reason }: GivenUp): void {
  if (evidence !== "NEG") one.unreached.push(bankId);
  else if (!isOwnTrouble({ otherBank, reason })) one.refused.push(bankId);
  else {
    const before = one.troubled.find((bank) => bank.bankId === bankId);
    const others = one.troubled.filter((bank) => bank !== before);
    one.troubled = [...others, { bankId, at, times: (before?.times ?? 0) + 1 }];
  }
}

const READ = `
  select attempt.transfer_id as "transferId", attempt.bank_id as "bankId", attempt.evidence, attempt.at,
    coalesce(no.other_bank, false) as "otherBank", no.reason
  from transfers.attempt
  left join lateral (
    select other_bank, reason
    from transfers.fact
    where fact.merchant_id = $1
      and fact.transfer_id = attempt.transfer_id
      and fact.attempt = attempt.attempt
      and fact.evidence = 'NEG'
    order by other_bank, fact_key
    limit 1
  ) as no on true
  where attempt.merchant_id = $1
    and attempt.transfer_id = any ($2::uuid[])
    and not attempt.live
  order by attempt.attempt`;

/** The reason and price of a transfer that fails after an earlier attempt was paid late. */
export interface PaidElsewhere extends Price {
  readonly reason: "PAID_AFTER_FAILURE" | "PAID_LATE_AND_RETURNED";
  readonly utr: string | null;
}

/** Finds a payment by a given-up attempt that was not returned, else one that was, else null. */
export function findPaidElsewhere(
  transfer: Transfer,
  facts: readonly Fact[],
  own: readonly AttemptRow[],
): PaidElsewhere | null {
  const attempts = [...Map.groupBy(facts, (fact) => fact.attempt).values()];
  const paid = attempts.filter((said) => said.some(({ evidence }) => evidence === "POS"));
  const standing = paid.find((said) => said.every(({ evidence }) => evidence !== "RET"));
  const said = standing ?? paid[0];
  const carrier = own.find(({ attempt }) => attempt === said?.[0]?.attempt);
  if (said === undefined || carrier === undefined) return null;
  return {
    reason: standing === undefined ? "PAID_LATE_AND_RETURNED" : "PAID_AFTER_FAILURE",
    utr: paidUtr(said),
    ...priceBy(transfer, carrier.rail),
  };
}

/** The UTR of a payment; null until a bank reports it. */
export function paidUtr(facts: readonly Fact[]): string | null {
  return facts.findLast(({ evidence, utr }) => evidence === "POS" && utr !== null)?.utr ?? null;
}

// Chooses rail and bank for a transfer that banks have been asked to pay before. Pure.

export interface ToChoose extends RouteWith {
  readonly transfer: Pick<Transfer, "transferKey" | "mode" | "amountPaise" | "fundSourceId">;
  readonly payee: PayeeFacts;
  /** The fund source that pays. */
  readonly fundSource: Pick<FundSource, "bankId">;
  /** Null if no attempt was given up. */
  readonly tried: Tried | null;
  /** The time since which the transfer has been waiting for a bank that works; null if it is not waiting. */
  readonly downSince: Date | null;
}

/**
 * Prefers banks that were not asked yet, then those that could not be reached, then those that refused
 * because of their own outage. If such an outage is not over, the transfer waits instead of failing. A bank
 * that refused because of the payment itself is never asked again.
 */
export function chooseAmongTried(
  { config: { railCalendar: calendar } }: { readonly config: Pick<Config, "railCalendar"> },
  { transfer, payee, fundSource, tried, downSince, ...routeWith }: ToChoose,
): Route | NoRoute {
  const { refused = [], unreached = [], troubled = [] } = tried ?? {};
  const toRoute = { ...transfer, bankId: fundSource.bankId, payee, calendar };
  const said = [...refused, ...troubled.map(({ bankId }) => bankId)];
  const first = routeTransfer({ ...toRoute, banksTried: [...said, ...unreached] }, routeWith);
  if (first.kind === "route") return first;
  const second = unreached.length === 0 ? first : routeTransfer({ ...toRoute, banksTried: said }, routeWith);
  if (second.kind !== "exhausted" && second.kind !== "down") return second;
  const again = troubled.filter((bank) => mayAskAgain(bank, { transfer, payee, downSince, ...routeWith }));
  if (again.length === 0) return second;
  const third = routeAgain(toRoute, { said, again, routeWith });
  return third.kind === "route" || second.kind === "exhausted" ? third : second;
}

/** Routes with the banks that may be asked again. One that refused a moment ago counts as down. */
function routeAgain(
  toRoute: Omit<Parameters<typeof routeTransfer>[0], "banksTried">,
  {
    said,
    again,
    routeWith,
  }: { said: readonly string[]; again: readonly TroubledBank[]; routeWith: RouteWith },
): Route | NoRoute {
  const { banks, now } = routeWith;
  const find = (bankId: string) => again.find((bank) => bank.bankId === bankId);
  const isFresh = (bank: TroubledBank): boolean => now.getTime() < bank.at.getTime() + ASK_AGAIN_AFTER_MS;
  const resting = banks.map((bank) => {
    const asked = find(bank.bankId);
    return asked !== undefined && isFresh(asked) ? { ...bank, railsDown: bank.rails } : bank;
  });
  const banksTried = said.filter((bankId) => find(bankId) === undefined);
  return routeTransfer({ ...toRoute, banksTried }, { ...routeWith, banks: resting });
}

/** True if the refusal was due to an outage: the bank was known to be down, or the transfer waited since. */
function mayAskAgain(
  { bankId, at, times }: TroubledBank,
  { transfer, payee, downSince, routing, now }: Omit<ToChoose, "tried" | "fundSource">,
): boolean {
  if (times >= TIMES_MAX) return false;
  if (downSince !== null && downSince >= at) return true;
  const { bankCode, handle } = payeeCodesOf(payee);
  return railsOf(transfer.mode, transfer.amountPaise).some((rail) => {
    const payeeCode = rail === "upi" ? handle : bankCode;
    const standing = standingOf(routing.snapshot, { bankId, rail, payeeCode }, now.getTime());
    return standing !== null && standing.state !== "healthy" && standing.wasDown;
  });
}
