/**
 * Callers that arrive at a fixed rate, however long the others wait. This shows what a caller experiences.
 *
 * A latency counts from the moment at which the call was due, not from when it could be made, so a stalled system is
 * charged for everyone whom it keeps waiting (no coordinated omission).
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LoopResult, Span } from "./run-closed-loop.ts";

export interface OpenLoop extends Span {
  readonly perSecond: number;
}

/** Calls `work` at an even rate; resolves when every call has ended. */
export async function runOpenLoop(loop: OpenLoop, work: () => Promise<void>): Promise<LoopResult> {
  const { perSecond, warmMs, measuredMs, callsMax = Infinity } = loop;
  const calls = Math.min(callsMax, Math.max(1, Math.round((perSecond * (warmMs + measuredMs)) / 1_000)));
  const startedAt = performance.now();
  const latenciesMs: number[] = [];
  const running: Promise<void>[] = [];

  const callDue = async (dueAt: number): Promise<void> => {
    await work();
    if (dueAt - startedAt >= warmMs) latenciesMs.push(performance.now() - dueAt);
  };
  while (running.length < calls) {
    const due = Math.min(calls, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000) + 1);
    while (running.length < due) running.push(callDue(startedAt + (running.length * 1_000) / perSecond));
    await sleep(1);
  }
  await Promise.all(running);
  return { perSecond, latenciesMs, calls };
}
