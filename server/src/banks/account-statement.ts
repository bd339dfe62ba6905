/** What a bank's statement of one debit account says, in our words, whatever format it came in. */
import type { FailureReason } from "#rails";
import type { ForeignStatement } from "./foreign-statement.ts";

/** `intraday`: all of the day (IST) so far, so that a later one repeats the lines of an earlier one. */
export const STATEMENT_KINDS = ["intraday", "end_of_day"] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** What the bank says that a line is. `other`: it does not say, or says what we do not know. */
export type LineKind = "payment" | "reversal" | "return" | "charge" | "credit" | "batch" | "other";

/** Several payments that the bank booked as one sum, and does not tell apart. */
export interface BatchOf {
  /** The block or the message that we sent them in, where the bank names it. */
  readonly blockId: string | null;
  readonly messageId: string | null;
  readonly count: number | null;
  /** The payments that its details name without making its sum; none where it has no details. */
  readonly parts: readonly BatchPart[];
}

export interface BatchPart {
  /** Our reference of the attempt. */
  readonly reference: string | null;
  readonly utr: string | null;
  /** Null: the bank does not say it. */
  readonly amountPaise: bigint | null;
}

/** One movement of the account. */
export interface StatementLine {
  /**
   * The bank's own number of the line, the same on every statement; null where its format has none. Other lines may
   * have it too: banks give a charge that of its payment, and a reversal that of what it takes back.
   */
  readonly lineId: string | null;
  readonly side: "debit" | "credit";
  /** Always positive. */
  readonly amountPaise: bigint;
  readonly bookedAt: Date;
  readonly kind: LineKind;
  /** Our reference of the attempt, where the line carries it whole. */
  readonly reference: string | null;
  /** Of money that came back: the payment's own, where the bank names it. */
  readonly utr: string | null;
  /** The bank's text, at most 500 characters. */
  readonly narration: string;
  readonly batch?: BatchOf | null;
  /** What the amount may include beside the payment, as the bank names it; the amount that was ordered tells. */
  readonly chargesWithin?: readonly bigint[];
  /** The bank's code of why money came back, and our word for it. */
  readonly code: string;
  readonly reason: FailureReason | null;
  /** The other side, as far as the line names it. The account number may be masked or cut to its end. */
  readonly counterparty: {
    readonly name: string | null;
    readonly accountNumber: string | null;
    readonly ifsc: string | null;
  };
}

/** What a statement says of itself, beside its lines. */
export interface StatementHead {
  /** The bank's own id of it. */
  readonly statementId: string;
  readonly kind: StatementKind;
  /** The bank's running number of end-of-day statements, where it has one; a gap is a missing day. */
  readonly sequenceNo: number | null;
  /**
   * Its file does not say that the day is whole: people export what there is, so that a later file may have more of
   * the same day.
   */
  readonly mayGrow?: true;
  readonly debitAccount: string;
  /** The day (IST) that it is of, `YYYY-MM-DD`. */
  readonly day: string;
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

/** A statement as it was read; its balances are not checked yet. */
export interface AccountStatement extends StatementHead {
  /** In the bank's order. */
  readonly lines: readonly StatementLine[];
  /** As `LineTally.leftOut`. */
  readonly leftOut?: readonly string[];
}

/** What the lines of a statement make together. */
export interface LineTally {
  readonly lineCount: number;
  /** Credits less debits. */
  readonly movedPaise: bigint;
  /** A line is of nothing, or of less. */
  readonly hasEmptyLine: boolean;
  /** Sentences about entries that could not be taken; the statement adds up without them, or is refused. */
  readonly leftOut: readonly string[];
}

/** A statement whose lines are held nowhere: they are read from where they stand, in sets of some hundred. */
export interface LongStatement extends StatementHead {
  readonly tally: LineTally;
  /** Its lines in the bank's order, read anew at each call; in a file, until the next statement is asked for. */
  sets(): AsyncIterable<readonly StatementLine[]>;
}

/** To be gone through once, one statement after the other. */
export type Statements = Iterable<LongStatement> | AsyncIterable<LongStatement>;

/** What a file has. */
export interface StatementsRead {
  readonly statements: Statements;
  /** Those that are not read. */
  readonly foreign: readonly ForeignStatement[];
}

/** A part of a statement as a protocol reads it; all of one statement have the same head. */
export interface StatementPage {
  readonly kind: "page";
  /** The balances are the page's own, and say in which order the pages follow one another. */
  readonly chained?: true;
  readonly head: StatementHead;
  readonly lines: readonly StatementLine[];
  /** As `LineTally.leftOut`. */
  readonly leftOut?: readonly string[];
  /** With what the next page is asked for, in the protocol's own words; null after the last one. */
  readonly next: string | null;
}

/** Nothing of the statement yet: the bank has to be asked this before. */
export interface StatementSearch {
  readonly kind: "search";
  readonly next: string;
}

export interface StatementQuery {
  readonly day: string;
  readonly kind: StatementKind;
}

/** What asking for a statement brought. */
export type StatementOutcome =
  | { kind: "statement"; statement: AccountStatement }
  /** The bank has none of that day yet. */
  | { kind: "not_ready" }
  /** The bank did not answer, or refused; asked again later. */
  | { kind: "unavailable"; detail: string }
  /** It answered with something that is not a statement of this account; a person must look. */
  | { kind: "unreadable"; detail: string };
