/** The sentences that tell a member why an order is refused, and the fields of the form at which they are shown. */
import { formatRupeesIndian } from "#lib/money";
import { istText } from "#lib/ist";
import { explainIfsc } from "#rails";
import type { RefusalCode } from "#transfers";

interface Sentence {
  /** The field of the form that must be changed. */
  readonly field: string;
  /** `{name}` stands for a detail. */
  readonly message: string;
}

export const refusalSentences: Readonly<Record<RefusalCode, Sentence>> = {
  beneficiary_not_found: {
    field: "beneId",
    message: "This beneficiary does not exist. It may have been deleted. Choose another one.",
  },
  beneficiary_details_invalid: {
    field: "beneId",
    message:
      "This beneficiary's bank details were found to be wrong. Delete it and add it with the right ones.",
  },
  name_not_writable: {
    field: "name",
    message: "Banks cannot read this name. Write it in Latin letters or in an Indian script.",
  },
  no_bank_account: {
    field: "mode",
    message: "This payee has no bank account and IFSC. Choose UPI, or another payee.",
  },
  no_vpa: { field: "mode", message: "This payee has no UPI ID. Choose a bank transfer, or another payee." },
  mode_not_valid_for_beneficiary: {
    field: "mode",
    message: "This payee cannot be paid by this mode. Choose another mode.",
  },
  card_token_invalid: {
    field: "mode",
    message: "The card's token has expired. Ask the payee for a new one.",
  },
  mode_not_enabled: {
    field: "mode",
    message: "This mode is switched off for your account, or no bank of yours offers it to this payee.",
  },
  amount_below_minimum: { field: "amount", message: "At least {minPaise} can be sent by this mode." },
  amount_above_maximum: { field: "amount", message: "At most {maxPaise} can be sent by this mode." },
  insufficient_balance: {
    field: "amount",
    message:
      "The fund source does not hold enough for this amount and its fee. Add funds or reduce the amount.",
  },
  process_on_invalid: {
    field: "processOn",
    message: "Choose a moment in the future, at most {daysMax} days ahead.",
  },
  beneficiary_too_new: {
    field: "beneId",
    message: "This beneficiary was added a short while ago and can be paid from {payableAt} IST.",
  },
  beneficiary_not_allowed: {
    field: "beneId",
    message:
      "Payments to this payee are not allowed: it waits for approval, is blocked, or a risk rule stops it.",
  },
  account_limit_exceeded: {
    field: "amount",
    message: "This payment would exceed a limit that is set for your account.",
  },
  beneficiary_limit_exceeded: {
    field: "amount",
    message: "This payment would exceed a limit that is set for this beneficiary.",
  },
  key_limit_exceeded: {
    field: "amount",
    message: "The API keys can order {limitPaise} a day. {leftPaise} is left until midnight in India.",
  },
  key_draft_without_approver: {
    field: "amount",
    message:
      "The API keys can only draft payments, and no member can approve them. Let a member approve payments.",
  },
  key_fund_source_not_allowed: {
    field: "fundSourceId",
    message: "The API keys cannot pay from {fundSourceId}, only from {allowedIds}.",
  },
  fund_source_not_available: {
    field: "fundSourceId",
    message: "This fund source does not exist or is switched off. Choose another one.",
  },
  fund_source_not_valid_for_mode: {
    field: "fundSourceId",
    message: "The bank of this fund source does not offer this mode. Choose another fund source or mode.",
  },
  fund_source_stopped: {
    field: "fundSourceId",
    message:
      "Payments from this account are paused, because a bank statement does not agree with the books. " +
      "Fund Sources > Reconciliation names the line. Once that is explained, your operator switches the bank on " +
      "again. Send the payment then, or choose another fund source.",
  },
  fund_source_ambiguous: { field: "fundSourceId", message: "Choose the fund source that pays." },
  invalid_ifsc: { field: "ifsc", message: "This IFSC cannot be paid to. Check it with the payee." },
  invalid_account_or_ifsc: {
    field: "accountNumber",
    message: "The account number and the IFSC do not match. Check both.",
  },
  feature_not_available: { field: "mode", message: "This mode is not available for your account." },
};

/** The refusals in the form in which an operation declares them. */
export const orderRefusals = Object.fromEntries(
  Object.entries(refusalSentences).map(([code, { message }]) => [code, { status: 422, message }]),
);

/** Describes a refusal with its field, its sentence, and its details in words. */
export function describeRefusal(
  code: RefusalCode,
  details: Readonly<Record<string, unknown>> = {},
): { code: RefusalCode; field: string; message: string; details: Record<string, string> } {
  const { field, message } = refusalSentences[code];
  const ifscProblem = typeof details["ifsc"] === "string" ? explainIfsc(details["ifsc"]) : null;
  const words = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, inWords(value)]));
  return {
    code,
    field,
    message: (ifscProblem ?? message).replace(/\{(\w+)\}/g, (_whole, name: string) => words[name] ?? ""),
    details: words,
  };
}

function inWords(detail: unknown): string {
  if (typeof detail === "bigint") return formatRupeesIndian(detail);
  if (Array.isArray(detail)) return detail.join(", ");
  return detail instanceof Date ? istText(detail).slice(0, 16) : String(detail);
}
