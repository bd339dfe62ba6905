/** The shape of a response-code map: one row per code, as data that an adapter's bank may correct. */
import type { FailureReason } from "./failure-reasons.ts";

/**
 * What a bank's answer proves; the only thing that may move money.
 * POS: paid. DEEMED: settled by the scheme, the credit unconfirmed; never given back.
 * NEG: no debit, now or later. UNK: nothing is known, enquire. NOSEND: not a byte left.
 * RET: paid, and the money came back.
 */
export type Evidence = "POS" | "DEEMED" | "NEG" | "UNK" | "NOSEND" | "RET";

export interface CodeRow {
  readonly text: string;
  /** What the code proves when nothing but the code is known. */
  readonly evidence: Evidence;
  /** What it proves when the bank says whether it had debited already. */
  readonly beforeDebit?: Evidence;
  readonly afterDebit?: Evidence;
  /** What it proves as the reason of a refusal, for codes that otherwise come with a return. */
  readonly refused?: Evidence;
  /** Shown to the merchant when it ends as failed or returned. */
  readonly reason?: FailureReason;
  /** The fault lies with our bank or our standing there: another bank of ours may do better. */
  readonly otherBank?: boolean;
  /** Someone of ours must look: money is stuck, or our own account there is short. */
  readonly alarm?: boolean;
}

export type CodeMap = Readonly<Record<string, CodeRow>>;
