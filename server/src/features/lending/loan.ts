/** A loan that lender and originator pay together, the order for it, and the answer to that order. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
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

/** One loan. Amounts are in paise, and times are by the merchant's clock. */
export interface Loan extends LoanMoney {
  readonly loanId: string;
  /** The merchant's own ID of the loan and of its transfer. */
  readonly loanKey: string;
  readonly agreementVersion: number;
  /** The most that the platform may charge for the transfer, tax included; it comes from the wallet. */
  readonly feePaise: bigint;
  readonly status: LoanStatus;
  /** The moment at which charges are passed on or shares go back; null: nothing is due. */
  readonly dueAt: Date | null;
  readonly lentAt: Date;
  readonly finishedAt: Date | null;
  readonly chargesPassedOnAt: Date | null;
  readonly givenBackAt: Date | null;
}

/** The parts of a loan's amount. */
export interface LoanMoney {
  /** The amount that the borrower asked for. */
  readonly amountPaise: bigint;
  /** The borrower's money: the amount less all charges. */
  readonly disbursalPaise: bigint;
  readonly lenderChargesPaise: bigint;
  readonly originatorChargesPaise: bigint;
  /** The shares, which add up to the amount. */
  readonly lenderPaise: bigint;
  readonly originatorPaise: bigint;
}

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

/** The columns of a loan under the names of the interface above. */
export const loanColumns = `
  loan_id as "loanId", loan_key as "loanKey", agreement_version as "agreementVersion", amount_paise as "amountPaise",
  disbursal_paise as "disbursalPaise", lender_charges_paise as "lenderChargesPaise",
  originator_charges_paise as "originatorChargesPaise", lender_paise as "lenderPaise",
  originator_paise as "originatorPaise", fee_paise as "feePaise", status, due_at as "dueAt", lent_at as "lentAt",
  finished_at as "finishedAt", charges_passed_on_at as "chargesPassedOnAt", given_back_at as "givenBackAt"`;

/** Lists a merchant's loans, newest first, at most `limit` (1 to 1,000); with `before` only those made before it. */
export async function listLoans(
  tx: Tx,
  { limit, before }: { limit: number; before?: { readonly loanId: string } },
): Promise<Loan[]> {
  return tx.query<Loan>(
    `select ${loanColumns}
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
  readonly by: Actor;
}

/** Writes a loan and its charges, in the transaction that accepts its transfer. */
export async function insertLoan(tx: Tx, loan: NewLoan, { isOver }: { isOver: boolean }): Promise<void> {
  await tx.execute(INSERT_LOAN, [
    tx.merchantId,
    tx.now,
    loan.loanId,
    loan.loanKey,
    loan.agreementVersion,
    loan.amountPaise,
    loan.disbursalPaise,
    loan.lenderChargesPaise,
    loan.originatorChargesPaise,
    loan.lenderPaise,
    loan.originatorPaise,
    loan.feePaise,
    loan.by,
    isOver,
  ]);
  await tx.execute(INSERT_CHARGES, [
    tx.merchantId,
    loan.loanId,
    loan.charges.map(({ name }) => name),
    loan.charges.map(({ amountPaise }) => amountPaise),
    loan.charges.map(partyOf),
  ]);
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

const INSERT_LOAN = `
  insert into lending.loan (
    merchant_id, loan_id, loan_key, agreement_version, amount_paise, disbursal_paise, lender_charges_paise,
    originator_charges_paise, lender_paise, originator_paise, fee_paise, lent_at, lent_by, status, due_at,
    finished_at
  )
  select $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $2, $13,
    case when $14 then 'failed' else 'disbursing' end, done.at, done.at
  from (select case when $14::boolean then $2::timestamptz end as at) as done`;

const INSERT_CHARGES = `
  insert into lending.charge (merchant_id, loan_id, place, name, amount_paise, party)
  select $1, $2, place, name, amount_paise, party
  from unnest($3::text[], $4::bigint[], $5::text[]) with ordinality as given (name, amount_paise, party, place)`;

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
