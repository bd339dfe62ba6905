import { partnerBank } from "#banks";
import type { BankConnection, FundSource } from "#fund-sources";
import type { Incident } from "./incident.ts";

type Place = Pick<Incident, "entity" | "entityCode">;
type Banks = readonly Pick<BankConnection, "bankId">[];

/** The merchant's own bank that a downtime is of; null: it is a payee's. */
export function ownBankOf({ entity, entityCode }: Place, banks: Banks): string | null {
  if (entity === "our_bank") return entityCode;
  if (entity !== "bank") return null;
  return banks.find(({ bankId }) => partnerBank(bankId)?.ifscCode === entityCode)?.bankId ?? null;
}

/**
 * The fund sources that pay through the bank of a downtime: its own accounts, and the wallet, which uses every bank.
 */
export function touchedSources(
  place: Place,
  { sources, banks }: { sources: readonly FundSource[]; banks: Banks },
): FundSource[] {
  const own = ownBankOf(place, banks);
  if (own === null) return [];
  return sources.filter(
    ({ kind, bankId }) => kind === "wallet" || (kind === "bank_account" && bankId === own),
  );
}
