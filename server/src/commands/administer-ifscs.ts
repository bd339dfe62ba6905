/** Operator commands for IFSCs: single codes, and a newer list than the one that comes with the program. */
import { readFile } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "commander";
import { addIfsc, listIfscs, refreshIfscs } from "#beneficiaries";
import { fromWhereTyped } from "./back-up.ts";
import { CommandError } from "./command-error.ts";
import { command, needed, optional } from "./define-command.ts";

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
