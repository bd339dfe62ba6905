/** The records of a bank: debit accounts, payments and the entries of its books. */

export const RAILS = ["IMPS", "NEFT", "RTGS", "UPI", "PAYTM", "AMAZONPAY", "CARD"] as const;
export type Rail = (typeof RAILS)[number];

/** DEEMED: debited and settled by the scheme, but the beneficiary's credit is not confirmed. */
export type Status = "SUCCESS" | "PENDING" | "FAILED" | "RETURNED" | "DEEMED";

/**
 * debit: money left; reversal: it came back because the payment failed; return: it came back after success; credit: a
 * top-up; charge: a fee of the bank.
 */
export type EntryKind = "debit" | "reversal" | "return" | "credit" | "charge";

export interface Account {
  readonly bankId: string;
  readonly number: string;
  balancePaise: bigint;
  apiKey: string | undefined;
  callbackUrl: string | undefined;
  /** The folder through which the bank exchanges files; the bank then makes no callbacks. */
  folder?: string;
  /** The token requestor for which card tokens must have been made; undefined: any. */
  tokenRequestorId?: string;
  callbackSecret: string | undefined;
}

/** A payment order as the bank read it. */
export interface Instruction {
  readonly reference: string;
  readonly debitAccount: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  /** The payee: account number, VPA, phone or card token. */
  readonly payee: string;
  readonly payeeName: string;
  readonly ifsc: string;
  /** The card has no token: it was found by its holder's phone number. */
  readonly fromDirectory?: true;
  /** The token requestor for which a card token was made. */
  readonly tokenRequestorId?: string;
  /** Data that the customer wants to get back with the payment. */
  readonly notes?: Readonly<Record<string, string>>;
}

export interface Payment {
  readonly account: Account;
  readonly reference: string;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  /** Masked if an earlier run stored the payment; `payeeMark` then represents the complete value. */
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
  /** Debits minus reversals and returns. */
  netPaise: bigint;
  /** Only few payments have one: enquiries that lag behind, or a forced later event. */
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
  /** The reason why money came back. */
  readonly code?: string;
  /** The other side of a movement without a payment order. */
  readonly party?: Party;
  /** The bank's text for a movement without a payment order. */
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

/** complete: succeeds and is credited in one step; pay-late: paid after all, although a failure was reported. */
export type StepEvent = "succeed" | "complete" | "fail" | "return" | "credit" | "pay-late";

/** Returns the last four characters of the payee: enough for the customer to notice a mix-up. */
export function tailOf(payee: string): string {
  return payee.slice(-4);
}
