import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Loan, LoanMoney, ServiceCharge } from "./loan.ts";
import { partyOf } from "./split-loan.ts";

/** A loan as it is made. */
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

/** Whether an id stands for a transfer already, and the loan that it then stands for, if it is one. */
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
