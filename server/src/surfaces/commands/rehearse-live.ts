/**
 * `vitaran rehearse-live`: everything from an empty database to payments through each of three protocols, in production
 * mode, by the commands that a person would type. The banks are simulated, and nothing is left behind.
 */
import { existsSync } from "node:fs";
import { CommandError, EXIT } from "./command-error.ts";
import { connectAll, type Payer } from "./rehearsal/connect.ts";
import { payAll, type Row } from "./rehearsal/pay.ts";
import { LEFT_PAISE } from "./rehearsal/protocols.ts";
import { type Scratch, withScratch } from "./rehearsal/scratch.ts";
import { makeSteps, StepError, type Steps } from "./rehearsal/steps.ts";
import { SIMULATOR } from "./start-simulator.ts";
import { say, terminal } from "./terminal.ts";

/** Runs the whole rehearsal. Exit code 1 if a step does not end as it should. */
export async function rehearseLive(): Promise<void> {
  if (!existsSync(SIMULATOR))
    throw new CommandError(
      "This installation has no bank simulator. Run the rehearsal from a checkout, or from the package that " +
        "`npm run pack` makes.",
    );
  say("A rehearsal of going live. The banks are simulated; no money moves. It takes about three minutes.");
  say("It has a database, a server and banks of its own, which are removed at the end.");
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    await withScratch(rehearse, interrupted.signal);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(`\n${error.message}`);
    terminal().exitCode = EXIT.failed;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

async function rehearse(scratch: Scratch): Promise<void> {
  const steps = makeSteps(scratch);
  const payers = await connectAll(scratch, steps);
  const rows = await payAll(scratch, steps, payers);
  await prove(scratch, steps, payers);
  say(`\n${drawTable(rows)}`);
  const wrong = rows.filter(({ expected, status }) => expected !== status);
  if (wrong.length > 0)
    throw new StepError(`${wrong.length} of ${rows.length} payments did not end as they should.`);
  say(`\nAll ${rows.length} payments ended as they should. The books are correct, here and at the banks.`);
  say(
    "Next: connect your own account in the same way, and pay ₹1 to yourself. See Go Live in the documentation.",
  );
}

async function prove(scratch: Scratch, steps: Steps, payers: readonly Payer[]): Promise<void> {
  steps.part("Proof");
  for (const { merchantId, protocol } of payers) {
    await steps.command(["list-reviews", "--merchant", merchantId], {
      says: /"reviews": \[\],\s*"contradictions": \[\]/,
      tell: () => `${protocol.name}: nothing that a person must check`,
    });
    await steps.byHand(`Compare the books of ${protocol.name} with ours.`, async () => {
      const { bankId, debitAccount } = protocol;
      const query = new URLSearchParams({ bankId, debitAccount, form: "totals" });
      const path = `/sim/debits?${query}`;
      const { totals } = await scratch.atBank<{ totals: { netPaise: number } }>("GET", path);
      if (totals.netPaise !== LEFT_PAISE)
        throw new StepError(
          `${totals.netPaise} paise left the account at ${protocol.name}, not ${LEFT_PAISE}.`,
        );
    });
  }
  await steps.command(["verify-ledger"], { says: /The books are correct\./, tell: (out) => lastLine(out) });
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

function drawTable(rows: readonly Row[]): string {
  const head = ["protocol", "payment", "should be", "is", "UTR or reason"];
  const cells = [head, ...rows.map((row) => [row.protocol, row.means, row.expected, row.status, row.detail])];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
