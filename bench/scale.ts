/** The amount and duration of the measurements. */
import type { Span } from "./run-closed-loop.ts";

export interface Scale {
  readonly name: "tiny" | "quick" | "full";
  /** The number of TPC-B branches, with 100,000 accounts each. */
  readonly tpcbScale: number;
  readonly tpcb: Span;
  /** The load before anything is measured, because code that has not run hot yet costs several times as much. */
  readonly warmUp: Span;
  readonly load: Span;
  /** The rounds of each row and side; the median counts. */
  readonly rounds: number;
  /** The numbers of concurrent callers for which the end-to-end throughput is measured. */
  readonly callers: readonly number[];
  /** The same, if many merchants pay from many fund sources. */
  readonly spreadCallers: readonly number[];
  readonly burst: number;
  readonly idleCalls: number;
  readonly storedTransfers: number;
  /** The number of lines of the imported statement. */
  readonly statementLines: number;
}

export const SCALES: Readonly<Record<Scale["name"], Scale>> = {
  /** This scale is for the self-test: everything runs, but the figures mean nothing. */
  tiny: {
    name: "tiny",
    tpcbScale: 1,
    tpcb: { warmMs: 0, measuredMs: 60_000, callsMax: 50 },
    warmUp: { warmMs: 0, measuredMs: 60_000, callsMax: 10 },
    load: { warmMs: 0, measuredMs: 60_000, callsMax: 20 },
    rounds: 1,
    callers: [4],
    spreadCallers: [4],
    burst: 50,
    idleCalls: 5,
    storedTransfers: 200,
    statementLines: 200,
  },
  quick: {
    name: "quick",
    tpcbScale: 10,
    tpcb: { warmMs: 0, measuredMs: 2_000 },
    warmUp: { warmMs: 0, measuredMs: 60_000, callsMax: 4_000 },
    load: { warmMs: 500, measuredMs: 4_000 },
    rounds: 3,
    callers: [1, 4, 16, 64, 256],
    spreadCallers: [16, 64],
    burst: 10_000,
    idleCalls: 200,
    storedTransfers: 200_000,
    statementLines: 50_000,
  },
  full: {
    name: "full",
    tpcbScale: 10,
    tpcb: { warmMs: 0, measuredMs: 10_000 },
    warmUp: { warmMs: 0, measuredMs: 60_000, callsMax: 10_000 },
    load: { warmMs: 5_000, measuredMs: 30_000 },
    rounds: 5,
    callers: [1, 4, 16, 64, 256],
    spreadCallers: [16, 64],
    burst: 10_000,
    idleCalls: 1_000,
    storedTransfers: 5_000_000,
    statementLines: 50_000,
  },
};

interface ScaleOptions {
  readonly full?: boolean | undefined;
  readonly rows?: string | undefined;
  readonly rounds?: string | undefined;
  readonly callers?: readonly string[] | undefined;
}

/** Returns the scale that the command line requests. */
export function chooseScale({ full = false, rows, rounds, callers }: ScaleOptions): Scale {
  const scale = SCALES[full ? "full" : "quick"];
  const wanted = callers?.map((text) => readCount("--callers", text));
  return {
    ...scale,
    ...(rows === undefined ? {} : { storedTransfers: readCount("--rows", rows) }),
    ...(rounds === undefined ? {} : { rounds: readCount("--rounds", rounds) }),
    ...(wanted === undefined
      ? {}
      : { callers: wanted, spreadCallers: scale.spreadCallers.filter((count) => wanted.includes(count)) }),
  };
}

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!(Number.isInteger(count) && count > 0)) throw new Error(`${option} is "${text}"`);
  return count;
}
