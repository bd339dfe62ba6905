/** Asks banks what became of attempts that nobody has heard of, within each rail's budget, for 72 hours. */
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { adapterOf, type Outcome } from "#banks";
import { readPayees, type PayeeFacts } from "#beneficiaries";
import { listBankConnections, type BankConnection } from "#fund-sources";
import { CALENDARS, nextEnquiry, pollingEndsAt } from "#rails";
import { move } from "./machine.ts";
import { instructionOf } from "./pay-attempts.ts";
import { recordOneNews } from "./record-news.ts";
import { runtimeOf } from "./runtime.ts";
import { transferColumns, type Transfer } from "./transfer.ts";
import { writeChanges, type Change } from "./write-changes.ts";

const SET_MAX = 200;
const DAY_MS = 86_400_000;
const IST_MS = 19_800_000;

/** A sender looks at its deadline before it hands over; the bytes may leave as late as its own time limit. */
const PAUSE_MAX_MS = 30_000;

/** A transfer in review is open, and the index of due times is that of open transfers; but no worker takes it up. */
const NEVER_BY_ITSELF = new Date("9999-12-31T00:00:00Z");

interface Enquiry {
  transfer: Transfer;
  reference: string;
  sendBy: Date;
  connection: BankConnection;
  payee: PayeeFacts;
  /** The merchant's clock at the claim. */
  now: Date;
}

/** Enquires about one set of a merchant's due attempts and answers how many there were. */
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

/** Claims by counting the enquiry and moving its due time: a worker that dies leaves it to the next slot. */
async function claimEnquiries(ctx: Context, tx: Tx): Promise<Enquiry[]> {
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

async function readCurrentAttempts(
  tx: Tx,
  due: readonly Transfer[],
): Promise<Map<string, { reference: string; sendBy: Date }>> {
  const rows = await tx.query<{ transferId: string; reference: string; sendBy: Date }>(
    `select attempt.transfer_id as "transferId", attempt.reference, attempt.send_by as "sendBy"
     from unnest($2::uuid[], $3::smallint[]) as asked (transfer_id, attempt)
     join transfers.attempt
       on attempt.merchant_id = $1
      and attempt.transfer_id = asked.transfer_id
      and attempt.attempt = asked.attempt`,
    [tx.merchantId, due.map((transfer) => transfer.transferId), due.map((transfer) => transfer.attempt)],
  );
  return new Map(rows.map(({ transferId, reference, sendBy }) => [transferId, { reference, sendBy }]));
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

/** The first of the moments that is still to come. */
function earliest(next: Date | null, end: Date, deemed: Date, now: Date): Date {
  const coming = [next, deemed, end].filter((moment) => moment !== null && moment > now) as Date[];
  return coming.reduce((first, moment) => (moment < first ? moment : first), end);
}

/** What the scheme deems settled counts as paid when nothing came back by the end of T+2, days being India's. */
function deemedAt(sentAt: Date): Date {
  const day = Math.floor((sentAt.getTime() + IST_MS) / DAY_MS);
  return new Date((day + 3) * DAY_MS - IST_MS);
}

async function enquireOne(ctx: Context, enquiry: Enquiry): Promise<void> {
  const { transfer, now } = enquiry;
  crashPoint("transfers.enquire.before_ask");
  const outcome = await askSafely(ctx, enquiry);
  crashPoint("transfers.enquire.answered");
  const news = { transferId: transfer.transferId, attempt: transfer.attempt, outcome } as const;
  const latest = await recordOneNews(ctx, transfer.merchantId, { ...news, source: "enquiry" });
  const isOpen = latest?.status === "sent" || latest?.status === "review";
  if (!isOpen || !latest.deemed || now < deemedAt(transfer.sentAt!)) return;
  const deemed: Outcome = {
    kind: "succeeded",
    code: "DEEMED",
    text: "settled by the scheme",
    utr: "",
    credited: false,
  };
  await recordOneNews(ctx, transfer.merchantId, { ...news, outcome: deemed, source: "scheme" });
}

async function askSafely(ctx: Context, enquiry: Enquiry): Promise<Outcome> {
  try {
    return await ask(ctx, enquiry);
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ err: error, bankId: enquiry.connection.bankId }, "a bank adapter threw at an enquiry");
    return { kind: "unknown", detail: "the adapter failed" };
  }
}

/**
 * Asks; and when the bank knows nothing of the reference although nobody can be about to send it any more,
 * goes on in the one way that cannot pay twice: the same reference again where the bank is proved to pay a
 * reference once, else the bank is told to refuse the reference. Where neither is possible, we wait.
 */
async function ask(ctx: Context, enquiry: Enquiry): Promise<Outcome> {
  const { transfer, reference, connection, payee, sendBy, now } = enquiry;
  const adapter = adapterOf(connection);
  const { amountPaise } = transfer;
  const outcome = await adapter.enquire(connection, { reference, amountPaise });
  const nobodySends = now.getTime() > sendBy.getTime() + PAUSE_MAX_MS;
  if (outcome.kind !== "not_found" || !nobodySends || transfer.status !== "sent") return outcome;
  const { idempotentByReference } = adapter.capabilities(connection.bankId);
  if (idempotentByReference) {
    crashPoint("transfers.enquire.before_resend");
    const sending = { transfer, attempt: transfer.attempt, reference, connection, payee, sendBy: 0 };
    const again = await adapter.pay(connection, { ...instructionOf(ctx, sending), sentBefore: true });
    // That this sending did not leave says nothing of the first one.
    return again.kind === "not_sent" ? { kind: "unknown", detail: `sent again: ${again.detail}` } : again;
  }
  if (adapter.void === undefined || !adapter.capabilities(connection.bankId).canVoid) return outcome;
  crashPoint("transfers.enquire.before_void");
  return adapter.void(connection, reference);
}
