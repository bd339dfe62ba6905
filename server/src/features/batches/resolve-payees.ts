/** Finds or makes the beneficiary of each row that gives its payee by details. */
import {
  addBeneficiaries,
  BeneficiaryError,
  checkPaidBeneficiary,
  findListedPayees,
  isBeneId,
  readPayees,
  removeBeneficiaries,
  type PayeeFacts,
} from "#beneficiaries";
import type { Tx } from "#lib/db";
import type { VitaranError } from "#lib/errors";
import type { Vault } from "#lib/vault";
import { parsePhone } from "#rails";
import type { Batch } from "./batch.ts";
import type { Payment } from "./check-row.ts";
import { planPayees, type KnownPayees, type PayeePlan, type RowToPlan } from "./plan-payees.ts";
import type { RowOutcome, RowPayee } from "./process-batch.ts";

/** A row with its payee's details. */
interface RowToResolve {
  readonly rowNo: number;
  readonly payment: Payment;
}

export interface Resolved {
  /** The beneficiary of each row, by row number. */
  readonly payees: ReadonlyMap<number, RowPayee>;
  /** Rows for which no beneficiary could be found or made. */
  readonly decisions: readonly RowOutcome[];
}

/** Retries if the same beneficiary, or the generated id, was added concurrently. */
const ROUNDS_MAX = 5;

/**
 * Finds or makes beneficiaries in the caller's transaction. The same bank account is the same beneficiary; if
 * the batch says so, a row's details replace those under its id.
 */
export async function resolvePayees(
  tx: Tx,
  vault: Vault,
  { batch, rows }: { batch: Batch; rows: readonly RowToResolve[] },
): Promise<Resolved> {
  const payees = new Map<number, RowPayee>();
  const decisions: RowOutcome[] = [];
  let waiting: readonly RowToResolve[] = rows;
  for (let round = 0; round < ROUNDS_MAX && waiting.length > 0; round += 1) {
    const toPlan = await prepare(tx, vault, { rows: waiting, round });
    const plan = planPayees(toPlan.rows, await readKnown(tx, batch, toPlan));
    const { errors, added, isBarred } = await carryOut(tx, vault, { batch, plan });
    const isUndone = [...errors.keys()].some((beneId) => plan.replacing.has(beneId));
    const decided = new Set<number>();
    const isLast = round === ROUNDS_MAX - 1;
    // A row may be refused because of a replacement that was undone, so it is planned again.
    for (const [rowNo, failure] of isUndone ? [] : plan.refused) {
      decisions.push({ rowNo, kind: "rejected", failure, transfer: null });
      decided.add(rowNo);
    }
    for (const [rowNo, beneId] of plan.beneIds) {
      const error = errors.get(beneId);
      if (error === undefined ? isUndone : isRace(error) && !isBarred && !isLast) continue;
      if (error === undefined) {
        const beneficiaryId = added.get(beneId) ?? plan.kept.get(beneId)!;
        payees.set(rowNo, { beneId, beneficiaryId });
      } else decisions.push({ rowNo, kind: "rejected", failure: failureBy(error), transfer: null });
      decided.add(rowNo);
    }
    waiting = waiting.filter(({ rowNo }) => !decided.has(rowNo));
  }
  for (const { rowNo } of waiting) decisions.push({ rowNo, kind: "tried", hopeless: false });
  return { payees, decisions };
}

const isRace = (error: VitaranError): boolean =>
  BeneficiaryError.is(error, "id_exists") || BeneficiaryError.is(error, "account_registered");

const failureBy = (error: VitaranError) => ({ failure: error.code, because: error.message });

interface ToPlan {
  readonly rows: readonly RowToPlan[];
  readonly byPayTo: ReadonlyMap<string, PayeeFacts>;
}

async function prepare(
  tx: Tx,
  vault: Vault,
  { rows, round }: { rows: readonly RowToResolve[]; round: number },
): Promise<ToPlan> {
  const ofAccounts = rows.flatMap((row) => {
    const { accountNumber, ifsc } = row.payment.details!;
    return accountNumber === undefined || ifsc === undefined ? [] : [{ row, accountNumber, ifsc }];
  });
  const listed = ofAccounts.length === 0 ? [] : await findListedPayees(tx, vault, ofAccounts);
  const accountKeys = new Map(ofAccounts.map(({ row }, index) => [row, listed[index]!.accountKey]));
  const payTos = rows.map((row) => accountKeys.get(row) ?? payToOf(row.payment));
  const byPayTo = new Map(
    listed.flatMap(({ accountKey, payee }) => (payee === undefined ? [] : [[accountKey, payee] as const])),
  );
  const toPlan = rows.map(({ rowNo, payment: { beneId, details } }, index): RowToPlan => {
    const payTo = payTos[index]!;
    const text = JSON.stringify([tx.merchantId, payTo, round]);
    const digits = vault.hmac("batches.bene_id", text).readBigUInt64BE() % 10_000_000_000n;
    const madeId = `${parsePhone(details!.phone!)!}_${String(digits).padStart(10, "0")}`;
    return { rowNo, namedId: beneId, madeId, details: details!, payTo };
  });
  return { rows: toPlan, byPayTo };
}

/** Returns all details of a payee without a bank account, as its destination. */
function payToOf({ mode, details }: Payment): string {
  const { name, email, phone, vpa } = details!;
  return JSON.stringify([mode, name.trim(), email, parsePhone(phone!), vpa]).toLowerCase();
}

async function readKnown(tx: Tx, batch: Batch, { rows, byPayTo }: ToPlan): Promise<KnownPayees> {
  const ids = new Set(rows.flatMap(({ namedId, madeId }) => namedId ?? madeId));
  const named = await readPayees(tx, { beneIds: [...ids] });
  const byId = new Map(named.map((payee) => [payee.beneId!, payee]));
  const replaces = batch.replacesBeneficiaries;
  const listedIds = [...byId.keys(), ...[...byPayTo.values()].map((payee) => payee.beneId!)];
  const inUse = replaces ? await readInUse(tx, batch, listedIds) : new Set<string>();
  return { byPayTo, byId, fits, inUse, replaces };
}

function fits(payee: PayeeFacts, { payTo, details }: RowToPlan): boolean {
  if (details.accountNumber !== undefined) return payee.accountIndex?.toString("hex") === payTo;
  if (details.vpa !== undefined) return payee.vpa?.toLowerCase() === details.vpa.toLowerCase();
  return payee.phone === parsePhone(details.phone!);
}

async function readInUse(tx: Tx, { batchId }: Batch, beneIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ beneId: string }>(
    `select distinct bene_id as "beneId"
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and bene_id = any ($3::text[])`,
    [tx.merchantId, batchId, beneIds],
  );
  return new Set(rows.map((row) => row.beneId));
}

interface CarriedOut {
  /** Our own ids of the added beneficiaries, by `beneId`. */
  readonly added: ReadonlyMap<string, string>;
  readonly errors: ReadonlyMap<string, VitaranError>;
  /** True if members must agree before a beneficiary may be removed, so that retries are useless. */
  readonly isBarred: boolean;
}

/**
 * Removes and adds as planned. If the addition of a replacement fails, nothing of the plan is done, since the
 * replaced beneficiary must stay.
 */
async function carryOut(
  tx: Tx,
  vault: Vault,
  { batch, plan }: { batch: Batch; plan: PayeePlan },
): Promise<CarriedOut> {
  if (plan.add.size === 0) return { added: new Map(), errors: new Map(), isBarred: false };
  const by = batch.createdBy;
  let isBarred = false;
  if (plan.remove.size > 0) {
    await tx.execute("savepoint before_plan");
    const removed = await removeBeneficiaries(tx, { beneIds: [...plan.remove], by });
    isBarred = removed.length < plan.remove.size;
  }
  const beneficiaries = [...plan.add].map(([beneId, { details }]) => ({ ...details, beneId }));
  const outcomes = await addBeneficiaries(tx, vault, {
    beneficiaries,
    by,
    check: (input) => (isBeneId(input.beneId) ? checkPaidBeneficiary(input) : "id_invalid"),
  });
  const errors = new Map(
    outcomes.flatMap((outcome) =>
      outcome.kind === "refused" ? [[outcome.beneId, outcome.error] as const] : [],
    ),
  );
  const isUndone = [...errors.keys()].some((beneId) => plan.replacing.has(beneId));
  if (isUndone) await tx.execute("rollback to savepoint before_plan");
  const added = outcomes.flatMap((outcome) =>
    outcome.kind === "added" ? [[outcome.beneId, outcome.beneficiaryId] as const] : [],
  );
  return { added: new Map(added), errors, isBarred };
}
