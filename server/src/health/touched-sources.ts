import { partnerBank } from "#banks";
import type { BankConnection, FundSource } from "#fund-sources";
import type { Incident } from "./incident.ts";

type Place = Pick<Incident, "entity" | "entityCode">;
type Banks = readonly Pick<BankConnection, "bankId">[];

/** Returns the merchant's own bank that has the downtime; null: it is a payee's bank. */
export function ownBankOf({ entity, entityCode }: Place, banks: Banks): string | null {
  if (entity === "our_bank") return entityCode;
  if (entity !== "bank") return null;
  return banks.find(({ bankId }) => partnerBank(bankId)?.ifscCode === entityCode)?.bankId ?? null;
}

/** Returns the fund sources that pay through a bank: its accounts, and the wallet, which uses all banks. */
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
