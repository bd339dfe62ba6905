import { requireOfMember, requirePayouts } from "#access";
import { creatorOf } from "#approvals";
import { recordAudit } from "#audit";
import { INTERMEDIATE_ID } from "#fund-sources";
import type { Books } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { wakeWorker } from "#lib/worker";
import type { TransferMode } from "#rails";
import { type Acceptance, acceptGuarded, mostChargesFor, type TransferOrder } from "#transfers";
import { readAgreement } from "./agreement.ts";
import { fundingEntry, LENDER, ORIGINATOR, WALLET } from "./entries.ts";
import {
  insertLoan,
  type LoanMoney,
  type LoanOrder,
  type LoanOutcome,
  type LoanRefusal,
  type NewLoan,
  readLoanByKey,
} from "./loan.ts";
import { splitLoan, totalOf } from "./split-loan.ts";

type LoanPreview =
  | { readonly kind: "split"; readonly money: LoanMoney }
  | { readonly kind: "not_lent"; readonly code: LoanRefusal };

/** Computes each party's payment for a loan and the borrower's amount, by the agreement in force. Books nothing. */
export async function previewLoan(
  ctx: Context,
  merchantId: string,
  { amountPaise, charges }: Pick<LoanOrder, "amountPaise" | "charges">,
): Promise<LoanPreview> {
  if (totalOf(charges) >= amountPaise) return { kind: "not_lent", code: "charges_exceed_amount" };
  const agreement = await ctx.db.inMerchant(merchantId, readAgreement);
  if (!agreement?.enabled) return { kind: "not_lent", code: "not_agreed" };
  return { kind: "split", money: splitLoan(amountPaise, charges, agreement) };
}

/**
 * Makes a loan: moves both shares into the intermediate ledger and accepts the transfer that pays the disbursal from
 * there, in one commit with the loan itself. If anything prevents it, nothing has happened. The same ID again returns
 * the state of the first loan, and tells if that was the same loan. For a member it throws AccessError.not_permitted
 * without the permission to start transfers, and payouts_disabled.
 */
export async function lend(ctx: Context, merchantId: string, order: LoanOrder): Promise<LoanOutcome> {
  if (totalOf(order.charges) >= order.amountPaise) return { kind: "not_lent", code: "charges_exceed_amount" };
  // The ledgers exist once there is an agreement; the rest of the agreement is read again with all other facts.
  const agreed = await ctx.db.inMerchant(merchantId, readAgreement);
  if (agreed === null) return { kind: "not_lent", code: "not_agreed" };
  const plan: Plan = { loanId: newId(), order, loan: null, wasSame: false };
  try {
    const [acceptance] = await acceptGuarded(ctx, merchantId, {
      orders: [transferOrderOf(plan)],
      guard: (tx, books) => fund(tx, books, plan),
      conclude: (tx, [answer]) => keep(tx, answer!, plan),
    });
    crashPoint("lending.lend.committed");
    if (acceptance!.kind !== "repeated") return acceptance!;
    return { ...acceptance!, sameContent: acceptance!.sameContent && plan.wasSame };
  } catch (error) {
    if (error instanceof NotLent) return error.outcome;
    throw error;
  }
}

/** Undoes the transaction: there is no loan, and the caller gets the reason. */
class NotLent extends Error {
  readonly outcome: LoanOutcome;

  constructor(outcome: LoanOutcome) {
    super("nothing is lent");
    this.outcome = outcome;
  }
}

const notLent = (code: LoanRefusal): NotLent => new NotLent({ kind: "not_lent", code });

/** One call to lend; its transaction may be tried several times. */
interface Plan {
  readonly loanId: string;
  readonly order: LoanOrder;
  /** The loan that the latest try has booked. */
  loan: NewLoan | null;
  /** True if there already was a loan with that ID and the same content. */
  wasSame: boolean;
}

function transferOrderOf({ loanId, order }: Plan): TransferOrder {
  const { loanKey, payee, mode, remarks, amountPaise, charges, by } = order;
  return {
    transferKey: loanKey,
    payee,
    mode,
    remarks,
    amountPaise: amountPaise - totalOf(charges),
    // The charges leave the lender's ledger too.
    judgedPaise: amountPaise,
    fundSourceId: INTERMEDIATE_ID,
    origin: { kind: "loan", id: loanId },
    createdBy: { maker: by, creator: creatorOf(by) },
    way: "loan",
  };
}

/** Books both shares if there is no transfer with that ID yet. All fund sources are locked. */
async function fund(tx: Tx, books: Books, plan: Plan): Promise<void> {
  const { loanId, order } = plan;
  plan.loan = null;
  await requireOfMember(tx, order.by, "initiate_quick_transfer");
  await requirePayouts(tx, order.by);
  const [agreement, { isTaken, loan }] = await Promise.all([
    readAgreement(tx),
    readLoanByKey(tx, order.loanKey),
  ]);
  plan.wasSame = loan !== null && isSame(loan, order);
  if (isTaken) return;
  if (!agreement?.enabled) throw notLent("not_agreed");
  const money = splitLoan(order.amountPaise, order.charges, agreement);
  const feePaise = platformFee(order.mode, money.disbursalPaise, tx.now);
  if (money.lenderPaise > books.available(LENDER)) throw notLent("lender_short");
  const isShort = money.originatorPaise > books.available(ORIGINATOR) || feePaise > books.available(WALLET);
  if (isShort) throw notLent("account_short");
  const { loanKey, charges, by: lentBy } = order;
  plan.loan = { ...money, loanId, loanKey, agreementVersion: agreement.version, feePaise, charges, lentBy };
  books.book(fundingEntry(plan.loan));
  crashPoint("lending.lend.funded");
}

/** The most that the platform charges for the transfer of a disbursal, tax included. */
function platformFee(mode: TransferMode, amountPaise: bigint, now: Date): bigint {
  const { feePaise, taxPaise } = mostChargesFor({ originKind: "loan", mode, amountPaise }, now);
  return feePaise + taxPaise;
}

/** Stores the loan with its transfer. If the transfer has already ended, the shares go back at once. */
async function keep(tx: Tx, answer: Acceptance, { loan }: Plan): Promise<void> {
  if (answer.kind === "refused") throw new NotLent(answer);
  if (loan === null || answer.kind === "repeated") return;
  await insertLoan(tx, loan, { isOver: answer.kind !== "accepted" });
  const { loanId, loanKey, lentBy } = loan;
  const detail = { loanKey, amountPaise: String(loan.amountPaise), kind: answer.kind };
  await recordAudit(tx, [{ actor: lentBy, action: "lending.loan_made", subject: `loan:${loanId}`, detail }]);
  if (answer.kind !== "accepted") await wakeWorker(tx, "lending");
  crashPoint("lending.lend.written");
}

/** True if an earlier loan has the amount and the charges of this order. */
function isSame(earlier: Pick<NewLoan, "amountPaise" | "charges">, order: LoanOrder): boolean {
  const text = ({ amountPaise, charges }: Pick<NewLoan, "amountPaise" | "charges">): string =>
    JSON.stringify([String(amountPaise), charges.map((one) => [one.name, String(one.amountPaise)])]);
  return text(earlier) === text(order);
}
