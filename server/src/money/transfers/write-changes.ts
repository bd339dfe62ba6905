/** Writes the changes of a set of transfers, each kind of row in one statement. */
import assert from "node:assert/strict";
import type { Tx } from "#lib/db";
import { exactly } from "#lib/rows";
import { forgetCardTokens } from "#beneficiaries";
import {
  openBooks,
  sourceAccounts,
  type Books,
  type Entry,
  type LockedAccount,
  type PostingLine,
} from "#ledger";
import { giveBack } from "#risk";
import { publishEvents, type EventType } from "#webhooks";
import { eventsOf } from "./render-events.ts";
import { tellFollowers } from "./follow-transfers.ts";
import { isEndedUnpaid, isOver, type Step } from "./machine.ts";
import { insertContradictions, keepFirstReasons, markLateChanges } from "./late-successes.ts";
import { isTold } from "./origins.ts";
import type { Transfer } from "./transfer.ts";

/** An entry, or a function for entries that depend on what is available at that moment. */
export type PlannedEntry = Entry | ((books: Books) => readonly Entry[]);

export interface Contradiction {
  attempt: number;
  kind: "late_success" | "failed_after_success" | "answer_mismatch";
  detail: string;
}

/** The change of one transfer. Steps and events in `after` need not be counted; that is done here. */
export interface Change {
  before: Transfer;
  after: Transfer;
  steps: readonly Step[];
  entries: readonly PlannedEntry[];
  events: readonly EventType[];
  /** The attempt that was proved to have paid nothing, with the class of the proof. */
  ended?: { attempt: number; evidence: "NEG" | "NOSEND" } | undefined;
  /** An attempt that was given up and is revived, because it was paid after all. */
  revived?: number | undefined;
  contradiction?: Contradiction | undefined;
  /** A given-up attempt was paid, with this UTR, or that payment was returned. */
  late?: { readonly utr: string | null } | undefined;
  /** The approver and the time, for TRANSFER_APPROVED. */
  approved?: { approvedBy: string; approvedAt: string } | undefined;
}

/** Returns a change that changes nothing. */
export function unchanged(transfer: Transfer): Change {
  return { before: transfer, after: transfer, steps: [], entries: [], events: [] };
}

export function contradict(
  { attempt }: { attempt: number },
  kind: Contradiction["kind"],
  detail: string,
): Contradiction {
  return { attempt, kind, detail: detail.slice(0, 500) };
}

/** Writes a set of changes to transfers that the caller has locked, with their entries, steps and events. */
export async function writeChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  const booked = await bookChanges(tx, changes);
  await issueChanges(tx, booked);
  await tellFollowers(tx, booked.changes);
}

/** Changes that are to be written, with the books that contain their entries. */
export interface Booked {
  readonly changes: readonly Change[];
  readonly books: Books | null;
}

/** Books the changes. `locked` can give accounts that the transaction has locked and not moved since. */
export async function bookChanges(
  tx: Tx,
  changes: readonly Change[],
  locked?: ReadonlyMap<number, LockedAccount>,
): Promise<Booked> {
  const written = changes.filter(
    (change) => change.before !== change.after || change.contradiction !== undefined,
  );
  if (written.length === 0) return { changes: written, books: null };
  const books = await openBooks(tx, accountsOf(written), locked);
  for (const change of written) {
    for (const planned of change.entries) {
      for (const entry of typeof planned === "function" ? planned(books) : [planned]) books.book(entry);
    }
  }
  return { changes: written, books };
}

/** Writes booked changes, issued together so that the commit can travel along. Does not notify followers. */
export async function issueChanges(tx: Tx, { changes, books }: Booked): Promise<void> {
  if (changes.length === 0) return;
  await Promise.all([
    updateTransfers(tx, changes),
    insertSteps(tx, changes),
    changeAttempts(tx, changes),
    insertContradictions(tx, changes),
    keepFirstReasons(tx, changes),
    publishEvents(
      tx,
      changes.flatMap((change) => eventsOf(change, tx.now)),
    ),
    books?.write(),
    forgetCardTokens(tx, changes.flatMap(paidCard)),
    markLateChanges(tx, changes),
    giveBack(
      tx,
      changes.filter(isTakenBack).map(({ before }) => usedSince(before)),
    ),
  ]);
}

/** True if a released transfer that no bank has had ends, or goes back to approvers, who release it anew. */
function isTakenBack({ before: { status, attempt }, after }: Change): boolean {
  const wasReleased = attempt === 0 && (status === "waiting" || status === "ready");
  return wasReleased && (isEndedUnpaid(after.status) || after.status === "awaiting_approval");
}

const usedSince = (transfer: Transfer) => ({
  ...transfer,
  releasedAt: transfer.releasedAt ?? transfer.acceptedAt,
});

/** Returns the payee of a card that no further instruction will name. */
function paidCard({ after: { rail, status, beneficiaryId } }: Change): string[] {
  return rail === "card" && isOver(status) ? [beneficiaryId] : [];
}

const moves = ({ amountPaise }: PostingLine): boolean => amountPaise !== 0n;

function accountsOf(changes: readonly Change[]): Set<number> {
  const accounts = new Set<number>();
  for (const { before, entries } of changes) {
    for (const entry of entries) {
      // An entry may depend on what is available, so that account is locked too.
      if (typeof entry === "function") accounts.add(sourceAccounts(before.sourceNo).available);
      else for (const { debit, credit } of entry.lines.filter(moves)) accounts.add(debit).add(credit);
    }
  }
  return accounts;
}

async function updateTransfers(tx: Tx, changes: readonly Change[]): Promise<void> {
  const after = changes.map((change) => change.after);
  await tx.execute(UPDATE_TRANSFERS, [
    tx.merchantId,
    after.map((transfer) => transfer.transferId),
    after.map((transfer) => transfer.status),
    after.map((transfer) => transfer.waitingFor),
    after.map((transfer) => transfer.acknowledged),
    after.map((transfer) => transfer.deemed),
    after.map((transfer) => transfer.utr),
    after.map((transfer) => transfer.reason),
    after.map((transfer) => transfer.bankId),
    after.map((transfer) => transfer.bankNo),
    after.map((transfer) => transfer.rail),
    after.map((transfer) => transfer.attempt),
    after.map((transfer) => transfer.enquiries),
    changes.map(({ before, steps }) => before.steps + steps.length),
    changes.map(({ before, events }) => before.events + (isTold(before.originKind) ? events.length : 0)),
    after.map((transfer) => transfer.dueAt),
    after.map((transfer) => transfer.releasedAt),
    after.map((transfer) => transfer.sentAt),
    after.map((transfer) => transfer.finishedAt),
    after.map((transfer) => transfer.feePaise),
    after.map((transfer) => transfer.taxPaise),
    after.map((transfer) => transfer.reservePaise),
    after.map((transfer) => transfer.heldInApproval || null),
    changes.map(({ before }) => before.status),
    changes.length,
  ]);
}

const UPDATE_TRANSFERS = exactly(
  `update transfers.transfer as transfer
   set status = changed.status,
       waiting_for = changed.waiting_for,
       acknowledged = changed.acknowledged,
       deemed = changed.deemed,
       utr = changed.utr,
       reason = changed.reason,
       bank_id = changed.bank_id,
       bank_no = changed.bank_no,
       rail = changed.rail,
       attempt = changed.attempt,
       enquiries = changed.enquiries,
       steps = changed.steps,
       events = changed.events,
       due_at = changed.due_at,
       released_at = changed.released_at,
       sent_at = changed.sent_at,
       finished_at = changed.finished_at,
       fee_paise = changed.fee_paise,
       tax_paise = changed.tax_paise,
       reserve_paise = changed.reserve_paise,
       held_in_approval = changed.held_in_approval
   from unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::boolean[], $7::text[], $8::text[], $9::text[],
     $10::smallint[], $11::text[], $12::smallint[], $13::smallint[], $14::smallint[], $15::smallint[],
     $16::timestamptz[], $17::timestamptz[], $18::timestamptz[], $19::timestamptz[], $20::bigint[], $21::bigint[],
     $22::bigint[], $23::boolean[], $24::text[])
     as changed (transfer_id, status, waiting_for, acknowledged, deemed, utr, reason, bank_id, bank_no, rail,
       attempt, enquiries, steps, events, due_at, released_at, sent_at, finished_at, fee_paise,
       tax_paise, reserve_paise, held_in_approval, status_before)
   where transfer.merchant_id = $1
     and transfer.transfer_id = changed.transfer_id
     and transfer.status = changed.status_before`,
  25,
);

async function insertSteps(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ before, steps }) =>
    steps.map((step, index) => ({ ...step, transferId: before.transferId, step: before.steps + index + 1 })),
  );
  if (rows.length === 0) return;
  await writeSteps(tx, rows);
}

interface StepRow extends Step {
  transferId: string;
  step: number;
}

/** Appends to the history of transfers. */
export async function writeSteps(tx: Tx, rows: readonly StepRow[]): Promise<void> {
  const count = await tx.execute(
    `insert into transfers.step (merchant_id, transfer_id, step, from_status, to_status, because, at)
     select $1, transfer_id, step, from_status, to_status, because, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::text[])
       as taken (transfer_id, step, from_status, to_status, because)`,
    [
      tx.merchantId,
      tx.now,
      rows.map((row) => row.transferId),
      rows.map((row) => row.step),
      rows.map((row) => row.from),
      rows.map((row) => row.to),
      rows.map((row) => row.because),
    ],
  );
  assert.equal(count, rows.length, "every step is written");
}

async function changeAttempts(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ before: { transferId }, ended, revived }) => [
    ...(ended === undefined ? [] : [{ transferId, ...ended, live: false }]),
    ...(revived === undefined ? [] : [{ transferId, attempt: revived, evidence: null, live: true }]),
  ]);
  if (rows.length === 0) return;
  await tx.execute(UPDATE_ATTEMPTS, [
    tx.merchantId,
    rows.map((row) => row.transferId),
    rows.map((row) => row.attempt),
    rows.map((row) => row.evidence),
    rows.map((row) => row.live),
    rows.length,
  ]);
}

const UPDATE_ATTEMPTS = exactly(
  `update transfers.attempt as attempt
   set live = changed.live,
       evidence = changed.evidence
   from unnest($2::uuid[], $3::smallint[], $4::text[], $5::boolean[])
     as changed (transfer_id, attempt, evidence, live)
   where attempt.merchant_id = $1
     and attempt.transfer_id = changed.transfer_id
     and attempt.attempt = changed.attempt`,
  6,
);
