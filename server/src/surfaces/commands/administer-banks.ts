/** Operator commands for banks of known protocols with their capabilities, and for IFSCs. Prints JSON. */
import { readFile } from "node:fs/promises";
import { InvalidArgumentError, type Command } from "commander";
import { STATEMENT_KINDS, type BankStatementKind } from "#banks";
import { addIfsc, listIfscs, refreshIfscs } from "#beneficiaries";
import { addBank, learnAddedBanks } from "#fund-sources";
import { parseRupees } from "#lib/money";
import { RAILS, type Rail } from "#rails";
import { fromWhereTyped } from "./backup.ts";
import { CommandError } from "./command-error.ts";
import { command, mark, needed, optional, usually } from "./define-command.ts";

/** Adds the operator's commands for banks. */
export function addBanks(program: Command): void {
  const kinds = "statements it returns on request: intraday, end_of_day, or both with a comma";
  const limits = "its limits per transfer in rupees, e.g. imps=200000.00,upi=50000.00";
  command(program, {
    name: "add-bank",
    says: "add or change a bank with a known protocol; then connect merchants with connect-bank",
    options: {
      bankId: needed("--bank <id>", "ID of the bank, used by connect-bank"),
      name: needed("--name <name>"),
      rails: needed("--rails <rails>", "e.g. imps,neft", readRails),
      adapter: usually(optional("--adapter <name>", "the protocol"), "json-h2h"),
      ifscCode: optional("--ifsc <code>", "the first four letters of its IFSCs"),
      maxPaise: usually(optional("--max <amounts>", limits, readCeilings), {}),
      repeats: mark("--repeats", "the bank never pays a repeated reference twice"),
      voids: mark("--voids", "the bank can void a reference"),
      callbacks: mark("--callbacks", "the bank sends callbacks"),
      statements: usually(optional("--statements <kinds>", kinds, readKinds), []),
      reversalDays: optional(
        "--reversal-days <days>",
        "days within which it reverses debits of refused payments; default: 1",
        readDays,
      ),
    },
    run: (ctx, { bankId, adapter, name, ifscCode = null, ...given }) => {
      const { repeats = false, voids = false, callbacks = false, ...abilities } = given;
      const capabilities = { ...abilities, idempotentByReference: repeats, canVoid: voids, callbacks };
      return addBank(ctx, { bankId, adapter, name, ifscCode, capabilities, by: "system" });
    },
  });
  command(program, {
    name: "list-banks",
    says: "list the banks that operators have added, and what they support",
    run: (ctx) => ctx.db.directory(learnAddedBanks),
  });
}

function readRails(text: string): Rail[] {
  return text.split(",").map(readRail);
}

function readKinds(text: string): BankStatementKind[] {
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

/** Adds the operator's commands for IFSCs to the command line. */
export function addIfscs(program: Command): void {
  command(program, {
    name: "add-ifsc",
    says: "accept an IFSC that is not on the list, and say which old code it replaces",
    options: {
      ifsc: needed("--ifsc <code>", "", readCode),
      replaces: optional(
        "--replaces <code>",
        "the old code, which is refused with the new one in the message",
        readCode,
      ),
    },
    run: async (ctx, { ifsc, replaces }) => {
      const added = await addIfsc(ctx, { ifsc, replacedBy: null });
      return replaces === undefined ? added : addIfsc(ctx, { ifsc: replaces, replacedBy: ifsc });
    },
  });
  command(program, {
    name: "refresh-ifscs",
    says:
      "load a newer list of all IFSCs: a CSV file with the codes in a column, as the RBI and Razorpay publish it, or " +
      "Razorpay's IFSC.json; processes that run take it over",
    options: {
      file: needed("--file <path>"),
      date: needed("--date <day>", "the day of the list, as 2026-11-24", readDay),
    },
    run: async (ctx, { file, date }) => refreshIfscs(ctx, { text: await readText(file), date }),
  });
  command(program, {
    name: "list-ifscs",
    says: "show the date and size of the list of IFSCs in use, and the codes accepted beside it",
    run: (ctx) => listIfscs(ctx),
  });
}

function readCode(text: string): string {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{4}0[A-Z0-9]{6}$/.test(code)) return code;
  throw new InvalidArgumentError("An IFSC has four letters, a zero and six letters or digits.");
}

function readDay(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  if (isDay && day.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError("Write the day as 2026-11-24.");
}

function readText(file: string): Promise<string> {
  const path = fromWhereTyped(file);
  return readFile(path, "utf8").catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`);
  });
}
