/** Restores a new world from the journal of earlier runs. */
import type { AccountTerms, PaymentState } from "./books.ts";
import type { Manner } from "./manner.ts";
import type { Entry, Oddity, Payment, Step } from "./payment.ts";
import type { PlantedFault } from "./statement-faults.ts";
import { scheduleSteps } from "./take-step.ts";
import type { World } from "./world.ts";

type Row = Record<string, unknown>;
type AccountRow = { bankId: string; number: string };

/** Applies the records in order; events that were planned for the time in between happen as soon as the clocks run. */
export function restoreWorld(world: World, records: readonly Row[]): void {
  const planned: { payment: Payment; steps: readonly Step[] }[] = [];
  for (const row of records) restoreRecord(world, row, planned);
  for (const { payment, steps } of planned) {
    if (world.books.find(payment.account.bankId, payment.reference) === payment) {
      scheduleSteps(world, payment, steps);
    }
  }
}

function restoreRecord(
  world: World,
  row: Row,
  planned: { payment: Payment; steps: readonly Step[] }[],
): void {
  const { books, clocks, manners } = world;
  const bankId = row["bankId"] as string;
  const reference = row["reference"] as string;
  const debitAccount = row["debitAccount"] as string | undefined;
  const accountIn = (ref: unknown) => books.accountOf((ref as AccountRow).bankId, (ref as AccountRow).number);
  switch (row["r"]) {
    case "account":
      return books.register(books.accountOf(bankId, row["number"] as string), row["terms"] as AccountTerms);
    case "payment":
      return books.add({
        // Journals of earlier versions lack these fields.
        ...{ payeeName: "", ifsc: "" },
        ...(row as unknown as Payment),
        account: accountIn(row["account"]),
        oddity: row["oddity"] as Oddity | undefined,
        netPaise: 0n,
      });
    case "entry": {
      const entry = row as unknown as Omit<Entry, "seq">;
      const account = accountIn(row["account"]);
      const payment = books.find(account.bankId, String(row["payment"]));
      // The counter behind the references must continue from its last value.
      if (payment !== undefined && entry.utr !== "") world.nextUtr(account.bankId, payment.rail, entry.at);
      const { kind, amountPaise, utr, at, code, party, narration } = entry;
      const words = {
        ...(code === undefined ? {} : { code }),
        ...(party === undefined ? {} : { party }),
        ...(narration === undefined ? {} : { narration }),
      };
      return books.post({ kind, account, payment, amountPaise, utr, at, ...words });
    }
    case "state":
      return books.setState(books.find(bankId, reference)!, row["state"] as PaymentState);
    case "steps":
      planned.push({ payment: books.find(bankId, reference)!, steps: row["steps"] as Step[] });
      return;
    case "refuse":
      return books.refuse(bankId, reference);
    case "forget":
      clocks.reset(debitAccount);
      manners.reset(debitAccount);
      world.statementFaults.forget(debitAccount);
      return books.forget(debitAccount);
    case "clock":
      return clocks.advance(row["ms"] as number, debitAccount);
    case "statement-faults":
      return world.statementFaults.plant(
        { bankId, debitAccount: debitAccount! },
        row["faults"] as PlantedFault[],
      );
    case "manner":
      return manners.set(bankId, row["manner"] as Manner | null, debitAccount);
    default:
      throw new Error(`the journal has a record of unknown kind ${String(row["r"])}`);
  }
}
