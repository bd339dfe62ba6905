/**
 * Pays rows of a batch: prepares their payees and hands the payments to transfers. A row that makes the others fail is
 * found and left out.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isPermitted, memberOf, readMerchant } from "#access";
import { noteAddedNumbers, type PayeeInput, readPayees } from "#beneficiaries";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";
import { runtimeOf, acceptGuarded, type Acceptance, type TransferOrder } from "#transfers";
import { type Batch, creatorOfBatch, wayOf } from "./batch.ts";
import { checkPayment, type Payment } from "./check-row.ts";
import { failureOf, type FieldProblem, NO_REASON, TRANSFER_REJECTED } from "./failures.ts";
import type { RowFields } from "./formats.ts";
import { checkAgain, RowsDecidedError, markRows, holdOpenRows } from "./mark-rows.ts";
import type { OpenRow, RowPayee, RowOutcome, WorkOnRows } from "./process-batch.ts";
import { keepBatch } from "./read-batch.ts";
import { resolvePayees } from "./resolve-payees.ts";

/** The longest time in ms that rows wait for slots before they are accepted. */
const PLACES_WITHIN_MS = 50;

/**
 * Makes the function that pays rows of a batch as fast as the bank does, so that they are sent upon acceptance. A row
 * that finds no slot is prepared, and must be taken up again later: a bank that was too slow once is not waited for
 * again. Rows that another worker decides meanwhile are left as they are.
 */
export function makePayer(ctx: Context, merchantId: string, batch: Batch): WorkOnRows {
  let keepsUp = true;
  return async (opened) => {
    const prepared = await ctx.db.inMerchant(merchantId, (tx) => prepareRows(ctx, tx, { batch, opened }));
    if (prepared === "postponed") return prepared;
    const { rows, named } = prepared;
    await noteAddedNumbers(ctx, merchantId, { by: batch.createdBy, payees: named });
    crashPoint("batches.process.prepared");
    keepsUp &&= await havePlaces(ctx, merchantId);
    try {
      const decisions = await acceptRows(ctx, merchantId, { batch, rows });
      crashPoint("batches.process.accepted");
      await ctx.db.inMerchant(merchantId, (tx) => markRows(tx, batch.batchId, decisions));
    } catch (error) {
      if (!(error instanceof RowsDecidedError)) throw error;
      ctx.log.info({ batchId: batch.batchId }, "two workers have met at rows of a batch");
    }
    return undefined;
  };
}

/** Returns true if half of the merchant's slots become free in time. */
async function havePlaces(ctx: Context, merchantId: string): Promise<boolean> {
  const inTime = new AbortController();
  const late = sleep(PLACES_WITHIN_MS, false, { signal: inTime.signal }).catch(() => false);
  const free = runtimeOf(ctx).payers.whenFree(merchantId);
  const isFree = await Promise.race([free.then(() => true), late]);
  inTime.abort();
  return isFree;
}

interface Prepared {
  readonly rows: readonly RowToPay[];
  /** The details in rows whose payees were not known yet, also of rows that were refused. */
  readonly named: readonly PayeeInput[];
}

/** Finds the payees of open rows. Returns the rows that may be paid. */
async function prepareRows(
  ctx: Context,
  tx: Tx,
  { batch, opened }: { batch: Batch; opened: readonly OpenRow[] },
): Promise<Prepared | "postponed"> {
  const [{ settings }] = await Promise.all([readMerchant(tx), keepBatch(tx, batch.batchId)]);
  if (!settings.payoutsEnabled) return "postponed";
  const check = (fields: RowFields): Payment | FieldProblem => checkPayment(batch.format, fields);
  const checked = await checkAgain(tx, batch.batchId, { rows: opened, check });
  const rows = checked.map(({ asked: payment, ...row }) => ({ ...row, payment }));
  const [cards, others] = [true, false].map((isCard) =>
    rows.filter(({ payment }) => (payment.card !== null) === isCard),
  ) as [PaymentRow[], PaymentRow[]];
  const prepared = await preparePayees(ctx, tx, { batch, rows: others });
  const ofCards = await prepareCards(tx, { batch, rows: cards, requestorId: settings.tokenRequestorId });
  return { ...prepared, rows: [...prepared.rows, ...ofCards] };
}

type PaymentRow = Omit<OpenRow, "fields"> & { readonly payment: Payment };

/**
 * Finds or makes the beneficiaries of rows. A member who may not manage beneficiaries lists none by paying: if the list
 * has no payee under the ID in the row, the row's own details are paid. The payee is not looked up by its account
 * either, since finding one would confirm that a guessed number is right.
 */
async function preparePayees(
  ctx: Context,
  tx: Tx,
  { batch, rows }: { batch: Batch; rows: readonly PaymentRow[] },
): Promise<Prepared> {
  const { batchId } = batch;
  const known = rows.map((row) => ({ ...row, payee: provenPayee(row) }));
  const unknown = known.filter((row) => row.payee === null);
  if (unknown.length === 0) return { rows: known as RowToPay[], named: [] };
  const mayList = memberOf(batch.createdBy) === null || (await isPermitted(tx, batch.createdBy, LISTS));
  const listed = mayList ? null : await findListedIds(tx, unknown);
  const isOnce = ({ payment: { beneId } }: PaymentRow): boolean => listed?.has(beneId ?? "") === false;
  const toResolve = unknown.filter((row) => !isOnce(row));
  const { payees, decisions } = await resolvePayees(tx, ctx.vault, { batch, rows: toResolve });
  await Promise.all([setPayees(tx, batchId, payees), markRows(tx, batchId, decisions)]);
  const ready = known.flatMap((row) => {
    const once = row.payee === null && isOnce(row) ? { inline: row.payment.details! } : undefined;
    const payee = row.payee ?? payees.get(row.rowNo) ?? once;
    return payee === undefined ? [] : [{ ...row, payee }];
  });
  return { rows: ready, named: unknown.map(({ payment }) => payment.details!) };
}

const LISTS = "manage_beneficiaries";

/** Returns the IDs in rows that listed beneficiaries have. */
async function findListedIds(tx: Tx, rows: readonly PaymentRow[]): Promise<ReadonlySet<string>> {
  const payees = await readPayees(tx, { beneIds: rows.flatMap(({ payment }) => payment.beneId ?? []) });
  return new Set(payees.map(({ beneId }) => beneId!));
}

/** The leaf proves the id that the row itself gives, but not the one that is stored beside it. */
function provenPayee({ payee, payment: { details, beneId } }: PaymentRow): RowPayee | null {
  const isGiven = payee !== null && details === null && beneId !== null;
  return isGiven ? { ...payee, beneId } : payee;
}

/** A card is paid directly, with the tokens that were made for this merchant. */
async function prepareCards(
  tx: Tx,
  { batch, rows, requestorId }: { batch: Batch; rows: readonly PaymentRow[]; requestorId: string | null },
): Promise<RowToPay[]> {
  if (requestorId !== null || rows.length === 0) {
    return rows.map(({ rowNo, payment }) => {
      const { name, card } = payment.card!;
      return {
        rowNo,
        payment,
        payee: { inline: { name, cardToken: { ...card, requestorId: requestorId! } } },
      };
    });
  }
  const failure = failureOf("feature_not_available");
  const refused = rows.map(({ rowNo }) => ({ rowNo, kind: "rejected" as const, failure, transfer: null }));
  await markRows(tx, batch.batchId, refused);
  return [];
}

async function setPayees(tx: Tx, batchId: string, payees: ReadonlyMap<number, RowPayee>): Promise<void> {
  const rows = [...payees.values()];
  await tx.execute(
    `update batches.batch_row as row
     set bene_id = resolved.bene_id,
         beneficiary_id = resolved.beneficiary_id
     from unnest($3::smallint[], $4::text[], $5::uuid[]) as resolved (row_no, bene_id, beneficiary_id)
     where row.merchant_id = $1
       and row.batch_id = $2
       and row.row_no = resolved.row_no
       and row.status = 'open'`,
    [
      tx.merchantId,
      batchId,
      [...payees.keys()],
      rows.map(({ beneId }) => beneId),
      rows.map(({ beneficiaryId }) => beneficiaryId),
    ],
  );
}

/** A row that may be paid. */
interface RowToPay {
  readonly rowNo: number;
  readonly payment: Payment;
  readonly payee: TransferOrder["payee"];
}

/**
 * Accepts rows as transfers of the batch; a repeated row counts as accepted now if this batch made its
 * transfer. Throws RowsDecidedError if another worker has decided some of them; the rest are still open then.
 */
async function acceptRows(
  ctx: Context,
  merchantId: string,
  { batch, rows }: { batch: Batch; rows: readonly RowToPay[] },
): Promise<RowOutcome[]> {
  if (rows.length === 0) return [];
  const decisions = await acceptByHalves(ctx, merchantId, { batch, rows });
  if (decisions.some(({ kind }) => kind !== "tried")) return decisions;
  // If not one row gets through, the cause is not in what the rows say.
  return decisions.map(({ rowNo }) => ({ rowNo, kind: "tried", hopeless: false }));
}

async function acceptByHalves(
  ctx: Context,
  merchantId: string,
  { batch, rows }: { batch: Batch; rows: readonly RowToPay[] },
): Promise<RowOutcome[]> {
  const orders = rows.map((row) => orderOf(batch, row));
  const rowNos = rows.map(({ rowNo }) => rowNo);
  try {
    const acceptances = await acceptGuarded(ctx, merchantId, {
      orders,
      guard: (tx) => holdOpenRows(tx, batch.batchId, rowNos),
    });
    return acceptances.map((acceptance, index) => decide(batch, rows[index]!.rowNo, acceptance));
  } catch (error) {
    // If the database is gone, or the commit may have happened, nothing is known about any row.
    if (!isFaultOfWork(error) && !isDatabaseAnswer(error)) throw error;
    if (rows.length === 1) {
      const { rowNo } = rows[0]!;
      ctx.log.error({ batchId: batch.batchId, rowNo, err: error }, "a row of a batch could not be worked on");
      return [{ rowNo, kind: "tried", hopeless: isFaultOfWork(error) }];
    }
    const half = Math.ceil(rows.length / 2);
    const first = await acceptByHalves(ctx, merchantId, { batch, rows: rows.slice(0, half) });
    return [...first, ...(await acceptByHalves(ctx, merchantId, { batch, rows: rows.slice(half) }))];
  }
}

function orderOf(batch: Batch, { payment, payee }: RowToPay): TransferOrder {
  const { transferKey, amountPaise, mode, remarks } = payment;
  const { batchId, createdBy: maker, createdAt: takenAt, secretShownTo, otherMakers } = batch;
  const fundSourceId = payment.fundSourceId ?? batch.fundSourceId;
  const origin = { kind: "batch", id: batchId } as const;
  const createdBy = { maker, creator: creatorOfBatch(batch), secretShownTo, otherMakers };
  return {
    transferKey,
    payee,
    amountPaise,
    mode,
    remarks,
    fundSourceId,
    origin,
    takenAt,
    createdBy,
    way: wayOf(batch),
  };
}

function decide({ batchId }: Batch, rowNo: number, acceptance: Acceptance): RowOutcome {
  switch (acceptance.kind) {
    case "refused": {
      // The beneficiary existed when it was assigned to the row.
      const isGone = acceptance.code === "beneficiary_not_found";
      const failure = failureOf(isGone ? "beneficiary_changed" : acceptance.code, acceptance.details);
      return { rowNo, kind: "rejected", failure, transfer: null };
    }
    case "accepted":
    case "rejected":
    case "failed":
    case "repeated": {
      const { transferId, referenceId, status, reason, originId } = acceptance.transfer;
      // Another call of the merchant has used the id, so the transfer is not this batch's.
      if (originId !== batchId) {
        return { rowNo, kind: "rejected", failure: failureOf("transfer_id_exists"), transfer: null };
      }
      const transfer = { transferId, referenceId };
      if (status !== "rejected") return { rowNo, kind: "accepted", transfer };
      return { rowNo, kind: "rejected", failure: rejectionOf(reason), transfer };
    }
    default:
      return acceptance satisfies never;
  }
}

/** Gives the reason of a stored rejection in the contract's word, the same each time. */
function rejectionOf(reason: string | null): { failure: string; because: string } {
  return { failure: TRANSFER_REJECTED, because: reason ?? NO_REASON };
}
