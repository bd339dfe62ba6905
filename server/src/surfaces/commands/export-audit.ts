/**
 * `vitaran audit-export`: the audit logs as JSON lines, once or continuously, for a program that watches them. They are
 * printed, or sent to a receiver of syslog.
 */
import { existsSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { setTimeout as pass } from "node:timers/promises";
import type { Command } from "commander";
import { type ExportedRecord, listChains, readRecordsAfter } from "#audit";
import type { Context } from "#lib/context";
import { fromWhereTyped } from "./backup.ts";
import { CommandError } from "./command-error.ts";
import { openEngine } from "./open-engine.ts";
import { readId, readMoment, readWhole } from "./option-values.ts";
import { BYTES_MAX, readReceiver, type Receiver } from "./syslog/link.ts";
import { lineOf, messageOf } from "./syslog/message.ts";
import { makeSender, type SyslogSender } from "./syslog/sender.ts";
import { readCommandConfig, say } from "./terminal.ts";

interface ExportOptions {
  readonly owner?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly position?: string;
  readonly follow?: boolean;
  readonly count?: number;
  readonly syslog?: Receiver;
}

const PAGE_ROWS = 1_000;
const ASK_EVERY_MS = 2_000;
/** Without --follow a receiver that stays away ends the command; the pauses before make 15 seconds. */
const TRIES_MAX = 5;

/** Adds the command to the command line. */
export function addAuditExport(program: Command): void {
  program
    .command("audit-export")
    .description(
      "print the audit records of all merchants and organizations as JSON lines, with the hashes by which another " +
        "program verifies that none is missing or changed",
    )
    .option("--owner <id>", "only the log of this merchant or organization", readId)
    .option("--from <time>", "only records since then", readMoment)
    .option("--to <time>", "only records before then", readMoment)
    .option(
      "--position <file>",
      "continue after what this file says was printed, and note there what is printed now",
    )
    .option(
      "--syslog <address>",
      "send the records to this receiver instead of printing them, each as one RFC 5424 message: tcp://host:port, " +
        "tls://host:port or udp://host:port",
      readReceiver,
    )
    .option("--follow", "print new records as they come, until it is stopped")
    .option("--count <number>", "end after at least this many records", readWhole(1, 1_000_000_000))
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran audit-export > audit.jsonl
  $ vitaran audit-export --follow --position /var/lib/vitaran/audit.position | forward-to-siem
  $ vitaran audit-export --follow --position /var/lib/vitaran/siem.position --syslog tls://siem.example:6514
After an interruption the last records are printed or sent again; owner and seq identify a record. Over UDP losses
are not noticed, and from a record of more than ${BYTES_MAX.udp} bytes fields are left out, which leftOut names.`,
    )
    .action(exportAudit);
}

/** Runs the command. The position is noted after the lines were handed over, so a record may come twice, never not. */
async function exportAudit(options: ExportOptions): Promise<void> {
  const { owner, follow = false, count = Number.POSITIVE_INFINITY, syslog } = options;
  const file = options.position === undefined ? null : fromWhereTyped(options.position);
  const positions = file === null ? new Map<string, bigint>() : await readPositions(file);
  const sink = syslog === undefined ? PRINTER : makeSyslogSink(syslog, follow);
  const engine = await openEngine(readCommandConfig(), { join: true });
  let left = count;
  try {
    do {
      for (const one of owner === undefined ? await listChains(engine.ctx) : [owner])
        left -= await printNew(engine.ctx, one, { ...options, positions, file, sink });
      await sink.put([]);
      if (follow && left > 0) await pass(ASK_EVERY_MS);
    } while (follow && left > 0);
    await sink.finish();
  } finally {
    sink.close();
    await engine.close();
  }
}

/** Takes records. `put` resolves when they are handed over. */
interface Sink extends Pick<SyslogSender, "finish" | "close"> {
  put(records: readonly ExportedRecord[]): Promise<void>;
}

const PRINTER: Sink = {
  async put(records) {
    for (const record of records) say(lineOf(record));
  },
  finish: async () => undefined,
  close: () => undefined,
};

function makeSyslogSink(receiver: Receiver, follow: boolean): Sink {
  const sender = makeSender(receiver, { triesMax: follow ? Number.POSITIVE_INFINITY : TRIES_MAX });
  const bytesMax = BYTES_MAX[receiver.scheme];
  return {
    put: (records) => sender.send(records.map((record) => messageOf(record, { bytesMax }))),
    finish: sender.finish,
    close: sender.close,
  };
}

interface Printing extends Pick<ExportOptions, "from" | "to"> {
  /** The last number printed of each owner. */
  readonly positions: Map<string, bigint>;
  readonly file: string | null;
  readonly sink: Sink;
}

/** Prints the records of one owner that were not printed yet. Returns how many. */
async function printNew(
  ctx: Pick<Context, "db">,
  owner: string,
  { positions, file, sink, from, to }: Printing,
): Promise<number> {
  let printed = 0;
  let page: readonly ExportedRecord[];
  do {
    const after = positions.get(owner) ?? 0n;
    page = await ctx.db.inMerchant(owner, (tx) => readRecordsAfter(tx, { after, limit: PAGE_ROWS }));
    const ended = to === undefined ? -1 : page.findIndex(({ at }) => at >= to);
    const before = ended === -1 ? page : page.slice(0, ended);
    const wanted = from === undefined ? before : before.filter(({ at }) => at >= from);
    await sink.put(wanted);
    printed += wanted.length;
    const last = before.at(-1);
    if (last === undefined) break;
    positions.set(owner, last.seq);
    if (file !== null) await writePositions(file, positions);
    if (ended !== -1) break;
  } while (page.length === PAGE_ROWS);
  return printed;
}

async function readPositions(file: string): Promise<Map<string, bigint>> {
  if (!existsSync(file)) return new Map();
  try {
    const stored = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
    return new Map(Object.entries(stored).map(([owner, seq]) => [owner, BigInt(seq)]));
  } catch {
    throw new CommandError(`${file} is no position of audit-export. Remove it to begin again.`);
  }
}

/** Replaces the file as a whole, so that a crash leaves the former one or this one. */
async function writePositions(file: string, positions: ReadonlyMap<string, bigint>): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o600);
  try {
    const stored = Object.fromEntries([...positions].map(([owner, seq]) => [owner, String(seq)]));
    await handle.writeFile(JSON.stringify(stored));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}
