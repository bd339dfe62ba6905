import { nameActors } from "#access";
import type { HolderCheck, ListedBeneficiary } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { lookUpIfsc } from "#rails";
import { readPaidFigures, type PaidFigures } from "#transfers";

/** Beneficiaries with what was paid to each. */
export async function showBeneficiaries(tx: Tx, listed: readonly ListedBeneficiary[]) {
  const [figures, nameOf] = await Promise.all([
    readPaidFigures(
      tx,
      listed.map(({ beneficiaryId }) => beneficiaryId),
    ),
    nameActors(
      tx,
      listed.map(({ addedBy }) => addedBy),
    ),
  ]);
  return listed.map((one) => shown(one, figures.get(one.beneficiaryId)!, nameOf(one.addedBy)));
}

function shown(listed: ListedBeneficiary, { count, paise, lastPaidAt }: PaidFigures, addedBy: string) {
  const { ifsc, status, removedAt, holder } = listed;
  return {
    ...listed,
    bankName: ifsc === null ? null : (lookUpIfsc(ifsc)?.bankName ?? null),
    status: removedAt !== null ? "removed" : status === "verified" ? "active" : status,
    holder: holder === null ? null : shownHolder(holder),
    paidCount: count,
    paidAmount: formatRupees(paise),
    lastPaidAt,
    addedBy,
  };
}

function shownHolder(holder: HolderCheck) {
  if (holder.status === "found") return holder;
  return { status: holder.status, nameAtBank: null, score: null, outcome: null, at: holder.at };
}
