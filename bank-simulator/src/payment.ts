/** What a bank remembers: debit accounts, payments and the entries of its books. */

export const RAILS = ["IMPS", "NEFT", "RTGS", "UPI", "PAYTM", "AMAZONPAY", "CARD"] as const;
export type Rail = (typeof RAILS)[number];

/** DEEMED: debited and settled by the scheme, the beneficiary's credit is not confirmed. */
export type Status = "SUCCESS" | "PENDING" | "FAILED" | "RETURNED" | "DEEMED";

/**
 * debit: money left; reversal: it came back because the payment failed; return: after success; credit: a top-up;
 * charge: what the bank takes for itself.
 */
export type EntryKind = "debit" | "reversal" | "return" | "credit" | "charge";

export interface Account {
  readonly bankId: string;
  readonly number: string;
  balancePaise: bigint;
  apiKey: string | undefined;
  callbackUrl: string | undefined;
  /** Where the bank takes and leaves files; it makes no callbacks then. */
  folder?: string;
  /** For whom card tokens must have been made; undefined: for anybody. */
  tokenRequestorId?: string;
  callbackSecret: string | undefined;
}

/** A payment order as the bank read it. */
export interface Instruction {
  readonly reference: string;
  readonly debitAccount: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  /** Account number, VPA, phone or card token: who is paid. */
  readonly payee: string;
  readonly payeeName: string;
  readonly ifsc: string;
  /** The card has no token: it was found by its holder's phone number. */
  readonly fromDirectory?: true;
  /** For whom a card token was made. */
  readonly tokenRequestorId?: string;
  /** What the customer wants to find again beside the payment. */
  readonly notes?: Readonly<Record<string, string>>;
}

export interface Payment {
  readonly account: Account;
  readonly reference: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  /** Masked where an earlier run left the payment: `payeeMark` stands for the whole then. */
  readonly payee: string;
  readonly payeeMark?: string;
  readonly payeeName: string;
  readonly ifsc: string;
  readonly notes?: Readonly<Record<string, string>>;
  readonly at: number;
  status: Status;
  code: string;
  utr: string;
  credited: boolean;
  /** Debits less reversals and returns. */
  netPaise: bigint;
  /** Kept for few payments only: enquiries that lag behind, and what was asked to happen later. */
  oddity: Oddity | undefined;
}

export interface Oddity {
  notFoundUntil: number;
  statusLagMs: number;
  shown: { until: number; status: Status; code: string; credited: boolean } | undefined;
}

export interface Entry {
  readonly seq: number;
  readonly kind: EntryKind;
  readonly account: Account;
  readonly payment: Payment | undefined;
  readonly amountPaise: bigint;
  readonly utr: string;
  readonly at: number;
  /** Why money came back. */
  readonly code?: string;
  /** The other side of what no payment ordered. */
  readonly party?: Party;
  /** The bank's text for what no payment ordered. */
  readonly narration?: string;
}

export interface Party {
  readonly name: string;
  readonly accountNumber: string;
  readonly ifsc: string;
}

/** Something that happens to a payment by itself, at a time of its account's clock. */
export interface Step {
  readonly dueAt: number;
  readonly event: StepEvent;
  readonly code?: string;
}

/** complete: succeeds and is credited in one; pay-late: paid after all, though it was said to have failed. */
export type StepEvent = "succeed" | "complete" | "fail" | "return" | "credit" | "pay-late";

/** Last four characters of whom was paid: enough for the customer to notice a mix-up. */
export function tailOf(payee: string): string {
  return payee.slice(-4);
}
