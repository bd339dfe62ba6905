/** Loans that a lender and the merchant pay together, and the service charges, which are deducted from the amount. */
import type { PayeeInput } from "#beneficiaries";
import { asGiven, type JsonSchema, optional, refusing, together, withDefault } from "#http";
import { type ServiceCharge, lend as lendLoan, type LoanOrder, type LoanOutcome } from "#lending";
import { parseRupees } from "#lib/money";
import { containsCardNumber, instrumentOf, type TransferMode } from "#rails";
import { refuse, refuseIfsc, type Answer, type Answers } from "./answers.ts";
import { beneIdRule } from "./beneficiaries.ts";
import { amountSchemaOf, ruleOf, amountRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Fields } from "#http";
import { readField, readText } from "./fields.ts";
import {
  amountCodes,
  modeCodes,
  modeRule,
  outcomeData,
  saidFields,
  transferIdCodes,
  transferIdRule,
  withoutCard,
  detailsRule,
  readDetails,
  readPayee,
} from "./order-fields.ts";
import { answerTaken, answerUnaccepted } from "./place-order.ts";
import {
  beneDetailsMissing,
  notBegun,
  outcomeAnswers,
  type ClassicRefusal,
  type ClassicRefusals,
  repeatAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

const CHARGES_MAX = 20;
const NAME_LENGTH_MAX = 50;

const schema: JsonSchema = {
  type: "array",
  maxItems: CHARGES_MAX,
  description:
    `What is deducted from the amount: up to ${CHARGES_MAX} charges with names of your choice, or an empty list. ` +
    "The charge named `LENDER` goes to the lender, all others to you.",
  items: {
    type: "object",
    properties: {
      key: { type: "string", minLength: 1, maxLength: NAME_LENGTH_MAX },
      value: amountSchemaOf(0, "Rupees, at most two decimals; a string or a number."),
    },
    required: ["key", "value"],
  },
};

/**
 * The charges of a loan. A list given as a text is read too, and an entry with neither name nor value is left
 * out: the contract's own sample has both.
 */
const serviceChargesRule = ruleOf(schema, readCharges);

function readCharges(given: unknown): ServiceCharge[] | null {
  const list = readList(given);
  if (list === null || list.length > CHARGES_MAX) return null;
  const charges: ServiceCharge[] = [];
  for (const one of list) {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return null;
    const fields = one as Fields;
    if (readField(fields, "key") === undefined && readField(fields, "value") === undefined) continue;
    const charge = readCharge(fields);
    if (charge === null) return null;
    charges.push(charge);
  }
  return charges;
}

function readList(given: unknown): unknown[] | null {
  if (typeof given !== "string") return Array.isArray(given) ? given : null;
  try {
    const parsed: unknown = JSON.parse(given);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    // A text that is not JSON is not a list.
    return null;
  }
}

function readCharge(fields: Fields): ServiceCharge | null {
  const name = readText(fields, "key");
  const amountPaise = parseRupees(readField(fields, "value"));
  if (typeof name !== "string" || name.length > NAME_LENGTH_MAX || containsCardNumber(name)) return null;
  return typeof amountPaise === "bigint" ? { name, amountPaise } : null;
}

/** The refusals of a loan's transfer, whose id is that of the loan. */
const refusals: ClassicRefusals = {
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
const NEVER: ReadonlySet<string> = new Set<ClassicRefusal | "queued">([
  "queued",
  "process_on_invalid",
  "priority_invalid",
  "card_token_invalid",
  "fund_source_not_available",
  "fund_source_not_valid_for_mode",
  "fund_source_ambiguous",
  "key_draft_without_approver",
]);

export const lend = declareClassic({
  name: "lend",
  method: "POST",
  path: "/lend",
  versions: ["v1"],
  scope: "pay",
  tag: "Transfers",
  summary: "Disburse a co-lending loan",
  description:
    "Takes the lender's share and yours by the agreed split, and pays the borrower the amount minus all service " +
    "charges. A loan is all or nothing: if either ledger cannot cover its share, neither is debited. Get the " +
    "loan like any other transfer, with `loanId` as `transferId`. Money that is not paid goes back to the " +
    "ledgers it came from.",
  body: {
    payee: together(
      {
        beneId: optional(asGiven(beneIdRule.schema as JsonSchema)),
        beneDetails: optional(detailsRule("v1")),
      },
      (payee) =>
        payee.beneId === undefined && payee.beneDetails === undefined
          ? { problem: "bene_id_missing" }
          : { value: payee },
    ),
    amount: refusing(amountRule(), amountCodes),
    loanId: refusing(
      transferIdRule("Your ID for the loan and its transfer. The same ID always means the same loan."),
      transferIdCodes,
    ),
    transferMode: refusing(withDefault(modeRule, "banktransfer"), modeCodes),
    ...saidFields,
    withoutCard,
    serviceCharges: refusing(serviceChargesRule, { missing: "charges_missing", wrong: "charges_invalid" }),
    transferType: optional(asGiven({ type: "string", maxLength: 7, description: "Ignored." })),
  },
  order: ["payee:bene_id_missing", "amount:missing", "loanId:missing", "serviceCharges:missing"],
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
  handle: async (call) => {
    const { ctx, caller, input } = call;
    const payee = readBorrower(input.payee, input.transferMode);
    if ("message" in payee) return { answer: payee };
    if (!caller.settings.payoutsEnabled) return { answer: refusals.feature_not_available };
    const order: LoanOrder = {
      loanKey: input.loanId,
      amountPaise: input.amount,
      mode: input.transferMode,
      remarks: input.remarks,
      charges: input.serviceCharges,
      payee,
      by: `api-key:${caller.clientId}`,
    };
    let outcome: LoanOutcome;
    try {
      outcome = await lendLoan(ctx, caller.merchantId, order);
    } catch (error) {
      return answerUnaccepted(call, error, refusals);
    }
    if (outcome.kind === "not_lent") return { answer: NOT_LENT[outcome.code] };
    return answerTaken(call, outcome, { waits: true, refusals });
  },
});

const NOT_LENT = {
  not_agreed: refusals.feature_not_available,
  charges_exceed_amount: ofLoans.charges_exceed_amount,
  lender_short: ofLoans.lender_short,
  account_short: refusals.insufficient_balance,
} as const;

interface GivenPayee {
  readonly beneId: unknown;
  readonly beneDetails: unknown;
}

/** Returns the payee given with the loan, else the listed beneficiary. */
function readBorrower(
  { beneId, beneDetails }: GivenPayee,
  mode: TransferMode,
): { beneId: string } | { inline: PayeeInput } | Answer {
  if (beneDetails === undefined) {
    const read = beneIdRule.read(beneId, "body");
    return "value" in read ? { beneId: read.value } : refusals.bene_id_invalid;
  }
  const details = readDetails(beneDetails, { version: "v1", transferMode: mode });
  if (details === null) return ofLoans.bene_details_missing;
  const inline = readPayee(details, instrumentOf(mode));
  if (inline === "invalid_ifsc") return refuseIfsc(refusals[inline], readField(details, "ifsc"));
  return typeof inline === "string" ? refusals[inline] : { inline };
}
