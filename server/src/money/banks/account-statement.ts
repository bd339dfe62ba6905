/** A bank's statement of one debit account in our words, whatever format it came in. */
import type { FailureReason } from "#rails";
import type { ForeignStatement } from "./statements.ts";

/** An `intraday` statement covers the day (IST) so far, so a later one repeats the lines of an earlier one. */
export const STATEMENT_KINDS = ["intraday", "end_of_day"] as const;
export type BankStatementKind = (typeof STATEMENT_KINDS)[number];

/** The bank's own kind of a line. `other`: the bank does not say, or we do not know its word. */
export type LineKind = "payment" | "reversal" | "return" | "charge" | "credit" | "batch" | "other";

/** Several payments that the bank booked as one sum without listing them. */
export interface BatchOf {
  /** The block or message that we sent them in, if the bank names it. */
  readonly blockId: string | null;
  readonly messageId: string | null;
  readonly count: number | null;
  /** The payments that its details name, even if they do not add up to its sum; empty if it has no details. */
  readonly parts: readonly BatchPart[];
}

export interface BatchPart {
  /** Our reference of the attempt. */
  readonly reference: string | null;
  readonly utr: string | null;
  /** Null if the bank does not say. */
  readonly amountPaise: bigint | null;
}

export type Side = "debit" | "credit";

/** One movement of the account. */
export interface StatementLine {
  /**
   * The bank's own number of the line, the same on every statement; null if its format has none. It is not unique:
   * banks give a charge the number of its payment, and a reversal the number of the entry that it reverses.
   */
  readonly lineId: string | null;
  readonly side: Side;
  /** Always positive. */
  readonly amountPaise: bigint;
  readonly bookedAt: Date;
  readonly kind: LineKind;
  /** Our reference of the attempt, if the line carries all of it. */
  readonly reference: string | null;
  /** For money that came back, this is the UTR of the original payment, if the bank names it. */
  readonly utr: string | null;
  /** The bank's text, at most 500 characters. */
  readonly narration: string;
  readonly batch?: BatchOf | null;
  /**
   * Charges that the amount may include besides the payment, as the bank names them. The amount that we ordered
   * decides.
   */
  readonly chargesWithin?: readonly bigint[];
  /** The bank's code for the reason of a return, and our word for it. */
  readonly code: string;
  readonly reason: FailureReason | null;
  /** The other side, as far as the line names it. The account number may be masked or reduced to its last digits. */
  readonly counterparty: {
    readonly name: string | null;
    readonly accountNumber: string | null;
    readonly ifsc: string | null;
  };
}

/** The data of a statement as a whole, apart from its lines. */
export interface BankStatementHead {
  readonly statementId: string;
  readonly kind: BankStatementKind;
  /** The bank's running number of end-of-day statements, if it has one; a gap means a missing day. */
  readonly sequenceNo: number | null;
  /**
   * The file does not say that the day is complete. People export what there is, so a later file may add to the same
   * day.
   */
  readonly mayGrow?: true;
  readonly debitAccount: string;
  /** The day (IST) of the statement, `YYYY-MM-DD`. */
  readonly day: string;
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

/** A statement as it was read; its balances are not checked yet. */
export interface AccountStatement extends BankStatementHead {
  /** The lines, in the bank's order. */
  readonly lines: readonly StatementLine[];
  /** Same as `LineTally.leftOut`. */
  readonly leftOut?: readonly string[];
}

/** The totals of a statement's lines. */
export interface LineTally {
  readonly lineCount: number;
  /** Credits minus debits. */
  readonly movedPaise: bigint;
  /** True if the amount of a line is zero or negative. */
  readonly hasEmptyLine: boolean;
  /** Sentences about entries that could not be read. The statement must add up without them, or it is refused. */
  readonly leftOut: readonly string[];
}

/** A statement whose lines are not kept in memory: they are read from their source, set by set. */
export interface LongStatement extends BankStatementHead {
  readonly tally: LineTally;
  /**
   * Reads the lines in the bank's order, again at each call. Those of a file can only be read until the next statement
   * is requested.
   */
  sets(): AsyncIterable<readonly StatementLine[]>;
}

/** Statements that are read once, one after the other. */
export type Statements = Iterable<LongStatement> | AsyncIterable<LongStatement>;

/** The statements of a file. */
export interface StatementsRead {
  readonly statements: Statements;
  /** The statements of other accounts or in other currencies, which are not read. */
  readonly foreign: readonly ForeignStatement[];
}

/** A part of a statement as a protocol reads it; all parts of one statement have the same head. */
export interface BankStatementPage {
  readonly kind: "page";
  /** The balances belong to this page, and show the order of the pages. */
  readonly chained?: true;
  readonly head: BankStatementHead;
  readonly lines: readonly StatementLine[];
  /** Same as `LineTally.leftOut`. */
  readonly leftOut?: readonly string[];
  /** The position from which to request the next page, in the protocol's own words; null after the last one. */
  readonly next: string | null;
}

/** Nothing of the statement yet: this has to be requested from the bank first. */
export interface StatementSearch {
  readonly kind: "search";
  readonly next: string;
}

export interface StatementQuery {
  readonly day: string;
  readonly kind: BankStatementKind;
}

/** The result of requesting a statement. */
export type StatementOutcome =
  | { kind: "statement"; statement: AccountStatement }
  /** The bank has no statement of that day yet. */
  | { kind: "not_ready" }
  /** The bank did not answer, or refused; we ask again later. */
  | { kind: "unavailable"; detail: string }
  /** The answer is not a statement of this account; a person must look at it. */
  | { kind: "unreadable"; detail: string };
