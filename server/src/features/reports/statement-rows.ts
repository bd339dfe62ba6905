/** Reports of statements. */
import assert from "node:assert/strict";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { day, type ReportColumn } from "./report-column.ts";
import type { ReportSpan } from "./transfer-rows.ts";
import { walkTime } from "./walk.ts";

/** A line of a statement: an entry, or the opening or closing balance. Amounts in paise. */
interface StatementLine {
  readonly at: Date;
  readonly kind: string;
  readonly key: string | null;
  readonly referenceId: bigint | null;
  readonly utr: string | null;
  readonly remarks: string | null;
  /** The change of the available balance; negative for a debit. */
  readonly changePaise: bigint;
  /** Fee and tax within the change. */
  readonly chargesPaise: bigint;
  /** Money that moved without a change of the balance. */
  readonly notedPaise: bigint;
  /** The available balance right after it. */
  readonly balancePaise: bigint;
}

const orNothing = (paise: bigint): bigint | null => (paise === 0n ? null : paise);

export const statementColumns: readonly ReportColumn<StatementLine>[] = [
  { name: "date", title: "Date (IST)", kind: "date", value: (line) => day(line.at) },
  { name: "type", title: "Type", value: (line) => line.kind },
  { name: "transferId", title: "Transfer ID", value: (line) => line.key },
  {
    name: "referenceId",
    title: "Reference ID",
    value: (line) => (line.referenceId === null ? null : String(line.referenceId)),
  },
  { name: "utr", title: "UTR", value: (line) => line.utr },
  { name: "remarks", title: "Remarks", value: (line) => line.remarks },
  {
    name: "debit",
    title: "Debit",
    kind: "amount",
    value: (line) => (line.changePaise < 0n ? -line.changePaise : null),
  },
  {
    name: "credit",
    title: "Credit",
    kind: "amount",
    value: (line) => (line.changePaise > 0n ? line.changePaise : null),
  },
  {
    name: "charges",
    title: "Of which charges",
    kind: "amount",
    value: (line) => orNothing(line.chargesPaise),
  },
  {
    name: "notCounted",
    title: "Not counted",
    kind: "amount",
    value: (line) => orNothing(line.notedPaise),
  },
  { name: "balance", title: "Balance", kind: "amount", value: (line) => line.balancePaise },
];

const KINDS: Readonly<Record<string, string>> = {
  hold: "Transfer",
  post: "Charges held and not taken",
  late_success: "Transfer paid after a failure",
  release: "Reversal",
  return: "Reversal",
  top_up: "Credit",
  verification: "Bank details verification",
  internal_transfer: "Internal transfer",
  loan: "Loan",
  loan_charges: "Loan charges",
  loan_return: "Reversal",
  unregistered_credit: "Unregistered credit",
  refund: "Refund",
};

/** Returns the word for a ledger entry that changed the available balance by `changePaise`. */
function wordOfEntry(entryKind: string, changePaise: bigint): string {
  if (entryKind === "withdrawal") return changePaise < 0n ? "Withdrawal" : "Withdrawal reversal";
  // A newer kind of entry is shown as this until it has a word of its own.
  return KINDS[entryKind] ?? "Adjustment";
}

// The lines of an account statement: opening balance, entries with balances, closing balance.

interface StatementToRead extends ReportSpan {
  readonly fundSourceId: string;
  /** A settled moment: no earlier entry is still to come. `to` is not later. */
  readonly asOf: Date;
  /** Called once the last line has been read, with amounts in paise. */
  readonly onBalances: (balances: { openingPaise: bigint; closingPaise: bigint }) => void;
}

/**
 * Yields the lines page by page. Entries never change and none before `asOf` is still to come, so the pages
 * fit together although each has a transaction of its own. The opening balance is the ledger's present
 * balance minus all later entries; the last line asserts that opening, entries and ledger agree.
 */
export async function* readStatementLines(
  ctx: Pick<Context, "db">,
  merchantId: string,
  statement: StatementToRead,
): AsyncGenerator<StatementLine[]> {
  const { from, to, asOf, onBalances } = statement;
  const account = await ctx.db.inMerchant(merchantId, (tx) => readAccount(tx, statement));
  const sumOf = (span: ReportSpan): Promise<bigint> => sumEntries(ctx, merchantId, account.accountNo, span);
  const closingPaise = account.balancePaise - (await sumOf({ from: to, to: asOf }));
  const openingPaise = closingPaise - (await sumOf({ from, to }));
  let balancePaise = openingPaise;
  yield [balanceLine(from, "Opening balance", openingPaise)];
  const pages = walkTime(ctx, merchantId, {
    from,
    to,
    atOf: ({ at }: Entry) => at,
    page: (tx, slice) =>
      tx.query<Entry>(PAGE, [
        tx.merchantId,
        account.accountNo,
        slice.from,
        slice.to,
        slice.after?.causeId ?? null,
        slice.after?.phase ?? null,
        slice.after?.isCredit ?? null,
        slice.limit,
      ]),
  });
  for await (const entries of pages) {
    yield entries.map((entry) => {
      balancePaise += entry.changePaise;
      return lineOf(entry, balancePaise);
    });
  }
  assert.equal(balancePaise, closingPaise, "the entries of a statement lead from its opening to its closing");
  onBalances({ openingPaise, closingPaise });
  yield [balanceLine(new Date(to.getTime() - 1_000), "Closing balance", closingPaise)];
}

interface Entry {
  readonly at: Date;
  readonly causeId: string;
  readonly phase: number;
  readonly isCredit: boolean;
  readonly kind: string;
  readonly changePaise: bigint;
  readonly notedPaise: bigint;
  readonly chargesPaise: bigint | null;
  readonly key: string | null;
  readonly referenceId: bigint | null;
  readonly utr: string | null;
  readonly remarks: string | null;
}

function lineOf({ kind, chargesPaise, ...entry }: Entry, balancePaise: bigint): StatementLine {
  const { at, key, referenceId, utr, remarks, changePaise, notedPaise } = entry;
  return {
    at,
    kind: wordOfEntry(kind, changePaise),
    key,
    referenceId,
    utr,
    remarks,
    changePaise,
    chargesPaise: changePaise === 0n ? 0n : (chargesPaise ?? 0n),
    notedPaise,
    balancePaise,
  };
}

const balanceLine = (at: Date, kind: string, balancePaise: bigint): StatementLine => ({
  at,
  kind,
  key: null,
  referenceId: null,
  utr: null,
  remarks: null,
  changePaise: 0n,
  chargesPaise: 0n,
  notedPaise: 0n,
  balancePaise,
});

/** Reads the ledger account of the fund source, with its available balance at `asOf`. */
async function readAccount(
  tx: Tx,
  { fundSourceId, asOf }: StatementToRead,
): Promise<{ accountNo: number; balancePaise: bigint }> {
  const [account] = await tx.query<{ accountNo: number; balancePaise: bigint }>(READ_ACCOUNT, [
    tx.merchantId,
    fundSourceId,
    asOf,
  ]);
  assert(account !== undefined, "a requested statement has its fund source");
  return account;
}

const SUM_MS = 86_400_000;

/** Sums the entries of a span day by day, so that no statement reads more than a day. */
async function sumEntries(
  ctx: Pick<Context, "db">,
  merchantId: string,
  accountNo: number,
  { from, to }: ReportSpan,
): Promise<bigint> {
  let sum = 0n;
  for (let day = from; day < to; day = new Date(day.getTime() + SUM_MS)) {
    const end = new Date(Math.min(day.getTime() + SUM_MS, to.getTime()));
    const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
      tx.query<{ paise: bigint }>(SUM, [merchantId, accountNo, day, end]),
    );
    sum += row!.paise;
  }
  return sum;
}

// One snapshot contains the balance and the entries after $3.
const READ_ACCOUNT = `
  select account.account_no as "accountNo",
    (account.balance_paise - coalesce((
      select sum(case when credit_no = account.account_no then amount_paise else -amount_paise end)
      from ledger.posting
      where posting.merchant_id = $1
        and posting.at >= $3
        and (posting.debit_no = account.account_no or posting.credit_no = account.account_no)
    ), 0))::bigint as "balancePaise"
  from fund_sources.fund_source as source
  join ledger.account
    on account.merchant_id = source.merchant_id
   and account.account_no = source.ledger_account_no
  where source.merchant_id = $1
    and source.fund_source_id = $2`;

const SUM = `
  select coalesce(sum(case when credit_no = $2 then amount_paise else -amount_paise end), 0)::bigint as paise
  from ledger.posting
  where merchant_id = $1
    and at >= $3
    and at < $4
    and (debit_no = $2 or credit_no = $2)`;

const PAGE = `
  select at, cause_id as "causeId", phase, is_credit as "isCredit", kind, change_paise as "changePaise",
    noted_paise as "notedPaise", charges_paise as "chargesPaise", key, reference_id as "referenceId", utr, remarks
  from reports.statement_entry
  where merchant_id = $1
    and account_no = $2
    and at >= $3
    and at < $4
    and ($5::uuid is null or (at, cause_id, phase, is_credit) > ($3, $5, $6, $7))
  order by at, cause_id, phase, is_credit
  limit $8`;
