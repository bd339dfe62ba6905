import { setTimeout as pass } from "node:timers/promises";
import { openMerchantSession, type Json, type SessionOptions, mustDo } from "./merchant-session.ts";
import { makeFactPrinter } from "./print-result.ts";

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
    const latest = calls as Json[];
    for (const call of latest.filter(({ callId }) => !shown.has(callId)).toReversed())
      printer.fact(call, lineOf(call));
    shown = new Set(latest.map(({ callId }) => callId));
    if (options.follow !== true) return;
    await pass(LOOK_EVERY_MS);
  }
}

function lineOf(call: Json): string {
  const { at, httpStatus, method, path, durationMs, refusal, objectKey, requestId } = call;
  const facts = [refusal, objectKey].filter((one) => one !== null).join("  ");
  const what = `${String(method).padEnd(6)} ${String(path)}`;
  return `${String(at)}  ${String(httpStatus)}  ${what}  ${String(durationMs)} ms  ${facts}  ${String(requestId)}`;
}
