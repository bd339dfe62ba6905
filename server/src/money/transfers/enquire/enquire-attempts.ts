/** Asks banks for missing outcomes of attempts, within each rail's budget, for 72 hours. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import type { Outcome } from "#banks";
import { readPayees } from "#beneficiaries";
import { listBankConnections } from "#fund-sources";
import { CALENDARS, nextEnquiry, pollingEndsAt } from "#rails";
import { askSafely, type AttemptEnquiry } from "./ask-bank.ts";
import { move } from "../machine.ts";
import { recordOneNews } from "../record/record-news.ts";
import { runtimeOf } from "../runtime.ts";
import { transferColumns, type Transfer } from "../transfer.ts";
import { writeChanges, type Change } from "../write-changes.ts";

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

async function enquireOne(ctx: Context, enquiry: AttemptEnquiry): Promise<void> {
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
