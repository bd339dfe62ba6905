/** Writes what was decided about a set of orders: each kind of row in one statement. */
import assert from "node:assert/strict";
import type { Tx } from "#lib/db";
import { openRequests } from "#approvals";
import { wakeWorker } from "#lib/worker";
import { issueDecisions } from "#routing";
import { publishEvents } from "#webhooks";
import { insertAttempts } from "../attempt.ts";
import type { Decided } from "./decide-orders.ts";
import { isTold } from "../origins.ts";
import { SEND_WITHIN_MS } from "../send/pay-attempts.ts";
import type { TakenMoney } from "./start-transfer.ts";
import { writeSteps } from "../write-changes.ts";

/** The events of orders that ended at once. */
const ENDS = { rejected: "TRANSFER_REJECTED", failed: "TRANSFER_FAILED" } as const;

/** Writes what only some sets have: approval requests, makers, what rules count, and places of banks. */
export async function writeBesideAccepted(
  tx: Tx,
  { taken, risk, bankPlaces, sums, keyLimits }: Decided,
): Promise<void> {
  if (taken.length === 0) return;
  const requests = taken.flatMap(({ approval }) => approval ?? []);
  await Promise.all([
    openRequests(tx, requests),
    writeMakers(tx, taken),
    risk.write(),
    bankPlaces.write(),
    sums.write(),
    keyLimits.write(),
  ]);
}

/**
 * Writes the accepted transfers with their steps, attempts, entries and events, in the caller's transaction.
 * All statements are issued together, so that the commit can travel with them.
 */
export async function writeAccepted(tx: Tx, { taken, books }: Decided): Promise<void> {
  if (taken.length === 0) return;
  const ended = taken.filter(({ transfer: { status, originKind } }) => status in ENDS && isTold(originKind));
  await Promise.all([
    insertTransfers(tx, taken),
    writeSteps(
      tx,
      taken.flatMap(({ transfer, steps }) =>
        steps.map((step, index) => ({ ...step, transferId: transfer.transferId, step: index + 1 })),
      ),
    ),
    writeAttempts(tx, taken),
    publishEvents(
      tx,
      ended.map(({ transfer }) => ({
        type: ENDS[transfer.status as keyof typeof ENDS],
        subjectId: transfer.transferId,
        seq: 1,
        at: tx.now,
        data: null,
      })),
    ),
    books.write(),
    taken.some(({ transfer }) => transfer.status === "ready") ? wakeWorker(tx, "transfers") : undefined,
  ]);
}

async function writeMakers(tx: Tx, taken: readonly TakenMoney[]): Promise<void> {
  const made = taken.filter(({ makerId }) => makerId != null);
  if (made.length === 0) return;
  await tx.execute(
    `insert into transfers.maker (merchant_id, transfer_id, member_id)
     select $1, made.*
     from unnest($2::uuid[], $3::uuid[]) as made`,
    [tx.merchantId, made.map(({ transfer }) => transfer.transferId), made.map(({ makerId }) => makerId)],
  );
}

async function writeAttempts(tx: Tx, taken: readonly TakenMoney[]): Promise<void> {
  const sent = taken.flatMap(({ transfer, sending }) => (sending === null ? [] : [{ transfer, sending }]));
  if (sent.length === 0) return;
  const { ids: decisionIds, recorded } = issueDecisions(
    tx,
    sent.map(({ sending }) => sending),
  );
  const sendBy = new Date(tx.now.getTime() + SEND_WITHIN_MS);
  const attempts = insertAttempts(
    tx,
    sent.map(({ transfer, sending }, index) => ({
      transferId: transfer.transferId,
      attempt: transfer.attempt,
      bankId: sending.connection.bankId,
      bankNo: sending.connection.bankNo,
      rail: transfer.rail,
      reference: sending.reference,
      decisionId: decisionIds[index]!,
      sendBy,
    })),
  );
  await Promise.all([recorded, attempts]);
}

async function insertTransfers(tx: Tx, taken: readonly TakenMoney[]): Promise<void> {
  const rows = taken.map(({ transfer }) => transfer);
  const count = await tx.execute(
    `insert into transfers.transfer (
       merchant_id, transfer_id, reference_id, transfer_key, content_hash, source_no, fund_source_id,
       beneficiary_id, amount_paise, fee_paise, tax_paise, mode, rail, remarks, status, waiting_for, reason,
       bank_id, bank_no, attempt, steps, events, due_at, accepted_at, sent_at, finished_at,
       origin_kind, origin_id, priority, process_on, asynchronous, reserve_paise
     )
     select $1, transfer_id, reference_id, transfer_key, content_hash, source_no, fund_source_id,
       beneficiary_id, amount_paise, fee_paise, tax_paise, mode, rail, remarks, status, waiting_for, reason,
       bank_id, bank_no, attempt, steps, events, due_at, $2, sent_at, finished_at,
       origin_kind, origin_id, priority, process_on, asynchronous, reserve_paise
     from unnest($3::uuid[], $4::bigint[], $5::text[], $6::bytea[], $7::smallint[], $8::text[], $9::uuid[],
       $10::bigint[], $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::text[], $18::text[], $19::text[], $20::smallint[], $21::smallint[], $22::smallint[], $23::smallint[],
       $24::timestamptz[], $25::timestamptz[], $26::timestamptz[], $27::text[], $28::uuid[], $29::smallint[],
       $30::timestamptz[], $31::boolean[], $32::bigint[])
       as taken (transfer_id, reference_id, transfer_key, content_hash, source_no, fund_source_id, beneficiary_id,
         amount_paise, fee_paise, tax_paise, mode, rail, remarks, status, waiting_for, reason, bank_id, bank_no,
         attempt, steps, events, due_at, sent_at, finished_at, origin_kind, origin_id, priority, process_on,
         asynchronous, reserve_paise)`,
    [
      tx.merchantId,
      tx.now,
      rows.map((row) => row.transferId),
      rows.map((row) => row.referenceId),
      rows.map((row) => row.transferKey),
      rows.map((row) => row.contentHash),
      rows.map((row) => row.sourceNo),
      rows.map((row) => row.fundSourceId),
      rows.map((row) => row.beneficiaryId),
      rows.map((row) => row.amountPaise),
      rows.map((row) => row.feePaise),
      rows.map((row) => row.taxPaise),
      rows.map((row) => row.mode),
      rows.map((row) => row.rail),
      rows.map((row) => row.remarks),
      rows.map((row) => row.status),
      rows.map((row) => row.waitingFor),
      rows.map((row) => row.reason),
      rows.map((row) => row.bankId),
      rows.map((row) => row.bankNo),
      rows.map((row) => row.attempt),
      rows.map((row) => row.steps),
      rows.map((row) => row.events),
      rows.map((row) => row.dueAt),
      rows.map((row) => row.sentAt),
      rows.map((row) => row.finishedAt),
      rows.map((row) => row.originKind),
      rows.map((row) => row.originId),
      rows.map((row) => row.priority),
      rows.map((row) => row.processOn),
      rows.map((row) => row.asynchronous),
      rows.map((row) => row.reservePaise),
    ],
  );
  assert.equal(count, rows.length, "every transfer is written");
}
