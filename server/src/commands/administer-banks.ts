/** Operator commands for banks: they add a bank of a known protocol with its capabilities. Prints JSON. */
import { InvalidArgumentError, type Command } from "commander";
import { STATEMENT_KINDS, type StatementKind } from "#banks";
import { addBank, learnAddedBanks } from "#fund-sources";
import { parseRupees } from "#lib/money";
import { RAILS, type Rail } from "#rails";
import { print } from "./print-result.ts";

interface ToAdd {
  readonly bank: string;
  readonly adapter: string;
  readonly name: string;
  readonly ifsc?: string;
  readonly rails: readonly Rail[];
  readonly max: Readonly<Partial<Record<Rail, string>>>;
  readonly repeats?: true;
  readonly voids?: true;
  readonly callbacks?: true;
  readonly statements: readonly StatementKind[];
  readonly reversalDays?: number;
}

/** Adds the operator's commands for banks. */
export function addBanks(program: Command): void {
  program
    .command("add-bank")
    .description("add or change a bank with a known protocol; then connect merchants with connect-bank")
    .requiredOption("--bank <id>", "ID of the bank, used by connect-bank")
    .requiredOption("--name <name>")
    .requiredOption("--rails <rails>", "e.g. imps,neft", readRails)
    .option("--adapter <name>", "the protocol", "json-h2h")
    .option("--ifsc <code>", "the first four letters of its IFSCs")
    .option(
      "--max <amounts>",
      "its limits per transfer in rupees, e.g. imps=200000.00,upi=50000.00",
      readCeilings,
      {},
    )
    .option("--repeats", "the bank never pays a repeated reference twice")
    .option("--voids", "the bank can void a reference")
    .option("--callbacks", "the bank sends callbacks")
    .option(
      "--statements <kinds>",
      "statements it returns on request: intraday, end_of_day, or both with a comma",
      readKinds,
      [],
    )
    .option(
      "--reversal-days <days>",
      "days within which it reverses debits of refused payments; default: 1",
      readDays,
    )
    .action(({ bank, adapter, name, ifsc, rails, max, ...abilities }: ToAdd) =>
      print((ctx) =>
        addBank(ctx, {
          bankId: bank,
          adapter,
          name,
          ifscCode: ifsc ?? null,
          capabilities: {
            rails,
            maxPaise: max,
            idempotentByReference: abilities.repeats === true,
            canVoid: abilities.voids === true,
            callbacks: abilities.callbacks === true,
            statements: abilities.statements,
            ...(abilities.reversalDays === undefined ? {} : { reversalDays: abilities.reversalDays }),
          },
          by: "system",
        }),
      ),
    );
  program
    .command("list-banks")
    .description("list the banks that operators have added, and what they support")
    .action(() => print((ctx) => ctx.db.directory(learnAddedBanks)));
}

function readRails(text: string): Rail[] {
  return text.split(",").map(readRail);
}

function readKinds(text: string): StatementKind[] {
  return text.split(",").map((one) => {
    const found = STATEMENT_KINDS.find((kind) => kind === one.trim());
    if (found === undefined)
      throw new InvalidArgumentError(`Use one or more of ${STATEMENT_KINDS.join(", ")}.`);
    return found;
  });
}

function readDays(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError("Use a whole number up to 10.");
  return Number(text);
}

function readRail(text: string): Rail {
  const found = RAILS.find((rail) => rail === text.trim());
  if (found === undefined) throw new InvalidArgumentError(`Use one or more of ${RAILS.join(", ")}.`);
  return found;
}

function readCeilings(text: string): Partial<Record<Rail, string>> {
  const ceilings = text.split(",").map((one) => {
    const [rail = "", amount = ""] = one.split("=");
    const paise = parseRupees(amount);
    if (typeof paise !== "bigint") throw new InvalidArgumentError("Use rail=amount, e.g. imps=200000.00.");
    return [readRail(rail), String(paise)] as const;
  });
  return Object.fromEntries(ceilings);
}
