/** The shape of a response-code map: one row per code, as data that an adapter's bank may correct. */
import type { FailureReason } from "./failure-reasons.ts";

/**
 * The evidence in a bank's response; nothing else may move money. POS: paid. DEEMED: settled by the scheme,
 * the credit unconfirmed; never given back. NEG: no debit, now or later. UNK: nothing is known, so enquire.
 * NOSEND: not a byte was sent. RET: paid, and the money came back.
 */
export type Evidence = "POS" | "DEEMED" | "NEG" | "UNK" | "NOSEND" | "RET";

export interface CodeRow {
  readonly text: string;
  /** The evidence if only the code is known. */
  readonly evidence: Evidence;
  /** The evidence if the bank says whether it had debited already. */
  readonly beforeDebit?: Evidence;
  readonly afterDebit?: Evidence;
  /** The evidence as the reason of a refusal, for codes that otherwise come with a return. */
  readonly refused?: Evidence;
  /** Shown to the merchant if it ends as failed or returned. */
  readonly reason?: FailureReason;
  /** True if the fault lies with our bank or our standing there: another bank of ours may do better. */
  readonly otherBank?: boolean;
  /** True if one of us must look at it: money is stuck, or our own account there is short. */
  readonly alarm?: boolean;
}

export type CodeMap = Readonly<Record<string, CodeRow>>;
