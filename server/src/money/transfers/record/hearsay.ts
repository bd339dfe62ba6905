/**
 * Hearsay is a callback of an upstream by which money did not leave, came back or arrived, or by which a payment that
 * failed is paid after all. A member may have signed it, so it only makes us ask the service, and the answer decides
 * (decision 0103). The UTR of a success that is believed ties no line of a statement (`IS_UNCONFIRMED`).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { adapterOf, type CreditNews, type FoundCredit, isUpstream } from "#banks";
import type { BankConnection } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { gather, OverloadError } from "#lib/gather";
import { askAboutAttempts } from "../enquire/ask-about-attempts.ts";
import type { FoundAttempt } from "../attempt.ts";
import { TransferError } from "../errors.ts";
import type { News } from "../fact.ts";
import { runtimeOf } from "../runtime.ts";
import { lockTransfers } from "../transfer.ts";
import { unchanged, writeChanges } from "../write-changes.ts";

/** True if news that came by callback must not be recorded before the service confirms it. */
export const isHearsay = (
  bankId: string,
  { outcome: { kind } }: News,
  { live }: Pick<FoundAttempt, "live">,
): boolean =>
  isUpstream(bankId) && (kind === "failed" || kind === "returned" || (kind === "succeeded" && !live));

/**
 * Asks the service about the payment, outside the rail's budget of enquiries, and records its answer. Returns true if
 * the service confirms the outcome, or says that the money has come back since. If it does not, a paid transfer is
 * asked about again in an hour.
 */
export async function confirmHearsay(
  ctx: Context,
  merchantId: string,
  { transferId, attempt, outcome }: News,
): Promise<boolean> {
  const ask = () => askAboutAttempts(ctx, merchantId, [{ transferId, attempt }]);
  const answers = (await askInTurn(ctx, merchantId, ask)) ?? [];
  const isConfirmed = answers.some(({ outcome: { kind } }) => kind === outcome.kind || kind === "returned");
  if (!isConfirmed) await ctx.db.inMerchant(merchantId, (tx) => askAgainLater(tx, [{ transferId, attempt }]));
  return isConfirmed;
}

/** The time after which news that the service has not confirmed is asked about again. */
export const ASK_AGAIN_MS = 3_600_000;

/**
 * Makes paid transfers due for an enquiry in an hour, because nothing else would ask about a payment whose credit is
 * confirmed: its service may not repeat its callback, or its bank may not know yet what its statement shows.
 */
export async function askAgainLater(
  tx: Tx,
  attempts: readonly Pick<News, "transferId" | "attempt">[],
): Promise<void> {
  if (attempts.length === 0) return;
  const dueAt = new Date(tx.now.getTime() + ASK_AGAIN_MS);
  const attemptOf = new Map(attempts.map(({ transferId, attempt }) => [transferId, attempt]));
  const transfers = await lockTransfers(tx, [...attemptOf.keys()]);
  const forgotten = transfers.filter(
    ({ status, transferId, attempt, dueAt: due }) =>
      status === "succeeded" && attempt === attemptOf.get(transferId) && (due ?? dueAt) >= dueAt,
  );
  const changes = forgotten.map((before) => ({ ...unchanged(before), after: { ...before, dueAt } }));
  await writeChanges(tx, changes);
}

/**
 * Returns the credit, in the words of an upstream itself, with its moment. Throws TransferError.callback_unconfirmed.
 */
export async function confirmCredit(
  ctx: Context,
  merchantId: string,
  { connection, credit }: { connection: BankConnection; credit: CreditNews },
): Promise<CreditNews | FoundCredit> {
  const { bankId } = connection;
  if (!isUpstream(bankId)) return credit;
  const ask = async () => (await adapterOf(connection).findCredit?.(connection, credit.factId)) ?? null;
  const found = await askInTurn(ctx, merchantId, ask);
  if (found === null) throw TransferError.callback_unconfirmed({ bankId });
  return found;
}

/** RazorpayX accepts ten calls a second, of which payments take eight. */
const QUESTIONS_PER_SECOND = 2;

/** Services wait five seconds for our response. */
const WAITING_MAX = 5 * QUESTIONS_PER_SECOND;

/** Asks in turn, so that a flood of callbacks takes no calls from payments. Null means that too many wait. */
async function askInTurn<T>(ctx: Context, merchantId: string, ask: () => Promise<T>): Promise<T | null> {
  const runtime = runtimeOf(ctx);
  const put = runtime.perMerchant(merchantId, "hearsay", () =>
    gather<() => Promise<unknown>, unknown>({
      limit: QUESTIONS_PER_SECOND,
      lanes: 1,
      waitingMax: WAITING_MAX,
      async inTurn(begin) {
        await sleep(runtime.pace.take(`hearsay ${merchantId}`, 1, performance.now()));
        return begin();
      },
      flush: (questions) => Promise.all(questions.map((question) => question())),
    }),
  );
  try {
    return (await put(ask)) as T;
  } catch (error) {
    if (error instanceof OverloadError) return null;
    throw error;
  }
}
