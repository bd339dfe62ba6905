/** Callers that wait for each answer before they call again. This shows how much a system can carry. */

/** The duration of a load. */
export interface Span {
  /** Calls during this time are not counted. */
  readonly warmMs: number;
  readonly measuredMs: number;
  /** The load ends after this many calls, if that is earlier. */
  readonly callsMax?: number;
}

export interface ClosedLoop extends Span {
  readonly callers: number;
}

export interface LoopResult {
  /** The counted calls per second of the measured time. */
  readonly perSecond: number;
  readonly latenciesMs: number[];
  /** All calls, including the uncounted ones. */
  readonly calls: number;
}

/** Calls `work` until the time is over; resolves when every call has ended. */
export async function runClosedLoop(loop: ClosedLoop, work: () => Promise<void>): Promise<LoopResult> {
  const { callers, warmMs, callsMax = Infinity } = loop;
  const countFrom = performance.now() + warmMs;
  const countUntil = countFrom + loop.measuredMs;
  const latenciesMs: number[] = [];
  let calls = 0;
  const callOnAndOn = async (): Promise<void> => {
    let startedAt = performance.now();
    while (startedAt < countUntil && calls < callsMax) {
      calls += 1;
      await work();
      const endedAt = performance.now();
      if (endedAt >= countFrom && endedAt < countUntil) latenciesMs.push(endedAt - startedAt);
      startedAt = endedAt;
    }
  };
  await Promise.all(Array.from({ length: callers }, callOnAndOn));
  const measuredMs = Math.min(loop.measuredMs, performance.now() - countFrom);
  return { perSecond: (latenciesMs.length * 1_000) / measuredMs, latenciesMs, calls };
}
