/** The names of partner banks, the first four letters of their IFSCs, and their postal addresses. */
import type { Rail } from "#rails";
import type { BankStatementKind } from "./account-statement.ts";
import type { Capabilities } from "./adapter.ts";

// Banks that an operator has added to a protocol, as far as this process has read them from the database.

interface AddedBank {
  readonly bankId: string;
  /** The name of the adapter that implements its protocol. */
  readonly adapter: string;
  readonly name: string;
  readonly ifscCode: string | null;
  readonly capabilities: Capabilities;
}

/** The capabilities that can be set for an added bank; the others follow from the protocol. */
export interface StoredCapabilities {
  readonly rails: readonly Rail[];
  readonly idempotentByReference: boolean;
  readonly canVoid: boolean;
  readonly callbacks: boolean;
  /** The account statements that it provides on request. Absent means none. */
  readonly statements?: readonly BankStatementKind[];
  /** Same as `Capabilities.reversalDays`. */
  readonly reversalDays?: number;
  /** The bank's own limits (paise, as decimal text). */
  readonly maxPaise: Readonly<Partial<Record<Rail, string>>>;
}

interface Learnt {
  readonly bank: AddedBank;
  readonly version: number;
}

const learnt = new Map<string, Learnt>();

/** Stores an added bank; an older version than the known one is ignored. */
export function learnBank(
  { capabilities, ...bank }: Omit<AddedBank, "capabilities"> & { capabilities: StoredCapabilities },
  version: number,
): void {
  const known = learnt.get(bank.bankId);
  if (known !== undefined && known.version >= version) return;
  const { maxPaise, ...abilities } = capabilities;
  const ceilings = Object.entries(maxPaise).map(([rail, paise]) => [rail, BigInt(paise)] as const);
  const full: Capabilities = {
    ...abilities,
    maxPaise: Object.fromEntries(ceilings),
    verifies: [],
    timeoutMs: TIMEOUT_MS,
  };
  learnt.set(bank.bankId, { bank: { ...bank, capabilities: full }, version });
}

/** The longest that the protocol waits for an answer. */
const TIMEOUT_MS = 30_000;

/** Returns an added bank by its ID; undefined if there is none. */
export function addedBank(bankId: string): AddedBank | undefined {
  return learnt.get(bankId)?.bank;
}

/** Services that a business can sign up for: their addresses, and the form of their keys. */

export type UpstreamEnvironment = "test" | "live";

export interface Upstream {
  /** This is also the name of its adapter, and the bank ID in every connection to it. */
  readonly id: string;
  readonly name: string;
  readonly baseUrls: Readonly<Record<UpstreamEnvironment, string>>;
  /** The first characters of its key IDs; null if the service does not say. */
  readonly keyIdStart: Readonly<Record<UpstreamEnvironment, string>> | null;
}

/**
 * RazorpayX: api/x.md and x/quickstart.md of razorpay/markdown-docs at ab3bda5; its test mode has the same address.
 * Cashfree: Configuration of cashfree/cashfree-payout-sdk-nodejs at d3e08af.
 */
export const UPSTREAMS: readonly Upstream[] = [
  {
    id: "razorpayx",
    name: "RazorpayX",
    baseUrls: { test: "https://api.razorpay.com/v1", live: "https://api.razorpay.com/v1" },
    keyIdStart: { test: "rzp_test_", live: "rzp_live_" },
  },
  {
    id: "cashfree",
    name: "Cashfree Payouts",
    baseUrls: { test: "https://sandbox.cashfree.com/payout", live: "https://api.cashfree.com/payout" },
    keyIdStart: null,
  },
];

/**
 * True for a service to which members connect a merchant. A member typed the secret of its callbacks and may still know
 * it, so its signature does not prove that the service sent them.
 */
export const isUpstream = (bankId: string): boolean => UPSTREAMS.some(({ id }) => id === bankId);

interface PartnerBank {
  readonly name: string;
  /** Null for a service that holds no accounts under its own IFSC. */
  readonly ifscCode: string | null;
  /** The postal address of its payment operations; absent if it is not known. */
  readonly address?: string;
}

const PARTNER_BANKS: Readonly<Record<string, PartnerBank>> = {
  meghdoot: {
    name: "Meghdoot Bank",
    ifscCode: "MGDT",
    address: "Payment Operations, Meghdoot House, 12 Dalal Marg, Mumbai 400001",
  },
  himshikhar: {
    name: "Himshikhar Mercantile Bank",
    ifscCode: "HMSK",
    address: "Transaction Banking, 4 Himshikhar Chowk, New Delhi 110001",
  },
  purvasagar: {
    name: "Purvasagar Union Bank",
    ifscCode: "PVSG",
    address: "Central Clearing, 77 Strand Lane, Kolkata 700001",
  },
  jugnu: {
    name: "Jugnu Payments Bank",
    ifscCode: "JGNU",
    address: "Customer Disputes, Jugnu Tower, 9 Cubbon Lane, Bengaluru 560001",
  },
  varuna: {
    name: "Varuna Commercial Bank",
    ifscCode: "VRNA",
    address: "Cash Management Operations, Varuna Bhavan, 31 Beach Road, Chennai 600001",
  },
  razorpayx: { name: "RazorpayX", ifscCode: null },
  cashfree: { name: "Cashfree Payouts", ifscCode: null },
};

/** Returns a partner bank by its ID; null if we have no name for it. */
export function partnerBank(bankId: string): PartnerBank | null {
  return Object.hasOwn(PARTNER_BANKS, bankId) ? PARTNER_BANKS[bankId]! : (addedBank(bankId) ?? null);
}

/** Returns the name of the partner bank whose IFSCs begin with these four letters; null if there is none. */
export function partnerBankName(ifscCode: string): string | null {
  return Object.values(PARTNER_BANKS).find((bank) => bank.ifscCode === ifscCode)?.name ?? null;
}
