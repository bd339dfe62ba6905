/**
 * The times within which payments that do not reach their payees must be returned, and what delay costs.
 * Dated data.
 */
import type { Dated } from "./dated.ts";
import type { Rail } from "./rail.ts";

/** A fixed sum for each calendar day (IST) after the last one allowed, or interest for the time of delay. */
export type TurnaroundRow = Dated & { readonly source: string } & (
    | { readonly kind: "per_day"; readonly withinDays: number; readonly perDayPaise: bigint }
    | { readonly kind: "interest"; readonly withinMs: number }
  );

const HOUR_MS = 3_600_000;
const CIRCULAR = "RBI DPSS.CO.PD No.629/02.01.014/2019-20, 20 September 2019";

const nextDay = (what: string): readonly [TurnaroundRow] => [
  {
    ...{ kind: "per_day", from: "2019-10-15", withinDays: 1, perDayPaise: 100_00n },
    source: `${CIRCULAR}, ${what}`,
  },
];

const interestAfter = (hours: number, source: string): readonly [TurnaroundRow] => [
  { kind: "interest", from: "2005-11-21", withinMs: hours * HOUR_MS, source },
];

/** Oldest first. For NEFT the time runs from the end of the batch, for RTGS from the sending. */
export const TURNAROUNDS: Readonly<Record<Rail, readonly [TurnaroundRow, ...TurnaroundRow[]]>> = {
  imps: nextDay("Immediate Payment System"),
  upi: nextDay("Unified Payments Interface, transfer of funds"),
  card: nextDay("card to card transfer"),
  paytm: nextDay("prepaid payment instruments"),
  amazonpay: nextDay("prepaid payment instruments"),
  neft: interestAfter(2, "RBI NEFT procedural guidelines: returned within two hours of the batch"),
  rtgs: interestAfter(1, "RBI RTGS system regulations: returned within one hour"),
};

interface RepoRow extends Dated {
  /** In hundredths of a percent. */
  readonly yearlyBps: bigint;
}

/** The interest owed above the repo rate, in hundredths of a percent a year. */
export const SPREAD_BPS = 200n;

/** The repo rate set by the Monetary Policy Committee; delay costs two percent a year above it. */
export const REPO_RATES: readonly [RepoRow, ...RepoRow[]] = [
  { from: "2020-05-22", yearlyBps: 400n },
  { from: "2022-05-04", yearlyBps: 440n },
  { from: "2022-06-08", yearlyBps: 490n },
  { from: "2022-08-05", yearlyBps: 540n },
  { from: "2022-09-30", yearlyBps: 590n },
  { from: "2022-12-07", yearlyBps: 625n },
  { from: "2023-02-08", yearlyBps: 650n },
  { from: "2025-02-07", yearlyBps: 625n },
  { from: "2025-04-09", yearlyBps: 600n },
  { from: "2025-06-06", yearlyBps: 550n },
  { from: "2025-12-05", yearlyBps: 525n },
];
