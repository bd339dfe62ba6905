/** Compares rows with stored data: the last similar batch, listed beneficiaries, and a month's payments. */
import { findListedPayees, findPayeesShownAs, readPayees, type PayeeFacts } from "#beneficiaries";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { endOf } from "#lib/mask-account";
import { findPayeesOfAccounts } from "#risk";
import { batchColumns, rowColumns, type Batch, type StoredRow, type Warning } from "./batch.ts";
import { compareRows, type Differences, type ComparedPayees, findWarnings } from "./compare-rows.ts";
import { openRow } from "./content.ts";
import { SAME_PAYMENT_DAYS, type FormatName } from "./formats.ts";
import { namePayees } from "./name-payees.ts";
import {
  accountOf,
  addUp,
  destinationOf,
  paidFields,
  shownDestinationOf,
  type ControlFigures,
  type ReviewedRow,
} from "./review.ts";

/** The rows of a draft or of a batch, for review. */
export interface ToReview {
  readonly name: string;
  readonly format: FormatName;
  readonly rows: readonly (ReviewedRow & Partial<Pick<StoredRow, "beneficiaryId">>)[];
  /** The batch itself, which is left out of the comparison. */
  readonly batchId: string | null;
  /**
   * True if the reader may reveal account numbers. Then rows are compared by them; otherwise by what the reader sees,
   * because the comparison would confirm guesses in a file.
   */
  readonly mayReveal: boolean;
}

/** Everything that a person sees before confirming or approving. */
export interface Review {
  readonly figures: ControlFigures;
  readonly warnings: readonly Warning[];
  /** The earlier batch that the rows are compared with. Null if there is no such batch. */
  readonly earlier: Pick<
    Batch,
    "batchId" | "referenceId" | "name" | "createdAt" | "sumPaise" | "rowCount"
  > | null;
  readonly differences: Differences;
}

/** Reviews rows in the caller's transaction. */
export async function reviewRows(ctx: Context, tx: Tx, review: ToReview): Promise<Review> {
  const { format } = review;
  const rows = await namePayees(tx, format, review.rows);
  const [earlier, listed] = await Promise.all([
    findEarlier(tx, review),
    readListed(ctx, tx, { ...review, rows }),
  ]);
  const before = earlier === null ? [] : await namePayees(tx, format, await readReviewed(ctx, tx, earlier));
  const { payeeIds } = listed;
  const paidBefore = await findPaidBefore(tx, rows, { payeeIds, except: review.batchId });
  return {
    figures: addUp(format, rows, tx.now),
    warnings: [...findReplaced(rows), ...paidBefore, ...findWarnings(rows)],
    earlier,
    differences: compareRows(rows, before, listed),
  };
}

/** Reads the rows of a batch that were not rejected. */
export async function readReviewed(
  ctx: Context,
  tx: Tx,
  { batchId, format }: Pick<Batch, "batchId" | "format">,
): Promise<(ReviewedRow & Pick<StoredRow, "beneficiaryId">)[]> {
  const rows = await tx.query<StoredRow & { line: number; amountPaise: bigint }>(
    `select ${rowColumns}, line, amount_paise as "amountPaise"
     from batches.batch_row
     where merchant_id = $1
       and batch_id = $2
       and status <> 'rejected'
       and amount_paise is not null
     order by row_no`,
    [tx.merchantId, batchId],
  );
  return rows.flatMap((row) => {
    const fields = openRow(ctx.vault, tx.merchantId, row);
    const { rowNo, line, amountPaise, beneficiaryId } = row;
    return fields === null
      ? []
      : [{ rowNo, line, fields: paidFields(format, fields), amountPaise, beneficiaryId }];
  });
}

/** Finds the newest batch whose name is the same apart from numbers and months. */
async function findEarlier(tx: Tx, { name, format, batchId }: ToReview): Promise<Batch | null> {
  const recent = await tx.query<Batch>(
    `select ${batchColumns}
     from batches.batch
     where merchant_id = $1
       and format = $2
       and stage = 'finished'
       and ($3::uuid is null or reference_id < (
         select reference_id from batches.batch where merchant_id = $1 and batch_id = $3
       ))
     order by reference_id desc
     limit 30`,
    [tx.merchantId, format, batchId],
  );
  return recent.find((batch) => kindOfName(batch.name) === kindOfName(name)) ?? null;
}

const MONTHS = new RegExp(
  "jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?",
  "g",
);

/** Returns the kind, which is the same for "Salaries Nov 2026.xlsx" and "salaries_dec_2026.csv". */
const kindOfName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.(csv|xlsx?)$/, "")
    .replaceAll(MONTHS, "")
    .replaceAll(/[^\p{L}]+/gu, "");

interface ListedPayees extends ComparedPayees {
  /** Our ids of all payees that a row may pay, listed or not, by row number. */
  readonly payeeIds: ReadonlyMap<number, readonly string[]>;
}

async function readListed(ctx: Context, tx: Tx, { rows, mayReveal }: ToReview): Promise<ListedPayees> {
  const named = [...new Set(rows.flatMap(({ fields }) => fields.beneId ?? []))];
  const [found, payees] = await Promise.all([
    mayReveal ? findByAccounts(ctx, tx, rows) : findByShown(tx, rows),
    named.length === 0 ? [] : readPayees(tx, { beneIds: named }),
  ]);
  const byId = new Map(payees.map((payee) => [payee.beneId!, payee]));
  const known = { destinationOf: mayReveal ? destinationOf : shownDestinationOf };
  const destinations = new Set<string>();
  const payeeIds = new Map<number, readonly string[]>();
  const otherAccounts = new Map<number, string>();
  for (const row of rows) {
    const { rowNo, fields, payee } = row;
    const meant = byId.get(fields.beneId ?? "");
    const isToAccount = fields.bankAccount !== undefined;
    const named = payee?.beneficiaryId ?? meant?.beneficiaryId;
    if (isToAccount ? found.listed.has(rowNo) : named !== undefined)
      destinations.add(known.destinationOf(row));
    payeeIds.set(rowNo, isToAccount ? (found.payeeIds.get(rowNo) ?? []) : named === undefined ? [] : [named]);
    if (payee?.former) otherAccounts.set(rowNo, payee.former.paidTo);
    if (isToAccount && meant !== undefined && meant.accountLast4 !== null && !found.isPaidTo(meant, rowNo))
      otherAccounts.set(rowNo, `••••${meant.accountLast4}`);
  }
  return { ...known, destinations, payeeIds, otherAccounts };
}

interface FoundPayees {
  /** The numbers of the rows whose account is a listed beneficiary's. */
  readonly listed: ReadonlySet<number>;
  /** Our ids of all payees with a row's account, by row number. */
  readonly payeeIds: ReadonlyMap<number, readonly string[]>;
  /** Returns true if a row pays to the account of a beneficiary. */
  readonly isPaidTo: (payee: PayeeFacts, rowNo: number) => boolean;
}

async function findByAccounts(ctx: Context, tx: Tx, rows: readonly ReviewedRow[]): Promise<FoundPayees> {
  const toAccounts = rows.flatMap(({ rowNo, fields: { bankAccount: accountNumber, ifsc } }) =>
    accountNumber === undefined || ifsc === undefined ? [] : [{ rowNo, accountNumber, ifsc }],
  );
  const found = toAccounts.length === 0 ? [] : await findListedPayees(tx, ctx.vault, toAccounts);
  const keys = new Map(toAccounts.map(({ rowNo }, index) => [rowNo, found[index]!.accountKey]));
  const all = await findPayeesOfAccounts(tx, toAccounts);
  return {
    listed: new Set(
      toAccounts.flatMap(({ rowNo }, index) => (found[index]!.payee === undefined ? [] : [rowNo])),
    ),
    payeeIds: new Map(toAccounts.map(({ rowNo }, index) => [rowNo, all[index]!])),
    isPaidTo: ({ accountIndex }, rowNo) => accountIndex?.toString("hex") === keys.get(rowNo),
  };
}

async function findByShown(tx: Tx, rows: readonly ReviewedRow[]): Promise<FoundPayees> {
  const shown = rows.flatMap(({ rowNo, fields }) => {
    const account = fields.bankAccount === undefined ? null : accountOf(fields);
    if (account === null) return [];
    const { number, bank } = account;
    return [{ rowNo, name: fields.name ?? "", shown: endOf(number), bank }];
  });
  const found = shown.length === 0 ? [] : await findPayeesShownAs(tx, shown);
  const byRow = new Map(shown.map((one) => [one.rowNo, one]));
  return {
    listed: new Set(found.flatMap(({ place, listed }) => (listed ? [shown[place]!.rowNo] : []))),
    payeeIds: new Map(
      [...Map.groupBy(found, ({ place }) => shown[place]!.rowNo)].map(([rowNo, ones]) => [
        rowNo,
        ones.map(({ beneficiaryId }) => beneficiaryId),
      ]),
    ),
    isPaidTo: ({ accountLast4, ifsc }, rowNo) => {
      const row = byRow.get(rowNo);
      return accountLast4 === row?.shown && ifsc?.slice(0, 4) === row?.bank;
    },
  };
}

const LINES_MAX = 10;

/** Finds rows whose ID stands for another account than before. */
function findReplaced(rows: readonly ReviewedRow[]): Warning[] {
  const replaced = rows.filter(({ payee }) => payee?.former);
  if (replaced.length === 0) return [];
  return [
    {
      kind: "account_replaced",
      text: "The beneficiary with this ID was removed, and the ID was given to another account",
      lines: replaced.slice(0, LINES_MAX).map(({ line }) => line),
    },
  ];
}

/**
 * Finds rows that pay the same amount to a beneficiary as a recent batch: to the same one, or to one that had its ID
 * and the same account.
 */
async function findPaidBefore(
  tx: Tx,
  rows: readonly ReviewedRow[],
  { payeeIds, except }: { payeeIds: ReadonlyMap<number, readonly string[]>; except: string | null },
): Promise<Warning[]> {
  const known = rows.flatMap((row) =>
    (payeeIds.get(row.rowNo) ?? []).map((beneficiaryId) => ({ row, beneficiaryId })),
  );
  if (known.length === 0) return [];
  const found = await tx.query<{ place: number; referenceId: number }>(PAID_BEFORE, [
    tx.merchantId,
    known.map(({ beneficiaryId }) => beneficiaryId),
    known.map(({ row }) => row.amountPaise),
    tx.now,
    SAME_PAYMENT_DAYS,
    except,
  ]);
  return [...Map.groupBy(found, ({ referenceId }) => referenceId)].map(([referenceId, ofBatch]) => ({
    kind: "paid_before",
    text:
      `Batch ${referenceId}, less than ${SAME_PAYMENT_DAYS} days ago, paid the same amounts to the same ` +
      `beneficiaries`,
    lines: [...new Set(ofBatch.map(({ place }) => known[place - 1]!.row.line))].slice(0, LINES_MAX),
  }));
}

const PAID_BEFORE = `
  with recent as materialized (
    select batch_id, reference_id
    from batches.batch
    where merchant_id = $1
      and created_at > $4::timestamptz - $5::int * interval '1 day'
      and batch_id is distinct from $6
  ),
  given as materialized (
    select one.place, one.amount_paise, alike.beneficiary_id
    from unnest($2::uuid[], $3::bigint[]) with ordinality as one (beneficiary_id, amount_paise, place)
    join beneficiaries.beneficiary as payee
      on payee.merchant_id = $1
     and payee.beneficiary_id = one.beneficiary_id
    cross join lateral (
      select beneficiary_id
      from beneficiaries.beneficiary as other
      where other.merchant_id = $1
        and (other.bene_id = payee.bene_id or other.beneficiary_id = payee.beneficiary_id)
        and other.account_index is not distinct from payee.account_index
        and other.vpa_index is not distinct from payee.vpa_index
    ) as alike
  )
  select given.place::int, max(recent.reference_id) as "referenceId"
  from recent
  join batches.batch_row as row
    on row.merchant_id = $1
   and row.batch_id = recent.batch_id
   and row.status = 'accepted'
  left join transfers.transfer
    on transfer.merchant_id = $1
   and transfer.transfer_id = row.transfer_id
  join given
    on given.beneficiary_id = coalesce(row.beneficiary_id, transfer.beneficiary_id)
   and given.amount_paise = row.amount_paise
  group by given.place`;
