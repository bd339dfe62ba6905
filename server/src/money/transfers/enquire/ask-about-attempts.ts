import { adapterOf, type Outcome } from "#banks";
import { type BankConnection, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { type Calendar, CALENDARS, nextEnquiry, pollingEndsAt } from "#rails";
import type { News } from "../fact.ts";
import { recordNews } from "../record/record-news.ts";
import { lockTransfers, type Transfer } from "../transfer.ts";
import { writeChanges } from "../write-changes.ts";

/** An attempt, whether or not it has ended. */
export interface AttemptToAsk {
  readonly transferId: string;
  readonly attempt: number;
  /** True if there is no outcome: then only the next enquiry of its rail's budget is made, but early. */
  readonly onBudget?: boolean;
}

/**
 * Asks banks once for the outcome of some attempts, including ended ones, and records and returns what is certain.
 * Nothing is sent again or voided. If a bank does not know the attempt, or does not respond, nothing changes.
 */
export async function askAboutAttempts(
  ctx: Context,
  merchantId: string,
  attempts: readonly AttemptToAsk[],
): Promise<readonly News[]> {
  if (attempts.length === 0) return [];
  const asked = await ctx.db.inMerchant(merchantId, (tx) => readAsked(ctx, tx, attempts));
  const news = (await Promise.all(asked.map((one) => askSafely(ctx, one)))).flat();
  crashPoint("transfers.ask_about.answered");
  if (news.length > 0) await recordNews(ctx, merchantId, news);
  return news;
}

interface Asked extends AttemptToAsk {
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly connection: BankConnection;
}

async function readAsked(ctx: Context, tx: Tx, attempts: readonly AttemptToAsk[]): Promise<Asked[]> {
  const rows = await tx.query<Omit<Asked, "connection"> & { bankId: string }>(
    `select attempt.transfer_id as "transferId", attempt.attempt, attempt.reference, attempt.bank_id as "bankId",
       transfer.amount_paise as "amountPaise"
     from unnest($2::uuid[], $3::smallint[]) as wanted (transfer_id, attempt)
     join transfers.attempt
       on attempt.merchant_id = $1
      and attempt.transfer_id = wanted.transfer_id
      and attempt.attempt = wanted.attempt
     join transfers.transfer
       on transfer.merchant_id = $1
      and transfer.transfer_id = wanted.transfer_id`,
    [tx.merchantId, attempts.map(({ transferId }) => transferId), attempts.map(({ attempt }) => attempt)],
  );
  const onBudget = new Set(attempts.flatMap((one) => (one.onBudget === true ? [one.transferId] : [])));
  const forward = await bringEnquiriesForward(ctx, tx, [...onBudget]);
  const connections = await listBankConnections(ctx, tx);
  return rows.flatMap(({ bankId, ...row }) => {
    if (onBudget.has(row.transferId) && !forward.has(row.transferId)) return [];
    const connection = connections.find((one) => one.bankId === bankId);
    return connection === undefined ? [] : [{ ...row, connection }];
  });
}

const CERTAIN: ReadonlySet<Outcome["kind"]> = new Set(["succeeded", "failed", "returned"]);

async function askSafely(ctx: Context, asked: Asked): Promise<News[]> {
  const { transferId, attempt, reference, amountPaise, connection } = asked;
  try {
    const outcome = await adapterOf(connection).enquire(connection, { reference, amountPaise });
    return CERTAIN.has(outcome.kind) ? [{ transferId, attempt, outcome, source: "enquiry" }] : [];
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId: connection.bankId }, "a bank adapter threw at an enquiry");
    return [];
  }
}

/** Schemes limit enquiries per two hours, so an enquiry that is due later is not brought forward. */
const FORWARD_MS = 2 * 3_600_000;

/**
 * Makes some transfers due for an enquiry now, in the caller's transaction. Each uses up the next enquiry of
 * its rail's budget, so there are never more enquiries in total. Returns the IDs of the transfers to enquire
 * about: those that are sent, had an enquiry on schedule before, and have the next one due within two hours.
 */
async function bringEnquiriesForward(
  { config: { railCalendar } }: Pick<Context, "config">,
  tx: Tx,
  transferIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transferIds.length === 0) return new Set();
  const calendar = CALENDARS[railCalendar];
  const transfers = await lockTransfers(tx, transferIds);
  const forward = transfers.filter((transfer) => mayComeNow(transfer, tx.now, calendar));
  await writeChanges(
    tx,
    forward.map((before) => {
      const enquiries = before.enquiries + 1;
      const after = { ...before, enquiries, dueAt: following(before, calendar) };
      return { before, after, steps: [], entries: [], events: [] };
    }),
  );
  return new Set(forward.map(({ transferId }) => transferId));
}

function mayComeNow(
  { status, enquiries, dueAt, ...transfer }: Transfer,
  now: Date,
  calendar: Calendar,
): boolean {
  if (status !== "sent" || enquiries === 0 || dueAt === null) return false;
  const aheadMs = dueAt.getTime() - now.getTime();
  if (aheadMs <= 0 || aheadMs > FORWARD_MS) return false;
  // An enquiry must be due at that time, and not the end of the 72 hours.
  return slotAfter(transfer, new Date(dueAt.getTime() - 1), calendar)?.getTime() === dueAt.getTime();
}

/** Returns when the enquiry after the next one is due; without one, the end of the 72 hours. */
function following(transfer: Transfer, calendar: Calendar): Date {
  return slotAfter(transfer, transfer.dueAt!, calendar) ?? pollingEndsAt(transfer.sentAt!);
}

const slotAfter = (
  { rail, sentAt, transferId }: Pick<Transfer, "rail" | "sentAt" | "transferId">,
  after: Date,
  calendar: Calendar,
): Date | null => nextEnquiry(rail, { sentAt: sentAt!, after, seed: transferId }, calendar);
