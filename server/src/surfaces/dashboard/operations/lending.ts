import Type from "typebox";
import { type DashboardOperation, resource } from "#dashboard/operation";
import { pageFields, pageOf } from "#dashboard/pages";
import { payoutsDisabled } from "#dashboard/refusals";
import { at, listOfItems, nullable, rupees, words } from "#dashboard/schemas";
import { INTERMEDIATE_ID, LENDER_ID, ORIGINATOR_ID, readSourceBalances } from "#fund-sources";
import { amount, listOf, object, oneOf, Refusal, text, whole, withDefault } from "#http";
import {
  lend as lendLoan,
  listLoans as readLoans,
  type Loan,
  previewLoan as splitLoan,
  readAgreement,
  type ServiceCharge,
  setAgreement,
} from "#lending";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { isLinkKey, publicStatus } from "#transfers";

const operation = resource({ at: "", tag: "Co-lending", permission: "access_transfers" });

/** The requested amount of a loan, and the service charges that are deducted from it. */
const loanMoneyFields = {
  amount: amount(),
  charges: withDefault(
    listOf(object({ name: text({ max: 50 }), amount: amount({ min: 1n }) }), { max: 20 }),
    [],
  ),
};

const loanMoneyRefusals = {
  not_agreed: { status: 422, message: "There is no active lender agreement." },
  charges_exceed_amount: { status: 422, message: "The charges equal or exceed the amount." },
} as const;

/** Converts the fields to what the lending module takes. */
function readLoanMoney(input: { amount: bigint; charges: readonly { name: string; amount: bigint }[] }): {
  amountPaise: bigint;
  charges: ServiceCharge[];
} {
  const charges = input.charges.map((charge) => ({ name: charge.name, amountPaise: charge.amount }));
  return { amountPaise: input.amount, charges };
}

/** The co-lending of a merchant: the agreement, and the balances of the three ledgers. */
const lending = Type.Object(
  {
    /** Null if the merchant was never enrolled. */
    agreement: nullable(
      Type.Object({
        lenderName: Type.String(),
        lenderPercent: Type.Integer(),
        originatorPercent: Type.Integer(),
        /** True if new loans can be made. */
        enabled: Type.Boolean(),
        agreedAt: at,
      }),
    ),
    ledgers: Type.Array(
      Type.Object({
        fundSourceId: Type.String(),
        party: words(["originator", "lender", "intermediate"]),
        balance: rupees,
        available: rupees,
      }),
    ),
  },
  { $id: "CoLending" },
);

const LEDGERS = [
  [ORIGINATOR_ID, "originator"],
  [LENDER_ID, "lender"],
  [INTERMEDIATE_ID, "intermediate"],
] as const;

/** Reads the agreement and the balances in one transaction. */
async function showLending(tx: Tx) {
  const ids = LEDGERS.map(([fundSourceId]) => fundSourceId);
  const [agreement, balances] = await Promise.all([readAgreement(tx), readSourceBalances(tx, ids)]);
  const ledgers = LEDGERS.flatMap(([fundSourceId, party]) => {
    const found = balances.get(fundSourceId);
    if (found === undefined) return [];
    const { balancePaise, availablePaise } = found;
    return [
      { fundSourceId, party, balance: formatRupees(balancePaise), available: formatRupees(availablePaise) },
    ];
  });
  return { agreement, ledgers };
}

const loan = Type.Object(
  {
    loanId: Type.String(),
    amount: rupees,
    disbursal: rupees,
    lenderShare: rupees,
    originatorShare: rupees,
    lenderCharges: rupees,
    originatorCharges: rupees,
    /** Our fee including tax, which the wallet pays. */
    fee: rupees,
    status: words(["disbursing", "disbursed", "failed", "returned"]),
    lentAt: at,
    finishedAt: nullable(at),
    chargesPassedOnAt: nullable(at),
    givenBackAt: nullable(at),
  },
  { $id: "Loan" },
);

function showLoan(given: Loan) {
  const { loanKey, status, lentAt, finishedAt, chargesPassedOnAt, givenBackAt } = given;
  return {
    ...{ loanId: loanKey, status, lentAt, finishedAt, chargesPassedOnAt, givenBackAt },
    amount: formatRupees(given.amountPaise),
    disbursal: formatRupees(given.disbursalPaise),
    lenderShare: formatRupees(given.lenderPaise),
    originatorShare: formatRupees(given.originatorPaise),
    lenderCharges: formatRupees(given.lenderChargesPaise),
    originatorCharges: formatRupees(given.originatorChargesPaise),
    fee: formatRupees(given.feePaise),
  };
}

const getLending = operation({
  name: "getLending",
  method: "GET",
  path: "/co-lending",
  summary: "Whether co-lending is on, the agreed split, and the three ledgers",
  output: lending,
  handle: ({ ctx, merchantId }) => ctx.db.inMerchant(merchantId, showLending),
});

const enrolInLending = operation({
  name: "enrolInLending",
  method: "PUT",
  path: "/co-lending",
  summary: "Agree with a lender on the split, in the sandbox; live, the account manager enrols",
  permission: "manage_settings",
  stepUp: true,
  body: {
    lenderName: text({ max: 100 }),
    lenderPercent: whole({ min: 0, max: 100 }),
    originatorPercent: whole({ min: 0, max: 100 }),
  },
  output: lending,
  refusals: {
    sandbox_only: { status: 422, message: "Your account manager enrols live merchants." },
    split_not_whole: {
      status: 422,
      message: "The lender's and originator's shares must add up to exactly 100%.",
    },
    lender_name_invalid: { status: 422, message: "A lender has a name of 1 to 100 characters." },
  },
  handle: async ({ ctx, merchantId, mode, by, input }) => {
    if (mode !== "sandbox") throw new Refusal("sandbox_only");
    await setAgreement(ctx, merchantId, { ...input, by });
    return ctx.db.inMerchant(merchantId, showLending);
  },
});

const previewLoan = operation({
  name: "previewLoan",
  method: "POST",
  path: "/loan-previews",
  summary: "See how a loan would be split, without making it",
  permission: "initiate_quick_transfer",
  body: loanMoneyFields,
  output: Type.Object({
    amount: rupees,
    disbursal: rupees,
    lenderShare: rupees,
    originatorShare: rupees,
  }),
  refusals: loanMoneyRefusals,
  handle: async ({ ctx, merchantId, input }) => {
    const preview = await splitLoan(ctx, merchantId, readLoanMoney(input));
    if (preview.kind === "not_lent") throw new Refusal(preview.code);
    const { amountPaise, disbursalPaise, lenderPaise, originatorPaise } = preview.money;
    return {
      amount: formatRupees(amountPaise),
      disbursal: formatRupees(disbursalPaise),
      lenderShare: formatRupees(lenderPaise),
      originatorShare: formatRupees(originatorPaise),
    };
  },
});

const MODES = ["banktransfer", "imps", "neft", "rtgs", "upi"] as const;

const lend = operation({
  name: "lend",
  method: "POST",
  path: "/loans",
  summary: "Disburse a loan by the agreed split; the same loanId is the same loan",
  permission: "initiate_quick_transfer",
  stepUp: true,
  body: {
    loanId: text({
      max: 40,
      pattern: /^[A-Za-z0-9_-]+$/,
      cards: "in_ids",
      says: "It has letters, digits, hyphens or underscores.",
    }),
    ...loanMoneyFields,
    beneId: text({ max: 50, cards: "let_pass" }),
    transferMode: withDefault(oneOf(MODES), "banktransfer"),
    remarks: withDefault(
      text({ min: 0, max: 70, pattern: /^[A-Za-z0-9 ]*$/, says: "Remarks have letters, digits and spaces." }),
      "",
    ),
  },
  output: Type.Object({ loanId: Type.String(), status: Type.String(), repeated: Type.Boolean() }),
  refusals: {
    ...payoutsDisabled,
    ...loanMoneyRefusals,
    lender_short: { status: 422, message: "The lender's ledger does not cover its share." },
    account_short: {
      status: 422,
      message: "Your own ledger does not cover its share, or the wallet does not cover our fee.",
    },
    loan_id_exists: { status: 409, message: "Another loan or transfer has this ID." },
    not_payable: { status: 422, message: "The borrower cannot be paid this way: {why}." },
  },
  handle: async ({ ctx, merchantId, by, input }) => {
    if (isLinkKey(input.loanId)) throw new Refusal("loan_id_exists", { field: "loanId" });
    const outcome = await lendLoan(ctx, merchantId, {
      loanKey: input.loanId,
      ...readLoanMoney(input),
      payee: { beneId: input.beneId },
      mode: input.transferMode,
      remarks: input.remarks,
      by,
    });
    if (outcome.kind === "not_lent") throw new Refusal(outcome.code);
    if ("code" in outcome) {
      throw new Refusal("not_payable", { details: { why: outcome.code.replaceAll("_", " ") } });
    }
    if (outcome.kind === "repeated" && !outcome.sameContent)
      throw new Refusal("loan_id_exists", { field: "loanId" });
    const status = publicStatus[outcome.transfer.status];
    return { loanId: input.loanId, status, repeated: outcome.kind === "repeated" };
  },
});

const listLoans = operation({
  name: "listLoans",
  method: "GET",
  path: "/loans",
  summary: "Loans, newest first",
  query: pageFields(Type.String({ format: "uuid" })),
  output: listOfItems(loan),
  handle: ({ ctx, merchantId, input: { cursor, limit } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const before = cursor === undefined ? {} : { before: { loanId: cursor } };
      const rows = await readLoans(tx, { limit: limit + 1, ...before });
      return pageOf(rows, limit, { item: showLoan, place: ({ loanId }) => loanId });
    }),
});

export const lendingOperations: readonly DashboardOperation[] = [
  getLending,
  enrolInLending,
  listLoans,
  previewLoan,
  lend,
];
