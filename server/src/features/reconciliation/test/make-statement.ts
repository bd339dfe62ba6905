/** Statements made by hand, as a bank would state a day. */
import type { AccountStatement, BankStatementKind, StatementLine } from "#banks";

export type HandLine = Partial<StatementLine> & Pick<StatementLine, "side" | "amountPaise">;

export interface HandStatement {
  readonly debitAccount: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind?: BankStatementKind;
  readonly openingPaise?: bigint;
  /** The default follows from the opening balance and the lines. */
  readonly closingPaise?: bigint;
  readonly sequenceNo?: number;
  readonly mayGrow?: true;
  readonly lines: readonly HandLine[];
}

/** Makes a statement that adds up unless told otherwise; lines get no bank id unless they have one. */
export function makeStatement(hand: HandStatement): AccountStatement {
  const { debitAccount, day, kind = "end_of_day", openingPaise = 0n, sequenceNo = null } = hand;
  const lines = hand.lines.map((line, index) => makeLine(day, line, index));
  const moved = lines.reduce(
    (sum, { side, amountPaise }) => sum + (side === "credit" ? amountPaise : -amountPaise),
    0n,
  );
  return {
    statementId: `${day}-${kind}`,
    kind,
    sequenceNo,
    debitAccount,
    day,
    openingPaise,
    closingPaise: hand.closingPaise ?? openingPaise + moved,
    ...(hand.mayGrow && { mayGrow: true }),
    lines,
  };
}

function makeLine(day: string, line: HandLine, index: number): StatementLine {
  return {
    lineId: null,
    bookedAt: new Date(Date.parse(`${day}T10:00:00+05:30`) + index * 1_000),
    kind: line.side === "debit" ? "payment" : "credit",
    reference: null,
    utr: null,
    narration: "",
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
    ...line,
  };
}
