/** How partner banks are called, and the first four letters of their IFSCs. */

export interface PartnerBank {
  readonly name: string;
  /** Null for a service that holds no accounts under an IFSC of its own. */
  readonly ifscCode: string | null;
}

const PARTNER_BANKS: Readonly<Record<string, PartnerBank>> = {
  meghdoot: { name: "Meghdoot Bank", ifscCode: "MGDT" },
  himshikhar: { name: "Himshikhar Mercantile Bank", ifscCode: "HMSK" },
  purvasagar: { name: "Purvasagar Union Bank", ifscCode: "PVSG" },
  jugnu: { name: "Jugnu Payments Bank", ifscCode: "JGNU" },
  razorpayx: { name: "RazorpayX", ifscCode: null },
  cashfree: { name: "Cashfree Payouts", ifscCode: null },
};

/** A partner bank by its id; null for one that is not known by name. */
export function partnerBank(bankId: string): PartnerBank | null {
  return Object.hasOwn(PARTNER_BANKS, bankId) ? PARTNER_BANKS[bankId]! : null;
}

/** The name of the partner bank whose IFSCs begin with these four letters; null: none does. */
export function partnerBankName(ifscCode: string): string | null {
  return Object.values(PARTNER_BANKS).find((bank) => bank.ifscCode === ifscCode)?.name ?? null;
}
