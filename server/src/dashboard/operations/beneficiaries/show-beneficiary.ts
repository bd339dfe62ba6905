import type { HolderCheck, ListedBeneficiary } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { formatRupees } from "#lib/money";
import { lookUpIfsc } from "#rails";
import { readPaidFigures, type PaidFigures } from "#transfers";
import { readActorNames } from "#dashboard/actors";

/** Beneficiaries with what was paid to each. */
export async function showBeneficiaries(tx: Tx, listed: readonly ListedBeneficiary[]) {
  const [figures, names] = await Promise.all([
    readPaidFigures(
      tx,
      listed.map(({ beneficiaryId }) => beneficiaryId),
    ),
    readActorNames(
      tx,
      listed.map(({ addedBy }) => addedBy),
    ),
  ]);
  return listed.map((one) => shown(one, figures.get(one.beneficiaryId)!, names.get(one.addedBy) ?? null));
}

function shown(listed: ListedBeneficiary, { count, paise, lastPaidAt }: PaidFigures, addedBy: string | null) {
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
