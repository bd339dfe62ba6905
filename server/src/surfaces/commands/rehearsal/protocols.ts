/** The three protocols of the rehearsal, with what a business has at each service or bank. */

export interface RehearsedProtocol {
  readonly bankId: string;
  readonly adapter: string;
  readonly name: string;
  readonly keyId: string | null;
  readonly debitAccount: string;
  /** True if the bank reports money that arrives, so that the wallet is funded by it. */
  readonly tellsArrivals: boolean;
  /** The words for a person who prepares the account there. */
  readonly there: string;
}

export const PROTOCOLS: readonly RehearsedProtocol[] = [
  {
    bankId: "razorpayx",
    adapter: "razorpayx",
    name: "RazorpayX",
    keyId: "rzp_live_rehearsal",
    debitAccount: "7878780080316316",
    tellsArrivals: true,
    there:
      "In RazorpayX's dashboard: generate a live key, note the Customer Identifier, and add this computer's IP " +
      "address to the allowlist.",
  },
  {
    bankId: "cashfree",
    adapter: "cashfree",
    name: "Cashfree Payouts",
    keyId: "CF_REHEARSAL",
    debitAccount: "CASHFREE_1",
    tellsArrivals: false,
    there:
      "In Cashfree's dashboard: generate a production key, note the ID of the fund source, and add this computer's " +
      "IP address to the allowlist.",
  },
  {
    bankId: "varuna",
    adapter: "iso20022",
    name: "ISO 20022",
    keyId: null,
    debitAccount: "501000000000017",
    tellsArrivals: true,
    there: "Agree with the bank on messages, address and secrets, and give it this computer's IP address.",
  },
];

/** The business's own account, from which it funds its wallet. */
export const OWN_ACCOUNT = {
  holder: "Rehearsal Foods",
  account: "50100012345678",
  ifsc: "HDFC0000001",
} as const;

export type RehearsedKind = "paid" | "refused" | "unknown" | "returned";

interface RehearsedPayment {
  readonly kind: RehearsedKind;
  readonly amount: string;
  /** An account with which the simulated banks do what the kind says. */
  readonly account: string;
  readonly means: string;
  readonly expected: "SUCCESS" | "FAILED" | "REVERSED";
}

/** Amounts differ, so that each can be recognized in the bank's books. */
export const PAYMENTS: Readonly<Record<RehearsedKind, RehearsedPayment>> = {
  paid: {
    kind: "paid",
    amount: "1.00",
    account: "026291800001191",
    means: "paid",
    expected: "SUCCESS",
  },
  refused: {
    kind: "refused",
    amount: "2.00",
    account: "909090909001",
    means: "refused: the account does not exist",
    expected: "FAILED",
  },
  unknown: {
    kind: "unknown",
    amount: "4.00",
    account: "909090909032",
    means: "unknown, then paid: the connection broke",
    expected: "SUCCESS",
  },
  returned: {
    kind: "returned",
    amount: "8.00",
    account: "909090909022",
    means: "paid, then returned",
    expected: "REVERSED",
  },
};

/** The sum that leaves each account at its bank for good: the payment that is paid, and the one that is unknown. */
export const LEFT_PAISE = 5_00;
