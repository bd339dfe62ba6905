/** How much is measured, and for how long. */
import type { Span } from "./run-closed-loop.ts";

export interface Scale {
  readonly name: "tiny" | "quick" | "full";
  /** Rows of TPC-B: 100,000 accounts each. */
  readonly tpcbScale: number;
  readonly tpcb: Span;
  /** Before anything is measured: code that has not run hot yet costs several times as much. */
  readonly warmUp: Span;
  readonly load: Span;
  /** Rounds of each side where two are compared; the median counts. */
  readonly rounds: number;
  /** Concurrent clients, for each of which the end-to-end throughput is measured. */
  readonly clients: readonly number[];
  readonly burst: number;
  readonly idleCalls: number;
  readonly storedTransfers: number;
  /** Of the statement that is imported. */
  readonly statementLines: number;
}

export const SCALES: Readonly<Record<Scale["name"], Scale>> = {
  /** For the self-test: everything happens, nothing is worth reading. */
  tiny: {
    name: "tiny",
    tpcbScale: 1,
    tpcb: { warmMs: 0, measuredMs: 60_000, callsMax: 50 },
    warmUp: { warmMs: 0, measuredMs: 60_000, callsMax: 10 },
    load: { warmMs: 0, measuredMs: 60_000, callsMax: 20 },
    rounds: 1,
    clients: [4],
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
    rounds: 2,
    clients: [16, 64, 256],
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
    clients: [16, 64, 256],
    burst: 10_000,
    idleCalls: 1_000,
    storedTransfers: 5_000_000,
    statementLines: 50_000,
  },
};
