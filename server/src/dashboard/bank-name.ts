import { partnerBank } from "#banks";

/** What a bank of ours is called; one that is no longer known by its id. */
export const bankName = (bankId: string): string => partnerBank(bankId)?.name ?? bankId;
