/** Unique transaction references in the forms of the rails, as on a statement or at the beneficiary. */
import type { Rail } from "./payment.ts";

const IST_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** Returns the next reference of one bank: 12 digits (IMPS, UPI and others), 16 characters (NEFT), 22 (RTGS). */
type UtrMaker = (rail: Rail, at: number) => string;

/**
 * Makes the references of one bank; `code` is the first four letters of its IFSC. They are unique within a bank, rail
 * and day.
 */
export function makeUtrs(code: string): UtrMaker {
  // Y DDD HH NNNNNN: the last eight digits continue from the hour, so a busy hour borrows from the next one.
  const lastOfDay = new Map<string, number>();
  return (rail, at) => {
    const day = dayOf(at);
    const key = rail === "NEFT" || rail === "RTGS" ? rail + day.date : day.date;
    const floor = rail === "NEFT" || rail === "RTGS" ? 1 : day.hour * 1_000_000 + 1;
    const next = Math.max((lastOfDay.get(key) ?? 0) + 1, floor);
    lastOfDay.set(key, next);
    if (rail === "RTGS") return `${code}R5${day.date}${String(next).padStart(8, "0")}`;
    if (rail !== "NEFT") return `${day.date[3]}${day.julian}${String(next).padStart(8, "0")}`;
    const channel = "NPQSTUVWXY"[Math.floor(next / 1_000_000) % 10]!;
    const serial = String(next % 1_000_000).padStart(6, "0");
    return `${code}${channel}${day.date.slice(2, 4)}${day.julian}${serial}`;
  };
}

interface Day {
  readonly hourNumber: number;
  readonly date: string;
  readonly julian: string;
  readonly hour: number;
}

let latest: Day | undefined;

// Almost all calls are in the same hour as the previous one.
function dayOf(at: number): Day {
  const local = at + IST_MS;
  const hourNumber = Math.floor(local / 3_600_000);
  if (latest?.hourNumber === hourNumber) return latest;
  const date = new Date(local);
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  latest = {
    hourNumber,
    date: date.toISOString().slice(0, 10).replaceAll("-", ""),
    julian: String(Math.floor((local - yearStart) / DAY_MS) + 1).padStart(3, "0"),
    hour: date.getUTCHours(),
  };
  return latest;
}
