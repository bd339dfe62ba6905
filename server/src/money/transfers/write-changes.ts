/** Writes the changes of a set of transfers, each kind of row in one statement. */
import type { Tx } from "#lib/db";
import {
  assignmentsOf,
  defineRow,
  inserting,
  insertRows,
  pick,
  smallint,
  text,
  timestamptz,
  uuid,
  writeRows,
} from "#lib/rows";
import { forgetCardTokens } from "#beneficiaries";
import {
  BOOKS,
  openBooks,
  sourceAccounts,
  type Books,
  type Entry,
  type LockedAccount,
  type PostingLine,
} from "#ledger";
import { giveBack } from "#risk";
import { PUBLISHING, publishEvents, type EventType } from "#webhooks";
import { ATTEMPT } from "./attempt.ts";
import { eventsOf } from "./render-events.ts";
import { tellFollowers } from "./follow-transfers.ts";
import { isEndedUnpaid, isOver, type Status, type Step } from "./machine.ts";
import { insertContradictions, keepFirstReasons, markLateChanges } from "./late-successes.ts";
import { countChanges } from "./measure.ts";
import { isTold } from "./origins.ts";
import { TRANSFER, type Transfer } from "./transfer.ts";

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
  tx.afterCommit(() => countChanges(changes));
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
  const rows = changes.map(({ before, after, steps, events }) => ({
    ...after,
    statusBefore: before.status,
    steps: before.steps + steps.length,
    events: before.events + (isTold(before.originKind) ? events.length : 0),
  }));
  await writeRows(tx, CHANGED, rows);
}

/** Only these columns change after a transfer has been accepted. */
const CHANGING = pick(
  TRANSFER,
  ...([
    "status",
    "waitingFor",
    "acknowledged",
    "deemed",
    "utr",
    "reason",
    "bankId",
    "bankNo",
    "rail",
  ] as const),
  ...(["attempt", "enquiries", "steps", "events", "dueAt", "releasedAt", "sentAt", "finishedAt"] as const),
  ...(["feePaise", "taxPaise", "reservePaise", "heldInApproval"] as const),
);

const CHANGED = {
  name: "transfers.transfer: changes",
  columns: { transferId: uuid, statusBefore: text<Status>(), ...CHANGING },
  statement: (given: string) => `
    update transfers.transfer as transfer
    set ${assignmentsOf(CHANGING)}
    from ${given}
    where transfer.merchant_id = $1
      and transfer.transfer_id = given.transfer_id
      and transfer.status = given.status_before`,
  isExact: true,
};

/** The same in a phase. Rows that are known must be as they were written. */
const KNOWN_CHANGED = {
  ...CHANGED,
  statement: (given: string) => `${CHANGED.statement(given)}
      and (known is null or transfer.xmin::text = known -> 'transfers' ->> given.transfer_id::text)`,
};

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

export const STEP = defineRow("transfers.step", {
  transferId: uuid,
  step: smallint,
  fromStatus: text<Status>(),
  toStatus: text<Status>(),
  because: text(),
  at: timestamptz,
});

/** Appends to the history of transfers. */
export async function writeSteps(tx: Tx, steps: readonly StepRow[]): Promise<void> {
  const rows = steps.map(({ from, to, ...step }) => ({ ...step, fromStatus: from, toStatus: to }));
  await insertRows(tx, STEP, rows, { at: tx.now });
}

async function changeAttempts(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ before: { transferId }, ended, revived }) => [
    ...(ended === undefined ? [] : [{ transferId, ...ended, live: false }]),
    ...(revived === undefined ? [] : [{ transferId, attempt: revived, evidence: null, live: true }]),
  ]);
  await writeRows(tx, ENDED_OR_REVIVED, rows);
}

const ENDED_OR_REVIVED = {
  name: "transfers.attempt: ended or revived",
  columns: pick(ATTEMPT, "transferId", "attempt", "live", "evidence"),
  statement: (given: string) => `
    update transfers.attempt as attempt
    set live = given.live,
        evidence = given.evidence
    from ${given}
    where attempt.merchant_id = $1
      and attempt.transfer_id = given.transfer_id
      and attempt.attempt = given.attempt`,
  isExact: true,
};

/** The writes of a set of changes that a phase gathers, in their order. */
export const CHANGES = [KNOWN_CHANGED, inserting(STEP), ENDED_OR_REVIVED, PUBLISHING, ...BOOKS];
