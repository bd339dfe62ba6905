/**
 * Maps a bank's code to what it proves. A code that is not in the map proves nothing. A map has one row per code,
 * as data that an adapter's bank may correct.
 */
import { IMPS_CODES } from "./codes-imps.ts";
import { ISO20022_CODES } from "./codes-iso20022.ts";
import { UPI_CODES } from "./codes-upi.ts";
import type { FailureReason } from "./failure-reasons.ts";
import type { Rail } from "./rail.ts";

interface Words {
  /** The code's meaning in words; for an unmapped code, that it is unmapped. */
  readonly text: string;
  /** True if the payment might succeed at another of our banks. Only set together with NEG. */
  readonly otherBank: boolean;
  /** True if one of us must look at it. */
  readonly alarm: boolean;
}

/** The meaning of a code; a failure or a return always has its reason. */
type CodeMeaning =
  | (Words & { readonly evidence: "NEG" | "RET"; readonly reason: FailureReason })
  | (Words & {
      readonly evidence: "POS" | "DEEMED" | "UNK" | "NOSEND";
      readonly reason: FailureReason | null;
    });

/** The facts that an adapter knows besides the code; each can make the evidence stronger or weaker. */
export interface CodeContext {
  /** The bank's overall status. `pending` means that nothing is final yet, whatever the code says. */
  readonly status?: "pending" | "final";
  /** Set if the bank says whether our account had been debited when this code arose. */
  readonly debit?: "before" | "after";
  /** UPI's second code, which says why a debit failed. */
  readonly secondCode?: string;
  /** The place of an ISO 20022 reason: a return of money (the default), or a refusal before any debit. */
  readonly message?: "return" | "reject";
}

/** One map per rail, since equal codes mean different things on different rails. */
const MAPS: Readonly<Partial<Record<Rail, CodeMap>>> = {
  imps: IMPS_CODES,
  upi: UPI_CODES,
  neft: ISO20022_CODES,
  rtgs: ISO20022_CODES,
};

/**
 * Returns the meaning of a response code on a rail. Unmapped, empty or unexpected codes are UNK: enquire. An
 * adapter whose bank documents other meanings tries its own map first and asks here for the rest.
 */
export function outcomeOfCode(rail: Rail, code: string, context: CodeContext = {}): CodeMeaning {
  const map = MAPS[rail];
  const row = map !== undefined && Object.hasOwn(map, code) ? map[code] : undefined;
  if (row === undefined) return unmapped(rail, code);
  const { secondCode, ...others } = context;
  if (rail === "upi" && code === "U30" && secondCode !== undefined) {
    const second = outcomeOfCode(rail, secondCode, others);
    if (second.evidence === "NEG") return { ...second, text: `${row.text}: ${second.text}` };
  }
  return meaningOf(row, evidenceOf(row, context));
}

function evidenceOf(row: CodeRow, { status, debit, message }: CodeContext): Evidence {
  const evidence =
    (debit === "before" ? row.beforeDebit : undefined) ??
    (debit === "after" ? row.afterDebit : undefined) ??
    (message === "reject" ? row.refused : undefined) ??
    row.evidence;
  // Deemed paid is itself a kind of pending; all else that a pending response says may still change.
  return status === "pending" && evidence !== "DEEMED" ? "UNK" : evidence;
}

function meaningOf(row: CodeRow, evidence: Evidence): CodeMeaning {
  const words = { text: row.text, alarm: row.alarm === true, otherBank: false };
  if (evidence === "NEG") {
    return { ...words, evidence, reason: row.reason ?? "FAILED", otherBank: row.otherBank === true };
  }
  if (evidence === "RET") return { ...words, evidence, reason: row.reason ?? "RETURNED_FROM_BENEFICIARY" };
  return { ...words, evidence, reason: row.reason ?? null };
}

function unmapped(rail: Rail, code: string): CodeMeaning {
  const shown = code.slice(0, 20).replace(/[^A-Za-z0-9._-]/g, "?");
  return {
    evidence: "UNK",
    reason: null,
    otherBank: false,
    alarm: false,
    text: `code ${shown} is not in the map of ${rail}`,
  };
}

/**
 * The evidence in a bank's response; nothing else may move money. POS: paid. DEEMED: settled by the scheme,
 * the credit unconfirmed; never given back. NEG: no debit, now or later. UNK: nothing is known, so enquire.
 * NOSEND: not a byte was sent. RET: paid, and the money came back.
 */
export type Evidence = "POS" | "DEEMED" | "NEG" | "UNK" | "NOSEND" | "RET";

interface CodeRow {
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
