/** Texts for payees instead of codes: failed claims, ended links, and errors in fields. */
import type { ClaimMode, DestinationProblem, EndReason } from "#links";
import { judgeIfsc } from "#rails";

export const MODE_NAMES: Readonly<Record<ClaimMode, string>> = {
  banktransfer: "Bank account",
  upi: "UPI ID",
  paytm: "Paytm wallet",
  amazonpay: "Amazon Pay",
};

/** Names a wallet with its owner. */
export const walletOf = (mode: "paytm" | "amazonpay"): string =>
  `${mode === "paytm" ? "Paytm" : "Amazon Pay"} wallet of your phone`;

/** The form field and the text for each problem. */
const PROBLEMS: Readonly<Record<DestinationProblem, { field: string; text: string }>> = {
  account_invalid: { field: "account", text: "Enter the account number: 9 to 18 digits or letters." },
  account_differs: { field: "again", text: "The two account numbers differ. Enter both again." },
  ifsc_invalid: {
    field: "ifsc",
    text: "An IFSC has 11 characters: four letters, a zero, and six letters or digits.",
  },
  ifsc_unknown: {
    field: "ifsc",
    text: "This IFSC is not on our list. Check it against your cheque book or passbook.",
  },
  vpa_invalid: { field: "vpa", text: "A UPI ID looks like name@bank." },
};

/** Returns the text for a problem. For an IFSC that is not on the list, says what is wrong with it. */
export function sayProblem(
  problem: DestinationProblem,
  typed: { readonly ifsc?: string } | undefined,
): { field: string; text: string } {
  const said = PROBLEMS[problem];
  const wrong = said.field === "ifsc" && typed?.ifsc !== undefined ? judgeIfsc(typed.ifsc) : null;
  switch (wrong?.kind) {
    case "misread":
      return { ...said, text: `The fifth character of an IFSC is a zero. Did you mean ${wrong.meant}?` };
    case "merged": {
      const now =
        wrong.code === null ? `Ask ${wrong.into} for the new one.` : `The new one is ${wrong.code}.`;
      return { ...said, text: `This IFSC is not used any more. ${now}` };
    }
    case "unlisted":
      return {
        ...said,
        text: `${said.text} If it is right, tell the business that pays you, or choose another way.`,
      };
    default:
      return said;
  }
}

const DETAILS_WRONG = "Check the details, or choose another way.";

const FAILURES: Readonly<Record<string, string>> = {
  INVALID_ACCOUNT_FAIL: `The bank knows no such account. ${DETAILS_WRONG}`,
  INVALID_BENE_ACCOUNT_OR_IFSC: `The bank knows no such account. ${DETAILS_WRONG}`,
  INVALID_OR_NO_SUCH_ACCOUNT_TYPE: `The bank takes no such payment into this account. ${DETAILS_WRONG}`,
  INVALID_IFSC_FAIL: `The IFSC is not that of a bank which can be paid. ${DETAILS_WRONG}`,
  BENEFICIARY_NOT_EXIST: `No one was found there. ${DETAILS_WRONG}`,
  ACCOUNT_BLOCKED: "The bank says that this account is blocked. Ask the bank, or choose another account.",
  NRE_ACCOUNT_FAIL: "This kind of account (NRE) cannot be paid in this way. Choose another account.",
  BENE_NAME_DIFFERS: "The bank has this account under another name. Choose an account of your own.",
  DEST_LIMIT_REACHED: "This account or wallet has reached its limit. Choose another one.",
  BENE_BANK_DECLINED: "Your bank declined the payment. Ask the bank, or choose another way.",
  BENEFICIARY_BLACKLISTED: "This account cannot be paid. Choose another one.",
  DISABLED_MODE: "The money cannot be sent in this way. Choose another way.",
  BENEFICIARY_INVALID_MODE: "The money cannot be sent in this way. Choose another way.",
  INVALID_TRANSFER_AMOUNT: "The amount cannot be sent in this way. Choose another way.",
};

/** Reasons given for accounts. Of a wallet they mean that KYC is missing, or that there is none. */
const OF_WALLETS: ReadonlySet<string> = new Set(["INVALID_ACCOUNT_FAIL", "BENE_BANK_DECLINED"]);

const WALLET_WRONG = "Perhaps there is none, or its KYC is not complete. Choose another way.";

/** Payments that people, rules or a bank stopped: other details do not help. */
const STOPPED: ReadonlySet<string> = new Set([
  "APPROVAL_REJECTED",
  "APPROVAL_EXPIRED",
  "CANCELLED",
  "SUSPECTED_TRANSFER",
]);

/** Passing failures, which are not caused by the payee's details. */
const PASSING: Readonly<Record<string, string>> = {
  BENEFICIARY_BANK_OFFLINE: "Your bank cannot be reached at the moment.",
  NPCI_UNAVAILABLE: "The payment network cannot be reached at the moment.",
  NAME_NOT_CHECKED: "The name that your bank has for the account cannot be checked at the moment.",
};

/** Failures that only the merchant can resolve. */
const OF_THE_MERCHANT: ReadonlySet<string> = new Set([
  "PAYOUT_INACTIVE",
  "FUND_SOURCE_NOT_AVAILABLE",
  "ACCOUNT_LIMIT_EXCEEDED",
  "KEY_LIMIT_EXCEEDED",
  "KEY_FUND_SOURCE_NOT_ALLOWED",
  "KEY_DRAFT_WITHOUT_APPROVER",
]);

/**
 * Explains to the payee why the last claim was not paid. `mode` is the claim's mode, or null if it must not be shown.
 */
export function failureWords(
  reason: string,
  { merchantName, mode }: { merchantName: string; mode: ClaimMode | null },
): string {
  if (reason === "INSUFFICIENT_BALANCE") {
    return `${merchantName} does not have enough money for payouts at the moment. Your claim is not lost.`;
  }
  if (OF_THE_MERCHANT.has(reason)) {
    return `${merchantName} cannot pay at the moment. Your claim is not lost.`;
  }
  if (STOPPED.has(reason)) return `The payment was stopped before it was made. Ask ${merchantName}.`;
  if ((mode === "paytm" || mode === "amazonpay") && OF_WALLETS.has(reason)) {
    return `The ${walletOf(mode)} did not take the money. ${WALLET_WRONG}`;
  }
  return PASSING[reason] ?? FAILURES[reason] ?? `The bank did not make the payment. ${DETAILS_WRONG}`;
}

/** Explains why a link no longer works: a heading and a sentence. */
export function endWords(
  reason: string | null,
  { merchantName, lastDay }: { merchantName: string; lastDay: string },
): { title: string; text: string } {
  const ask = `If the money is still due to you, ask ${merchantName} for a new link.`;
  switch (reason as EndReason | null) {
    case "DEACTIVATED":
      return {
        title: "This link was withdrawn",
        text: `${merchantName} has withdrawn it. Nothing was paid. ${ask}`,
      };
    case "OTP_ATTEMPTS_EXCEEDED":
      return {
        title: "This link is blocked",
        text: `Wrong codes were given many times, so it was closed to protect your money. Nothing was paid. ${ask}`,
      };
    case "REDEMPTION_ATTEMPTS_EXCEEDED":
      return {
        title: "This link is used up",
        text: `Too many tries to pay by it have failed. Nothing was paid. ${ask}`,
      };
    default:
      return { title: "This link has ended", text: `It worked until ${lastDay}. Nothing was paid. ${ask}` };
  }
}
