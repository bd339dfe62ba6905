/** How partner banks are called, the first four letters of their IFSCs, and where they take letters. */
import { addedBank } from "./added-banks.ts";

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
