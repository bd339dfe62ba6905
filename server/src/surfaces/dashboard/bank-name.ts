import { partnerBank } from "#banks";

/** Returns the name of a bank of ours, or its ID if we no longer know it. */
export const bankName = (bankId: string): string => partnerBank(bankId)?.name ?? bankId;
