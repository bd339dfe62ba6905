/** How many calls of a merchant are carried out at once; the others wait, and merchants go in turn. */
import { type FairQueue, shareFairly } from "#lib/fair-queue";
import { FLIGHT_LIMITS } from "./http-limits.ts";

/** Kinds of calls by what they cost while they are under way. */
export type FlightKind = "quick" | "gathered" | "files";

export type Flights = Readonly<Record<FlightKind, FairQueue>>;

/** The places of one server, for both APIs together. */
export function makeFlights(): Flights {
  return {
    quick: shareFairly(FLIGHT_LIMITS.quick),
    gathered: shareFairly(FLIGHT_LIMITS.gathered),
    files: shareFairly(FLIGHT_LIMITS.files),
  };
}

/** Operations that are one order each. */
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

/** The kind of an operation's calls. */
export function flightKindOf({ name, file }: { readonly name: string; readonly file?: unknown }): FlightKind {
  if (file !== undefined) return "files";
  return GATHERED.has(name) ? "gathered" : "quick";
}
