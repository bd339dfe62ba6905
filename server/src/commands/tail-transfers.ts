import { setTimeout as pass } from "node:timers/promises";
import { openMerchantSession, type Json, type SessionOptions, mustDo } from "./merchant-session.ts";
import { clockTime, makeFactPrinter, type FactPrinter } from "./print-result.ts";

export interface FollowOptions extends SessionOptions {
  readonly json?: boolean;
  /** Ends after this many lines. */
  readonly count?: number;
}

const ASK_EVERY_MS = 1_000;
/** Changes are reported again for a while; this many are remembered. */
const SEEN_MAX = 5_000;

/** `vitaran transfers tail`: prints a line for every change of a transfer, until it is stopped. */
export async function tailTransfers(options: FollowOptions): Promise<void> {
  const printer = makeFactPrinter(options);
  const session = await openMerchantSession(options);
  const told = new Set<string>();
  let cursor: unknown;
  let left = options.count ?? Number.POSITIVE_INFINITY;
  printer.note("Showing transfers as they change. Press Ctrl-C to stop.");
  while (left > 0) {
    const asked = cursor === undefined ? "" : `?cursor=${String(cursor)}`;
    const answer = await mustDo(session, "GET", `/developer/transfers${asked}`);
    ({ cursor } = answer);
    const fresh = (answer.changes as Json[]).filter(({ key }) => !told.has(String(key)));
    for (const change of fresh.slice(0, left)) tell(printer, change);
    left -= fresh.length;
    for (const { key } of fresh) told.add(String(key));
    for (const key of [...told].slice(0, Math.max(0, told.size - SEEN_MAX))) told.delete(key);
    if (left > 0) await pass(ASK_EVERY_MS);
  }
}

function tell(printer: FactPrinter, { key: _key, ...change }: Json): void {
  const { event, transferId, amount, transferMode, status, utr, reason } = change;
  const at = new Date();
  const facts = [transferId, `₹${String(amount)}`, transferMode, status, utr ?? "", reason ?? ""];
  const line = [clockTime(at), String(event).padEnd(27), ...facts.filter((one) => one !== "")].join("  ");
  printer.fact({ at, ...change }, line);
}
