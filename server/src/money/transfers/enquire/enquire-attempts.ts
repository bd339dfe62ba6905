/** Asks banks for missing outcomes of attempts, within each rail's budget, for 72 hours. */
import { adapterOf, type BankAdapter, type Outcome } from "#banks";
import { type PayeeFacts, readPayees } from "#beneficiaries";
import { type BankConnection, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { inSpan } from "#lib/trace";
import { CALENDARS, nextEnquiry, pollingEndsAt } from "#rails";
import { move } from "../machine.ts";
import { timeBankCall } from "../measure.ts";
import { recordOneNews } from "../record/record-news.ts";
import { runtimeOf } from "../runtime.ts";
import { instructionOf } from "../send/pay-attempts.ts";
import { keepsMessages } from "../send/sent-blocks.ts";
import { type Transfer, transferColumns } from "../transfer.ts";
import { type Change, writeChanges } from "../write-changes.ts";

const SET_MAX = 200;
const DAY_MS = 86_400_000;
const IST_MS = 19_800_000;

/** A transfer in review is open, and the index of open transfers is by due time. No worker must take it. */
const NEVER_BY_ITSELF = new Date("9999-12-31T00:00:00Z");

/** Enquires about one set of a merchant's due attempts and returns how many there were. */
export async function enquireAttempts(ctx: Context, merchantId: string): Promise<number> {
  if (runtimeOf(ctx).stopping) return 0;
  const enquiries = await ctx.db.inMerchant(merchantId, (tx) => claimEnquiries(ctx, tx));
  crashPoint("transfers.enquire.committed");
  for (const { transfer, now } of enquiries) {
    if (transfer.status !== "sent" || now < pollingEndsAt(transfer.sentAt!)) continue;
    ctx.log.error(
      { transferId: transfer.transferId },
      "72 hours without an answer: the transfer stands in review",
    );
  }
  const asked = await Promise.allSettled(enquiries.map((enquiry) => enquireOne(ctx, enquiry)));
  for (const one of asked) if (one.status === "rejected") throw one.reason;
  return enquiries.length;
}

/** Claims by counting the enquiry and moving the due time: if a worker dies, the next slot enquires. */
async function claimEnquiries(ctx: Context, tx: Tx): Promise<AttemptEnquiry[]> {
  const due = await tx.query<Transfer>(
    `select ${transferColumns}
     from transfers.transfer
     where merchant_id = $1
       and due_at <= $2
       and status in ('sent', 'succeeded')
     order by due_at, transfer_id
     limit $3
     for update skip locked`,
    [tx.merchantId, tx.now, SET_MAX],
  );
  if (due.length === 0) return [];
  crashPoint("transfers.enquire.claimed");
  const [attempts, connections, payees] = await Promise.all([
    readCurrentAttempts(tx, due),
    listBankConnections(ctx, tx),
    readPayees(tx, { beneficiaryIds: [...new Set(due.map((transfer) => transfer.beneficiaryId))] }),
    writeChanges(
      tx,
      due.map((transfer) => countEnquiry(ctx, transfer, tx.now)),
    ),
  ]);
  return due.map((transfer) => ({
    transfer,
    ...attempts.get(transfer.transferId)!,
    connection: connections.find(({ bankId }) => bankId === transfer.bankId)!,
    payee: payees.find(({ beneficiaryId }) => beneficiaryId === transfer.beneficiaryId)!,
    now: tx.now,
  }));
}

type AskedAttempt = Pick<AttemptEnquiry, "reference" | "sendBy" | "notFoundAt">;

async function readCurrentAttempts(tx: Tx, due: readonly Transfer[]): Promise<Map<string, AskedAttempt>> {
  const rows = await tx.query<AskedAttempt & { transferId: string }>(
    `select attempt.transfer_id as "transferId", attempt.reference, attempt.send_by as "sendBy",
       (
         select min(fact.at)
         from transfers.fact
         where fact.merchant_id = attempt.merchant_id
           and fact.transfer_id = attempt.transfer_id
           and fact.attempt = attempt.attempt
           and fact.source = 'enquiry'
           and fact.code = 'NOT_FOUND'
       ) as "notFoundAt"
     from unnest($2::uuid[], $3::smallint[]) as asked (transfer_id, attempt)
     join transfers.attempt
       on attempt.merchant_id = $1
      and attempt.transfer_id = asked.transfer_id
      and attempt.attempt = asked.attempt`,
    [tx.merchantId, due.map((transfer) => transfer.transferId), due.map((transfer) => transfer.attempt)],
  );
  return new Map(rows.map(({ transferId, ...asked }) => [transferId, asked]));
}

function countEnquiry({ config }: Context, transfer: Transfer, now: Date): Change {
  const { rail, transferId, enquiries } = transfer;
  const sentAt = transfer.sentAt!;
  const end = pollingEndsAt(sentAt);
  const counted = { ...transfer, enquiries: enquiries + 1 };
  const change = { before: transfer, steps: [], entries: [], events: [] };
  if (transfer.status === "sent" && now >= end) {
    const after: Transfer = { ...counted, status: "review", dueAt: NEVER_BY_ITSELF };
    return { ...change, after, steps: [move("sent", "review", "72 hours without an answer")] };
  }
  const next = nextEnquiry(rail, { sentAt, after: now, seed: transferId }, CALENDARS[config.railCalendar]);
  const dueAt =
    transfer.status === "sent" ? earliest(next, end, transfer.deemed ? deemedAt(sentAt) : end, now) : next;
  return { ...change, after: { ...counted, dueAt } };
}

/** Returns the first of the moments that is still in the future. */
function earliest(next: Date | null, end: Date, deemed: Date, now: Date): Date {
  const coming = [next, deemed, end].filter((moment) => moment !== null && moment > now) as Date[];
  return coming.reduce((first, moment) => (moment < first ? moment : first), end);
}

/** A deemed success counts as paid if nothing was returned by the end of T+2, counted in days of India. */
function deemedAt(sentAt: Date): Date {
  const day = Math.floor((sentAt.getTime() + IST_MS) / DAY_MS);
  return new Date((day + 3) * DAY_MS - IST_MS);
}

function enquireOne(ctx: Context, enquiry: AttemptEnquiry): Promise<void> {
  const { transferId, merchantId } = enquiry.transfer;
  const facts = { "vitaran.merchant": merchantId, "vitaran.transfer": transferId };
  return inSpan("enquire", { facts, about: [transferId] }, () => enquireAndRecord(ctx, enquiry));
}

async function enquireAndRecord(ctx: Context, enquiry: AttemptEnquiry): Promise<void> {
  const { transfer, now } = enquiry;
  crashPoint("transfers.enquire.before_ask");
  const outcomes = await askSafely(ctx, enquiry);
  crashPoint("transfers.enquire.answered");
  const news = { transferId: transfer.transferId, attempt: transfer.attempt } as const;
  const told = await Promise.all(
    outcomes.map((outcome) =>
      recordOneNews(ctx, transfer.merchantId, { ...news, outcome, source: "enquiry" }),
    ),
  );
  const latest = told.at(-1);
  if (latest?.status !== "sent" && latest?.status !== "review") return;
  if (!latest.deemed || now < deemedAt(transfer.sentAt!)) return;
  const deemed: Outcome = {
    kind: "succeeded",
    code: "DEEMED",
    text: "settled by the scheme",
    utr: "",
    credited: false,
  };
  await recordOneNews(ctx, transfer.merchantId, { ...news, outcome: deemed, source: "scheme" });
}

/** An attempt to ask about. */
interface AttemptEnquiry {
  readonly transfer: Transfer;
  readonly reference: string;
  readonly sendBy: Date;
  /** The time when an enquiry first found the reference unknown at the bank. Null means never. */
  readonly notFoundAt: Date | null;
  readonly connection: BankConnection;
  readonly payee: PayeeFacts;
  /** The merchant's clock when the enquiry was claimed. */
  readonly now: Date;
}

/** A sender checks its deadline before it hands over. The bytes may leave later by its own time limit. */
const PAUSE_MAX_MS = 30_000;

/** The time in which a bank finds an instruction, unless its protocol says otherwise. */
const FINDS_WITHIN_MS = 10 * 60_000;

/** Returns the bank's responses: one, or "not found" and the response to the resend or void after it. */
export async function askSafely(ctx: Context, enquiry: AttemptEnquiry): Promise<readonly Outcome[]> {
  const said: Outcome[] = [];
  try {
    await ask(ctx, enquiry, said);
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId: enquiry.connection.bankId }, "a bank adapter threw at an enquiry");
    said.push({ kind: "unknown", detail: "the adapter failed" });
  }
  return said;
}

/**
 * If the bank does not know the reference, and no sender can still be about to send it, two steps cannot pay
 * twice. First, the same reference is sent again, if the bank is known to pay a reference only once. If it
 * remains unknown beyond the time in which the bank finds what arrived, the bank is asked to void it, if it
 * can: that promise is proof, even against a sender that wakes up later. Otherwise enquiries go on.
 */
async function ask(ctx: Context, enquiry: AttemptEnquiry, said: Outcome[]): Promise<void> {
  const { transfer, reference, connection, sendBy, now } = enquiry;
  const adapter = adapterOf(connection);
  const { rail, amountPaise } = transfer;
  const about = { bankId: connection.bankId, rail, operation: "enquire" } as const;
  const outcome = await timeBankCall(about, () => adapter.enquire(connection, { reference, amountPaise }));
  said.push(outcome);
  const senderIsGone = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS;
  if (outcome.kind !== "not_found" || !senderIsGone || transfer.status !== "sent" || transfer.deemed) return;
  // After a restore of the database, the bank's recent payments are not known yet.
  if (connection.recoveringSince !== null) return;
  const { idempotentByReference } = adapter.capabilities(connection.bankId);
  if (mayVoid(adapter, enquiry)) {
    crashPoint("transfers.enquire.before_void");
    said.push(await adapter.void!(connection, reference));
    crashPoint("transfers.enquire.voided");
    return;
  }
  if (idempotentByReference) {
    crashPoint("transfers.enquire.before_resend");
    said.push(await sendAgain(ctx, adapter, enquiry));
  }
}

function mayVoid(adapter: BankAdapter, { connection, notFoundAt, sendBy, now }: AttemptEnquiry): boolean {
  const { canVoid, findsWithinMs = FINDS_WITHIN_MS } = adapter.capabilities(connection.bankId);
  const isRepeated = notFoundAt !== null && notFoundAt < now;
  const isFound = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS + findsWithinMs;
  return adapter.void !== undefined && canVoid && isRepeated && isFound;
}

async function sendAgain(
  ctx: Context,
  adapter: BankAdapter,
  { transfer, reference, connection, payee }: AttemptEnquiry,
): Promise<Outcome> {
  const sending = { transfer, attempt: transfer.attempt, reference, connection, payee, sendBy: 0 };
  const instruction = { ...instructionOf(ctx, sending), sentBefore: true };
  const keeper = keepsMessages(ctx, transfer.merchantId, connection.bankId);
  const again = await adapter.pay(connection, instruction, keeper);
  // If the repeated instruction was not sent, that proves nothing about the first one.
  return again.kind === "not_sent" ? { kind: "unknown", detail: `sent again: ${again.detail}` } : again;
}
