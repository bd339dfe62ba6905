/** How partner banks are called, the first four letters of their IFSCs, and where they take letters. */
import type { Rail } from "#rails";
import type { StatementKind } from "./account-statement.ts";
import type { Capabilities } from "./adapter.ts";

// Banks that an operator has added to a protocol, as this process has learnt of them from the database.

export interface AddedBank {
  readonly bankId: string;
  /** Name of the adapter that speaks its protocol. */
  readonly adapter: string;
  readonly name: string;
  readonly ifscCode: string | null;
  readonly capabilities: Capabilities;
}

/** What can be said of an added bank: the rest of its capabilities follows from the protocol. */
export interface StoredCapabilities {
  readonly rails: readonly Rail[];
  readonly idempotentByReference: boolean;
  readonly canVoid: boolean;
  readonly callbacks: boolean;
  /** The account statements that it gives when it is asked; absent: none. */
  readonly statements?: readonly StatementKind[];
  /** As `Capabilities.reversalDays`. */
  readonly reversalDays?: number;
  /** Its own ceilings (paise, as decimal text). */
  readonly maxPaise: Readonly<Partial<Record<Rail, string>>>;
}

interface Learnt {
  readonly bank: AddedBank;
  readonly version: number;
}

const learnt = new Map<string, Learnt>();

/** Takes note of an added bank; of an older version than is known nothing is taken. */
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

/** An added bank by its id; undefined when there is none. */
export function addedBank(bankId: string): AddedBank | undefined {
  return learnt.get(bankId)?.bank;
}

/** Services that a business can sign up for: where they are, and what their keys look like. */

export type UpstreamEnvironment = "test" | "live";

export interface Upstream {
  /** Also the name of its adapter, and the bank's id in every connection to it. */
  readonly id: string;
  readonly name: string;
  readonly baseUrls: Readonly<Record<UpstreamEnvironment, string>>;
  /** How its key ids begin; null where the service does not say. */
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

export interface PartnerBank {
  readonly name: string;
  /** Null for a service that holds no accounts under an IFSC of its own. */
  readonly ifscCode: string | null;
  /** Where its payment operations take letters; absent where it is not known. */
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

/** A partner bank by its id; null for one that is not known by name. */
export function partnerBank(bankId: string): PartnerBank | null {
  return Object.hasOwn(PARTNER_BANKS, bankId) ? PARTNER_BANKS[bankId]! : (addedBank(bankId) ?? null);
}

/** The name of the partner bank whose IFSCs begin with these four letters; null: none does. */
export function partnerBankName(ifscCode: string): string | null {
  return Object.values(PARTNER_BANKS).find((bank) => bank.ifscCode === ifscCode)?.name ?? null;
}
