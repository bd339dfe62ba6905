import { partnerBank } from "#banks";
import type { BankConnection, FundSource } from "#fund-sources";
import type { Downtime } from "#health";

/**
 * The fund sources that pay through the bank of a downtime: its own accounts, and the wallet, which uses every bank.
 */
export function touchedSources(
  { entity, entityCode }: Pick<Downtime, "entity" | "entityCode">,
  { sources, banks }: { sources: readonly FundSource[]; banks: readonly Pick<BankConnection, "bankId">[] },
): FundSource[] {
  if (entity !== "bank") return [];
  const bank = banks.find(({ bankId }) => partnerBank(bankId)?.ifscCode === entityCode);
  if (bank === undefined) return [];
  return sources.filter(
    ({ kind, bankId }) => kind === "wallet" || (kind === "bank_account" && bankId === bank.bankId),
  );
}
