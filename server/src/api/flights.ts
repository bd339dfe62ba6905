/** Limits the calls of a merchant that run at once; other calls wait, and merchants are served in turn. */
import { type FairQueue, shareFairly } from "#lib/fair-queue";
import { FLIGHT_LIMITS } from "./http-limits.ts";

/** The kinds of calls by the resources they use while they run. */
export type FlightKind = "quick" | "gathered" | "files";

export type Flights = Readonly<Record<FlightKind, FairQueue>>;

/** Makes the slots of one server, for both APIs together. */
export function makeFlights(): Flights {
  return {
    quick: shareFairly(FLIGHT_LIMITS.quick),
    gathered: shareFairly(FLIGHT_LIMITS.gathered),
    files: shareFairly(FLIGHT_LIMITS.files),
  };
}

/** The operations that place exactly one order. */
export const ORDERS: ReadonlySet<string> = new Set([
  "requestTransfer",
  "requestAsyncTransfer",
  "directTransfer",
  "cardpay",
  "createTransfer",
]);

const GATHERED: ReadonlySet<string> = new Set([
  ...ORDERS,
  "lend",
  "validateBankDetails",
  "validateBankAccount",
  "validateUpiDetails",
]);

/** Returns the kind of an operation's calls. */
export function flightKindOf({ name, file }: { readonly name: string; readonly file?: unknown }): FlightKind {
  if (file !== undefined) return "files";
  return GATHERED.has(name) ? "gathered" : "quick";
}
