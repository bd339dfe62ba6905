/**
 * A worker process that a test controls: on command, it accepts orders or processes a merchant's due work, and it can
 * be told to stop itself (SIGSTOP) at a named point of the engine. It continues when it receives SIGCONT.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { readConfig } from "#lib/config";
import type { Context } from "#lib/context";
import { setCrashHook } from "#lib/crash-points";
import { openDb } from "#lib/homes";
import { makeLog } from "#lib/log";
import { makeVault } from "#lib/vault";
import { acceptTransfer, registerTransfers, runtimeOf, workTransfers, type TransferOrder } from "#transfers";

/** A task, as one line of JSON. The process answers `{"done": id}` when nothing of it is in progress any more. */
export interface Task {
  readonly id: number;
  readonly do: "accept" | "work";
  readonly merchantId: string;
  /** The merchant's IDs of the orders to accept. */
  readonly keys?: readonly string[];
  /** The point at which to stop, and at which visit; the last line before is `{"stopped": point}`. */
  readonly stopAt?: { readonly point: string; readonly visit: number };
}

const config = readConfig();
const log = makeLog(config.logLevel);
const vault = makeVault(config.masterKeys);
const db = openDb({ url: config.databaseUrl!, connections: 6, log, vault });
const ctx: Context = { config, log, db, vault };
registerTransfers();
createInterface({ input: process.stdin })
  .on("line", (line) => void perform(JSON.parse(line) as Task))
  .on("close", () => process.exit());
say({ ready: true });

async function perform(task: Task): Promise<void> {
  stopAt(task.stopAt ?? null);
  const { id, merchantId, keys = [] } = task;
  const work =
    task.do === "work"
      ? [workTransfers(ctx, merchantId)]
      : keys.map((key) => acceptTransfer(ctx, merchantId, orderOf(key)));
  const failures = (await Promise.allSettled(work)).filter((one) => one.status === "rejected");
  await runtimeOf(ctx).idle();
  say({ done: id, failures: failures.map(({ reason }) => String(reason)) });
}

function stopAt(place: Task["stopAt"] | null): void {
  let visitsLeft = place?.visit ?? 0;
  setCrashHook((point) => {
    if (point !== place?.point) return;
    visitsLeft -= 1;
    if (visitsLeft !== 0) return;
    say({ stopped: point });
    process.kill(process.pid, "SIGSTOP");
  });
}

/** Writes synchronously, because a stopped process can write nothing afterwards. */
function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function orderOf(transferKey: string): TransferOrder {
  return {
    transferKey,
    payee: { inline: { name: "Asha Rao", accountNumber: "026291800001191", ifsc: "YESB0000262" } },
    amountPaise: 100_00n,
    mode: "imps",
    remarks: "",
    fundSourceId: null,
  };
}
