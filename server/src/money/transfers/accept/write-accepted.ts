/** Writes what was decided about a set of orders: each kind of row in one statement. */
import type { Tx } from "#lib/db";
import { openRequests } from "#approvals";
import { BOOKS } from "#ledger";
import { definePhase, type PhaseResult } from "#lib/phases";
import { defineRow, inserting, insertRows, uuid } from "#lib/rows";
import { wakeWorker } from "#lib/worker";
import { DECISIONS, issueDecisions } from "#routing";
import { PUBLISHING, publishEvents } from "#webhooks";
import { ATTEMPT, insertAttempts } from "../attempt.ts";
import type { Decided } from "./decide-orders.ts";
import { isTold } from "../origins.ts";
import { SEND_WITHIN_MS } from "../send/pay-attempts.ts";
import type { TakenMoney } from "./start-transfer.ts";
import { TRANSFER } from "../transfer.ts";
import { STEP, writeSteps } from "../write-changes.ts";
import { PROOF_OF_FACTS } from "./known-facts.ts";

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

/** Writes the accepted transfers with their steps, attempts, entries and events, in the caller's transaction. */
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

/** Everything that acceptance writes of a set, in one statement. */
export const ACCEPTED = definePhase({
  name: "write_accepted",
  comment: "Writes accepted orders: transfers with their steps, attempts, entries and events.",
  writes: [
    inserting(TRANSFER, { instead: { referenceId: "given.reference_id + last_id" } }),
    inserting(STEP),
    DECISIONS,
    inserting(ATTEMPT),
    PUBLISHING,
    ...BOOKS,
  ],
  variables: `-- The last reference ID before those of the set, to which theirs are relative; 0 if theirs are whole.
  last_id bigint := 0;`,
  returns: ", out last_reference_id bigint",
  proof: PROOF_OF_FACTS,
});

export interface AcceptedResult extends PhaseResult {
  readonly last_reference_id: bigint;
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
