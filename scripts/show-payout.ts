/** Prints the result of a payout as aligned tables, with colours only for a terminal. */
import { styleText } from "node:util";
import type { ReceivedWebhook } from "./receive-webhooks.ts";

export type Json = Record<string, unknown>;

/** Prints a transfer's story from `GET /sandbox/transfers/{id}`. */
export function showStory(story: Json): void {
  const rows = (name: string): Json[] => (story[name] as Json[] | undefined) ?? [];
  const startsAt = Date.parse(String(rows("steps")[0]?.at));
  const after = (at: unknown): string => `+${Date.parse(String(at)) - startsAt} ms`;
  showTable(
    "What happened",
    rows("steps").map(({ at, from, to, because }) => [after(at), `${from} → ${to}`, because]),
  );
  showTable(
    "What the bank said",
    rows("bankMessages").map(({ at, source, code, detail, utr, credited }) => {
      const payment =
        utr === null ? "" : `UTR ${String(utr)}${credited === true ? ", beneficiary credited" : ""}`;
      return [after(at), source, code, detail, payment];
    }),
  );
  const amountWidth = Math.max(...rows("ledger").map(({ amount }) => rupees(amount).length));
  showTable(
    "Ledger postings",
    rows("ledger").map(({ kind, debit, credit, amount }) => [
      kind,
      debit,
      "→",
      credit,
      rupees(amount).padStart(amountWidth),
    ]),
  );
}

/** Prints the fields of a webhook, and if its signatures are valid. */
export function showWebhook(webhook: ReceivedWebhook | null): void {
  if (webhook === null) return;
  const { fields, fieldSignatureHolds, bodySignatureHolds } = webhook;
  const verdict = (holds: boolean): string =>
    holds ? styleText("green", "verified") : styleText("red", "WRONG");
  showTable("The webhook", [
    ...Object.entries(fields).filter(([name]) => name !== "signature"),
    ["signature", `${verdict(fieldSignatureHolds)} with the client secret`],
    ["X-Cf-Signature", `${verdict(bodySignatureHolds)} over the raw body`],
  ]);
}

function showTable(title: string, rows: readonly (readonly unknown[])[]): void {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  console.log(`\n${styleText("bold", title)}`);
  for (const row of cells)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd()}`,
    );
}

/** Formats ₹ with Indian grouping, because the text of the API has no grouping at all. */
export function rupees(amount: unknown): string {
  return `₹${new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 }).format(String(amount) as `${number}`)}`;
}
