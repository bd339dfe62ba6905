/** Writes what was decided about a set of orders: each kind of row in one statement. */
import type { Tx } from "#lib/db";
import { openRequests } from "#approvals";
import { defineRow, insertRows, uuid } from "#lib/rows";
import { wakeWorker } from "#lib/worker";
import { issueDecisions } from "#routing";
import { publishEvents } from "#webhooks";
import { insertAttempts } from "../attempt.ts";
import type { Decided } from "./decide-orders.ts";
import { isTold } from "../origins.ts";
import { SEND_WITHIN_MS } from "../send/pay-attempts.ts";
import type { TakenMoney } from "./start-transfer.ts";
import { TRANSFER } from "../transfer.ts";
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
    insertRows(
      tx,
      TRANSFER,
      taken.map(({ transfer }) => transfer),
    ),
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

const MAKER = defineRow("transfers.maker", { transferId: uuid, memberId: uuid });

async function writeMakers(tx: Tx, taken: readonly TakenMoney[]): Promise<void> {
  const made = taken.flatMap(({ transfer: { transferId }, makerId }) =>
    makerId == null ? [] : [{ transferId, memberId: makerId }],
  );
  await insertRows(tx, MAKER, made);
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
