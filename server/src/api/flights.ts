/** How many calls of a merchant are carried out at once; the others wait, and merchants go in turn. */
import { type FairQueue, shareFairly } from "#lib/fair-queue";

/** Kinds of calls by what they cost while they are under way. */
export type FlightKind = "quick" | "gathered" | "files";

export type Flights = Readonly<Record<FlightKind, FairQueue>>;

/** The places of one server, for both APIs together. */
export function makeFlights(): Flights {
  return {
    /** Transactions of their own: more at once would only wait for connections. */
    quick: shareFairly({ places: 64, perKey: 4, waitingMax: 1_000 }),
    /** Those that are carried out in sets, or wait for banks, which costs nothing: the more, the larger the sets. */
    gathered: shareFairly({ places: 1_024, perKey: 256, waitingMax: 1_000 }),
    /** Files are held in memory until they are read. */
    files: shareFairly({ places: 12, perKey: 4, waitingMax: 8 }),
  };
}

const GATHERED: ReadonlySet<string> = new Set([
  "requestTransfer",
  "requestAsyncTransfer",
  "directTransfer",
  "cardpay",
  "createTransfer",
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
