import type { PayeeInput } from "#beneficiaries";
import { lend as lendLoan, type LoanOrder, type LoanOutcome } from "#lending";
import { instrumentOf, type TransferMode } from "#rails";
import { refuse, refuseIfsc, type Answer, type Answers, type Reply } from "./answers.ts";
import { beneIdSchema, payeeSchema } from "./beneficiary-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { amountSchema, orderFields, outcomeData, transferModeSchema } from "./order-fields.ts";
import { answerTaken, answerUnaccepted } from "./place-order.ts";
import { readCharges, serviceChargesSchema } from "./read-charges.ts";
import { readTerms } from "./read-order.ts";
import { readDetails, readPayee } from "./read-payee.ts";
import {
  beneDetailsMissing,
  notBegun,
  outcomeAnswers,
  type Refusal,
  type Refusals,
  repeatAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

/** The refusals of a loan's transfer, whose id is that of the loan. */
const refusals: Refusals = {
  ...requestRefusals.v1,
  bene_id_missing: refuse("400", "BeneId missing in the request"),
  amount_too_small: refuse("422", "amount should be at least 1.0"),
  // The contract names only the field; the two sentences are ours.
  transfer_id_missing: refuse("412", "loanId missing in the request"),
  transfer_id_invalid: refuse("422", "Please provide a valid loanId"),
  transfer_id_characters: refuse("422", "Please provide a valid loanId"),
};

const ofLoans = {
  charges_exceed_amount: refuse("400", "Total service charge is greater than disbursal amount"),
  lender_short: refuse("400", "Insufficient balance in LENDER fundsource"),
  // The contract names only the field; the two sentences are ours.
  charges_missing: refuse("412", "serviceCharges missing in the request"),
  charges_invalid: refuse("422", "Please provide valid serviceCharges"),
  bene_details_missing: beneDetailsMissing,
} as const satisfies Answers;

/** Answers that a loan never gets: it has no queue, schedule or priority, and names no fund source. */
const NEVER: ReadonlySet<string> = new Set<Refusal | "queued">([
  "queued",
  "process_on_invalid",
  "priority_invalid",
  "card_token_invalid",
  "fund_source_not_available",
  "fund_source_not_valid_for_mode",
  "fund_source_ambiguous",
  "key_draft_without_approver",
]);

const { remarks } = orderFields;

export const lend: CallerOperation = {
  name: "lend",
  method: "POST",
  path: "/lend",
  versions: ["v1"],
  access: "token",
  scope: "pay",
  tag: "Transfers",
  summary: "Disburse a co-lending loan",
  description:
    "Takes the lender's share and yours by the agreed split, and pays the borrower the amount minus all service " +
    "charges. A loan is all or nothing: if either ledger cannot cover its share, neither is debited. Get the " +
    "loan like any other transfer, with `loanId` as `transferId`. Money that is not paid goes back to the " +
    "ledgers it came from.",
  body: {
    loanId: {
      schema: {
        type: "string",
        minLength: 1,
        maxLength: 40,
        pattern: "^[A-Za-z0-9_-]+$",
        description: "Your ID for the loan and its transfer. The same ID always means the same loan.",
      },
      required: true,
    },
    amount: { schema: amountSchema, required: true },
    serviceCharges: { schema: serviceChargesSchema, required: true },
    beneId: { schema: beneIdSchema },
    beneDetails: { schema: payeeSchema },
    transferMode: { schema: transferModeSchema },
    transferType: { schema: { type: "string", maxLength: 7, description: "Ignored." } },
    remarks: remarks!,
  },
  bodyExample: () => ({
    loanId: "LOAN_2026_0001",
    amount: "10000.00",
    serviceCharges: [{ key: "processingFee", value: "100.00" }],
    beneId: "JOHN18011",
    transferMode: "banktransfer",
    remarks: "Loan 1",
  }),
  answers: () => ({
    ...Object.fromEntries(
      Object.entries({ ...outcomeAnswers, ...refusals }).filter(([name]) => !NEVER.has(name)),
    ),
    ...repeatAnswers,
    ...ofLoans,
  }),
  data: outcomeData,
  repeatable: true,
  breakdown: outcomeAnswers.received,
  notBegun,
  handle,
};

async function handle(call: Call): Promise<Reply> {
  const order = readLoan(call);
  if ("message" in order) return { answer: order };
  const { caller, ctx } = call;
  if (!caller.settings.payoutsEnabled) return { answer: refusals.feature_not_available };
  let outcome: LoanOutcome;
  try {
    outcome = await lendLoan(ctx, caller.merchantId, order);
  } catch (error) {
    return answerUnaccepted(call, error, refusals);
  }
  if (outcome.kind === "not_lent") return { answer: NOT_LENT[outcome.code] };
  return answerTaken(call, outcome, { waits: true, refusals });
}

const NOT_LENT = {
  not_agreed: refusals.feature_not_available,
  charges_exceed_amount: ofLoans.charges_exceed_amount,
  lender_short: ofLoans.lender_short,
  account_short: refusals.insufficient_balance,
} as const;

function readLoan({ body, version, caller }: Call): LoanOrder | Answer {
  const missing = findMissing(body);
  if (missing !== null) return missing;
  // A loan is read like any order: its id is that of its transfer.
  const terms = readTerms({ ...body, transferId: body.loanId }, { version, modeDefault: "banktransfer" });
  if (typeof terms === "string") return refusals[terms];
  const charges = readCharges(body);
  if (charges === null) return ofLoans.charges_invalid;
  const payee = readBorrower(body, terms.mode);
  if ("message" in payee) return payee;
  const { transferKey: loanKey, amountPaise, mode, remarks: said } = terms;
  return { loanKey, amountPaise, mode, remarks: said, charges, payee, by: `api-key:${caller.clientId}` };
}

function findMissing(body: Fields): Answer | null {
  const isThere = (name: string): boolean => readField(body, name) !== undefined;
  if (!isThere("beneId") && !isThere("beneDetails")) return refusals.bene_id_missing;
  if (!isThere("amount")) return refusals.amount_missing;
  if (!isThere("loanId")) return refusals.transfer_id_missing;
  return isThere("serviceCharges") ? null : ofLoans.charges_missing;
}

/** Returns the payee given with the loan, else the listed beneficiary. */
function readBorrower(
  body: Fields,
  mode: TransferMode,
): { beneId: string } | { inline: PayeeInput } | Answer {
  if (readField(body, "beneDetails") === undefined) {
    const beneId = readText(body, "beneId");
    const isId = typeof beneId === "string" && /^[A-Za-z0-9_]{1,50}$/.test(beneId);
    return isId ? { beneId } : refusals.bene_id_invalid;
  }
  const details = readDetails(body, "v1");
  if (details === null) return ofLoans.bene_details_missing;
  const inline = readPayee(details, instrumentOf(mode));
  if (inline === "invalid_ifsc") return refuseIfsc(refusals[inline], readField(details, "ifsc"));
  return typeof inline === "string" ? refusals[inline] : { inline };
}
