/** Follows what happens to a merchant: the changes of its transfers, and its calls of the API. */
import { setTimeout as pass } from "node:timers/promises";
import { openMerchantSession, type JsonBody, type SessionOptions, mustDo } from "./merchant-session.ts";
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
    const fresh = (answer.changes as JsonBody[]).filter(({ key }) => !told.has(String(key)));
    for (const change of fresh.slice(0, left)) tell(printer, change);
    left -= fresh.length;
    for (const { key } of fresh) told.add(String(key));
    for (const key of [...told].slice(0, Math.max(0, told.size - SEEN_MAX))) told.delete(key);
    if (left > 0) await pass(ASK_EVERY_MS);
  }
}

function tell(printer: FactPrinter, { key: _key, ...change }: JsonBody): void {
  const { event, transferId, amount, transferMode, status, utr, reason } = change;
  const at = new Date();
  const facts = [transferId, `₹${String(amount)}`, transferMode, status, utr ?? "", reason ?? ""];
  const line = [clockTime(at), String(event).padEnd(27), ...facts.filter((one) => one !== "")].join("  ");
  printer.fact({ at, ...change }, line);
}

export interface CallsOptions extends SessionOptions {
  readonly follow?: boolean;
  readonly limit: number;
  readonly outcomes?: string;
  readonly transfer?: string;
  readonly json?: boolean;
}

const LOOK_EVERY_MS = 1_000;

/** `vitaran logs`: prints the latest calls of the merchant API, oldest first; `follow` adds new ones. */
export async function showCalls(options: CallsOptions): Promise<void> {
  const printer = makeFactPrinter(options);
  const session = await openMerchantSession(options);
  const { limit, outcomes, transfer: transferId } = options;
  const given = Object.entries({ outcomes, transferId }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams([["limit", String(limit)], ...(given as [string, string][])]);
  let shown = new Set<unknown>();
  for (;;) {
    const { calls } = await mustDo(session, "GET", `/developer/calls?${query.toString()}`);
    const latest = calls as JsonBody[];
    for (const call of latest.filter(({ callId }) => !shown.has(callId)).toReversed())
      printer.fact(call, lineOf(call));
    shown = new Set(latest.map(({ callId }) => callId));
    if (options.follow !== true) return;
    await pass(LOOK_EVERY_MS);
  }
}

function lineOf(call: JsonBody): string {
  const { at, httpStatus, method, path, durationMs, refusal, objectKey, requestId } = call;
  const facts = [refusal, objectKey].filter((one) => one !== null).join("  ");
  const what = `${String(method).padEnd(6)} ${String(path)}`;
  return `${String(at)}  ${String(httpStatus)}  ${what}  ${String(durationMs)} ms  ${facts}  ${String(requestId)}`;
}
