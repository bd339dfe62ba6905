/** A loan that lender and originator pay together, the order for it, and the answer to that order. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import {
  bigint,
  defineRow,
  insertRows,
  integer,
  nullable,
  smallint,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from "#lib/rows";
import type { Acceptance, TransferOrder } from "#transfers";
import { partyOf } from "./split-loan.ts";

/** The party that pays a part of a loan: the lender (a partner), or the originator (the merchant itself). */
export type Party = "lender" | "originator";

/** `disbursing` until its transfer has ended; `failed`: it was not paid; `returned`: it was paid and came back. */
export type LoanStatus = "disbursing" | "disbursed" | "failed" | "returned";

/** A charge that is deducted from the amount before the disbursal. In paise. */
export interface ServiceCharge {
  readonly name: string;
  readonly amountPaise: bigint;
}

/** The parts of a loan's amount. */
const MONEY = {
  /** The amount that the borrower asked for. */
  amountPaise: bigint,
  /** The borrower's money: the amount less all charges. */
  disbursalPaise: bigint,
  lenderChargesPaise: bigint,
  originatorChargesPaise: bigint,
  /** The shares, which add up to the amount. */
  lenderPaise: bigint,
  originatorPaise: bigint,
};

/** The rows of loans. Amounts are in paise, and times are by the merchant's clock. */
export const LOAN = defineRow("lending.loan", {
  loanId: uuid,
  /** The merchant's own ID of the loan and of its transfer. */
  loanKey: text(),
  agreementVersion: integer,
  ...MONEY,
  /** The most that the platform may charge for the transfer, tax included; it comes from the wallet. */
  feePaise: bigint,
  status: text<LoanStatus>(),
  /** The moment at which charges are passed on or shares go back. Null means that nothing is due. */
  dueAt: nullable(timestamptz),
  lentAt: timestamptz,
  lentBy: text<Actor>(),
  finishedAt: nullable(timestamptz),
  chargesPassedOnAt: nullable(timestamptz),
  givenBackAt: nullable(timestamptz),
});

export type Loan = RowOf<typeof LOAN>;

export type LoanMoney = Pick<Loan, keyof typeof MONEY>;

/** A loan to be made. */
export interface LoanOrder extends Pick<TransferOrder, "payee" | "mode" | "remarks"> {
  readonly loanKey: string;
  readonly amountPaise: bigint;
  readonly charges: readonly ServiceCharge[];
  readonly by: Actor;
}

/** The reason why there is no loan, apart from refusals of its transfer. Nothing is stored, and the ID stays free. */
export type LoanRefusal =
  /** There is no lender's agreement, or it has ended. */
  | "not_agreed"
  | "charges_exceed_amount"
  | "lender_short"
  /** The originator's ledger is short, or the wallet, which pays the platform's charges. */
  | "account_short";

export type LoanOutcome = Acceptance | { readonly kind: "not_lent"; readonly code: LoanRefusal };

/** Lists a merchant's loans, newest first, at most `limit` (1 to 1,000); with `before` only those made before it. */
export async function listLoans(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly loanId: string } },
): Promise<Loan[]> {
  return tx.query<Loan>(
    `select ${LOAN.columns}
     from lending.loan
     where merchant_id = $1
       and ($2::uuid is null or loan_id < $2)
     order by loan_id desc
     limit $3`,
    [tx.merchantId, before?.loanId ?? null, Math.min(Math.max(limit, 1), 1_000)],
  );
}

/** A loan at the moment when it is made. */
export interface NewLoan
  extends LoanMoney, Pick<Loan, "loanId" | "loanKey" | "agreementVersion" | "feePaise"> {
  readonly charges: readonly ServiceCharge[];
  readonly lentBy: Actor;
}

const CHARGE = defineRow("lending.charge", {
  loanId: uuid,
  place: smallint,
  name: text(),
  amountPaise: bigint,
  party: text<Party>(),
});

/** Writes a loan and its charges, in the transaction that accepts its transfer. */
export async function insertLoan(
  tx: Tx,
  { charges, ...loan }: NewLoan,
  { isOver }: { isOver: boolean },
): Promise<void> {
  const over = isOver ? tx.now : null;
  await insertRows(tx, LOAN, [loan], {
    status: isOver ? "failed" : "disbursing",
    lentAt: tx.now,
    dueAt: over,
    finishedAt: over,
  });
  const rows = charges.map((charge, index) => ({ ...charge, place: index + 1, party: partyOf(charge) }));
  await insertRows(tx, CHARGE, rows, { loanId: loan.loanId });
}

/** Tells if an ID already belongs to a transfer, and returns the loan of that transfer, if there is one. */
export async function readLoanByKey(
  tx: Tx,
  loanKey: string,
): Promise<{ isTaken: boolean; loan: Pick<NewLoan, "amountPaise" | "charges"> | null }> {
  const [row] = await tx.query<LoanRow>(READ, [tx.merchantId, loanKey]);
  const { isTaken, amountPaise, names, amounts } = row!;
  if (amountPaise === null) return { isTaken, loan: null };
  const charges = names.map((name, index) => ({ name, amountPaise: amounts[index]! }));
  return { isTaken, loan: { amountPaise, charges } };
}

interface LoanRow {
  isTaken: boolean;
  amountPaise: bigint | null;
  names: string[];
  amounts: bigint[];
}

const READ = `
  select
    exists (select from transfers.transfer where merchant_id = $1 and transfer_key = $2) as "isTaken",
    loan.amount_paise as "amountPaise",
    array(
      select name from lending.charge
      where charge.merchant_id = $1 and charge.loan_id = loan.loan_id
      order by place
    ) as names,
    array(
      select charge.amount_paise from lending.charge
      where charge.merchant_id = $1 and charge.loan_id = loan.loan_id
      order by place
    ) as amounts
  from (select) as always
  left join lending.loan
    on loan.merchant_id = $1
   and loan.loan_key = $2`;
