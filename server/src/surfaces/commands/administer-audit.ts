/** Operator commands for the audit log, and for the start of its keyed hashes. */
import type { Command } from "commander";
import {
  beginKeying,
  checkHead,
  findHead,
  listChains,
  readHead,
  writeHead,
  type AuditHead,
  type HeadFault,
} from "#audit";
import type { Context } from "#lib/context";
import { CommandError, EXIT } from "./command-error.ts";
import { command } from "./define-command.ts";
import { openEngine } from "./open-engine.ts";
import { readId } from "./option-values.ts";
import { type FactPrinter, makeFactPrinter } from "./print-result.ts";
import { readCommandConfig, terminal } from "./terminal.ts";

interface HeadOptions {
  readonly owner?: string;
  readonly check?: readonly string[];
  readonly json?: boolean;
}

/** Adds the operator's commands for the audit log to the command line. */
export function addAudit(program: Command): void {
  program
    .command("audit-head")
    .description(
      "print the last audit record of each merchant and organization in one line, to keep outside; with --check: " +
        "verify that no record up to such a line was removed or changed since",
    )
    .option("--owner <id>", "only the log of this merchant or organization", readId)
    .option("--check <line...>", "lines that were printed or e-mailed earlier")
    .option("--json", "print one JSON object per line, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran audit-head >> /elsewhere/audit-heads.txt
  $ vitaran audit-head --check $(cat /elsewhere/audit-heads.txt)`,
    )
    .action(printHeads);
  command(program, {
    name: "begin-audit-keys",
    says:
      "after an upgrade, once every process of the old version has stopped: accept no audit record any more that " +
      "was written without the master key",
    run: async (ctx) => ({ begunAt: await beginKeying(ctx) }),
  });
}

async function printHeads({ owner, check, json = false }: HeadOptions): Promise<void> {
  const noted = check?.map(mustBeHead);
  const printer = makeFactPrinter({ json });
  const engine = await openEngine(readCommandConfig(), { join: true });
  try {
    if (noted === undefined) await tellHeads(engine.ctx, printer, owner);
    else await tellChecks(engine.ctx, printer, noted);
  } finally {
    await engine.close();
  }
}

function mustBeHead(line: string): AuditHead {
  const head = readHead(line);
  if (head !== null) return head;
  throw new CommandError(
    `"${line}" is not a line of audit-head, or not all of it. Copy it from vitaran-audit/ to its end.`,
  );
}

async function tellHeads(ctx: Context, printer: FactPrinter, only: string | undefined): Promise<void> {
  const without: string[] = [];
  for (const owner of only === undefined ? await listChains(ctx) : [only]) {
    const head = await ctx.db.inMerchant(owner, findHead);
    if (head === null) {
      without.push(owner);
      continue;
    }
    const line = writeHead(head);
    printer.fact({ owner, seq: String(head.seq), at: head.at, head: line }, line);
  }
  if (without.length > 0) {
    throw new CommandError(
      `No audit record, or the last one is missing: ${without.join(", ")}. Run verify-ledger.`,
    );
  }
}

async function tellChecks(ctx: Context, printer: FactPrinter, noted: readonly AuditHead[]): Promise<void> {
  for (const head of noted) {
    const fault = await checkHead(ctx, head);
    const { owner, at } = head;
    const [seq, holds] = [String(head.seq), fault === null];
    if (!holds) terminal().exitCode = EXIT.failed;
    const says = fault === null ? `records 1 to ${seq} are as they were` : sayFault(fault, seq);
    printer.fact(
      { owner, seq, at, holds, why: fault?.why ?? null, says },
      `${owner}, record ${seq}: ${says}.`,
    );
  }
}

function sayFault(fault: HeadFault, seq: string): string {
  switch (fault.why) {
    case "removed":
      return `REMOVED: the log now ends with record ${fault.lastSeq}`;
    case "rewritten":
      return `REWRITTEN: record ${seq}, or one before it, is not the one of that time, or the line was changed`;
    case "unknown_key":
      return "UNKNOWN KEY: the line was made with a master key that is not given";
    case "broken":
      return `BROKEN: record ${fault.bad.seq} is not intact (${fault.bad.why})`;
    default:
      return fault satisfies never;
  }
}
