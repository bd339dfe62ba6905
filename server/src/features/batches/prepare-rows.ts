/** Reads, checks, seals and hashes the rows of a batch before it is stored; no database, no clock. */
import type { Tx } from "#lib/db";
import { mapInTurns } from "#lib/in-slices";
import type { Vault } from "#lib/vault";
import type { TransferMode } from "#rails";
import type { Batch, Warning } from "./batch.ts";
import { checkAmountText, checkPayment, checkPerson } from "./check-row.ts";
import { type BatchHead, hashChunks, hashContent, type SealedRow, sealRow } from "./content.ts";
import { type Failure, failureOf, failureOfRow } from "./failures.ts";
import { findSamePayments } from "./compare-rows.ts";
import { type FormatName, FORMATS, type RowFields } from "./formats.ts";

// Decides once, after its rows were validated, if a batch may be processed.

/** The description of a batch for approvers. An approval must be bound to `contentHash`. */
interface BatchToProcess extends Batch {
  /** Rows that may be processed; the others are already rejected. */
  readonly openRows: number;
}

export type GateAnswer =
  | { readonly kind: "process" }
  /** The batch waits until `releaseBatch` or `rejectBatch` is called. */
  | { readonly kind: "wait" }
  | { readonly kind: "reject"; readonly because: string };

type MayProcess = (tx: Tx, batch: BatchToProcess) => Promise<GateAnswer>;

let gate: MayProcess = async () => ({ kind: "process" });

/**
 * Sets the function that decides whether a batch may be processed, in the transaction that validated it. It is set
 * once, at the start of a process; without it, every batch may be processed.
 */
export function decideBatches(decide: MayProcess): void {
  gate = decide;
}

export function mayProcess(tx: Tx, batch: BatchToProcess): Promise<GateAnswer> {
  return gate(tx, batch);
}

/** A row as it was given. */
export interface GivenRow {
  /** The line in its file; for a call, its position. */
  readonly line: number;
  readonly fields: RowFields;
  /** The fault in its cells, because of which its fields are not all that it says. */
  readonly unread?: Failure | undefined;
}

/** A row that is ready to be stored. */
export interface PreparedRow extends SealedRow {
  readonly line: number;
  readonly rowKey: string | null;
  readonly amountPaise: bigint | null;
  /** Null if it is not paid. */
  readonly mode: TransferMode | null;
  readonly beneId: string | null;
  /** The fault of the row by itself; null if it may be processed. */
  readonly failure: Failure | null;
}

/** The content of a batch, ready to be stored. */
export interface PreparedContent {
  readonly head: BatchHead;
  readonly rows: readonly PreparedRow[];
  readonly sumPaise: bigint;
  readonly chunkHashes: Buffer;
  readonly contentHash: Buffer;
  readonly warnings: readonly Warning[];
}

/** Prepares all rows. Yields to other work, because ten thousand rows take a while. */
export async function prepareRows(
  vault: Vault,
  merchantId: string,
  { head, given }: { head: Omit<BatchHead, "rowCount">; given: readonly GivenRow[] },
): Promise<PreparedContent> {
  const keys = new Set<string>();
  const rows = await mapInTurns(given, ({ line, fields, unread }, index): PreparedRow => {
    const read = unread === undefined ? readFacts(head.format, fields) : unpaidFacts(fields, unread);
    const facts = refuseRepeated(head.format, read, keys);
    const sealed = sealRow(vault, merchantId, { rowNo: index + 1, fields });
    // A row that is refused at once pays nothing.
    const sealedCard = facts.failure === null ? sealed.sealedCard : null;
    return { line, ...facts, ...sealed, sealedCard };
  });
  const chunkHashes = hashChunks(rows.map((row) => row.leafHash));
  const whole = { ...head, rowCount: rows.length };
  return {
    head: whole,
    rows,
    sumPaise: rows.reduce((sum, row) => sum + (row.amountPaise ?? 0n), 0n),
    chunkHashes,
    contentHash: hashContent(whole, chunkHashes),
    warnings: findSamePayments(given, rows),
  };
}

type Facts = Pick<PreparedRow, "rowKey" | "amountPaise" | "mode" | "beneId" | "failure">;

function readFacts(format: FormatName, fields: RowFields): Facts {
  if (FORMATS[format].kind === "beneficiaries") {
    const person = checkPerson(fields);
    if (typeof person === "string") return refused(failureOfRow(person, fields));
    return { rowKey: person.beneId, amountPaise: null, mode: null, beneId: person.beneId, failure: null };
  }
  const payment = checkPayment(format, fields);
  if (typeof payment === "string") return unpaidFacts(fields, failureOfRow(payment, fields));
  const { transferKey, amountPaise, mode, beneId } = payment;
  return {
    rowKey: transferKey,
    amountPaise,
    mode,
    // In other rows, a given id may turn out to belong to another beneficiary.
    beneId: payment.details === null ? beneId : null,
    failure: null,
  };
}

const UNPAID = { rowKey: null, mode: null, beneId: null };

const refused = (failure: Failure): Facts => ({ ...UNPAID, amountPaise: null, failure });

/** A row that is not paid; if it has an amount, that still counts for the control totals. */
function unpaidFacts(fields: RowFields, failure: Failure): Facts {
  const amount = checkAmountText(fields.amount);
  return { ...UNPAID, amountPaise: typeof amount === "bigint" ? amount : null, failure };
}

/** If several rows name the same transfer or beneficiary, the first one counts. */
function refuseRepeated(format: FormatName, facts: Facts, keys: Set<string>): Facts {
  const { rowKey } = facts;
  if (rowKey === null) return facts;
  if (!keys.has(rowKey)) {
    keys.add(rowKey);
    return facts;
  }
  const isPayment = FORMATS[format].kind === "transfers";
  return { ...facts, failure: failureOf(isPayment ? "transfer_id_exists" : "id_exists") };
}
