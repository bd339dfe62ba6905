import { settlementAccount, SUSPENSE, type Entry } from "#ledger";
import type { Line } from "./line.ts";

/** Makes the entry that moves a line into or out of suspense, each time once. */
export function suspenseEntry(line: Line, kind: "to_suspense" | "from_suspense"): Entry {
  const settlement = settlementAccount(line.bankNo);
  // Money that left is credited to the bank's settlement account; out of suspense it is the reverse.
  const left = (line.side === "debit") === (kind === "to_suspense");
  return {
    causeId: line.lineId,
    kind,
    firstLine: kind === "to_suspense" ? line.suspended + 1 : line.suspended,
    lines: [
      {
        debit: left ? SUSPENSE : settlement,
        credit: left ? settlement : SUSPENSE,
        amountPaise: line.amountPaise,
      },
    ],
  };
}
