/** Reads beneficiaries that are named by the merchant's ID, as the people who decide about payments see them. */
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";

/** The account, UPI ID and phone number of a beneficiary, without the whole account number. */
export interface ShownAccount {
  readonly name: string;
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
}

export interface NamedPayee extends ShownAccount {
  readonly beneficiaryId: string;
  readonly beneId: string;
  /** Equal for equal bank accounts of one merchant. */
  readonly accountIndex: Buffer | null;
  readonly addedAt: Date;
  readonly addedBy: Actor;
  /** The newest removed beneficiary that had the same ID and another destination. Null if there is none. */
  readonly former: (ShownAccount & { readonly removedAt: Date }) | null;
}

type NamedRow = Omit<NamedPayee, "former"> & {
  readonly formerName: string | null;
  readonly formerLast4: string | null;
  readonly formerIfsc: string | null;
  readonly formerVpa: string | null;
  readonly formerPhone: string | null;
  readonly formerRemovedAt: Date | null;
};

/** Reads a set by our own ids, removed ones included, in no particular order; unlisted payees are left out. */
export async function readNamedPayees(tx: Tx, beneficiaryIds: readonly string[]): Promise<NamedPayee[]> {
  if (beneficiaryIds.length === 0) return [];
  const rows = await tx.query<NamedRow>(READ_NAMED, [tx.merchantId, beneficiaryIds]);
  return rows.map(
    ({ formerName, formerLast4, formerIfsc, formerVpa, formerPhone, formerRemovedAt, ...payee }) => ({
      ...payee,
      former:
        formerName === null || formerRemovedAt === null
          ? null
          : {
              name: formerName,
              accountLast4: formerLast4,
              ifsc: formerIfsc,
              vpa: formerVpa,
              phone: formerPhone,
              removedAt: formerRemovedAt,
            },
    }),
  );
}

/**
 * SQL that finds the beneficiary that was removed last of those with the same ID as `payee` and another destination,
 * also of those that were added later than a restored `payee`. Those that were never approved do not count.
 */
export const formerOf = (payee: string): string => `
  select former.name, beneficiaries.shown_end(former.account_last4, former.sealed_account) as account_last4,
    former.ifsc, former.vpa, former.phone, former.removed_at, former.removed_by
  from beneficiaries.beneficiary as former
  where former.merchant_id = $1
    and former.bene_id = ${payee}.bene_id
    and former.beneficiary_id <> ${payee}.beneficiary_id
    and former.removed_at is not null
    and (${payee}.removed_at is null or former.removed_at < ${payee}.removed_at)
    and former.status <> 'awaiting_approval'
    and (
      former.account_index is distinct from ${payee}.account_index
      or former.vpa_index is distinct from ${payee}.vpa_index
      or former.phone_index is distinct from ${payee}.phone_index
      or former.card_last4 is distinct from ${payee}.card_last4
    )
  order by former.removed_at desc, former.beneficiary_id desc
  limit 1`;

const READ_NAMED = `
  select payee.beneficiary_id as "beneficiaryId", payee.bene_id as "beneId", payee.name,
    beneficiaries.shown_end(payee.account_last4, payee.sealed_account) as "accountLast4",
    payee.account_index as "accountIndex", payee.ifsc, payee.vpa, payee.phone,
    payee.added_at as "addedAt", payee.added_by as "addedBy",
    former.name as "formerName", former.account_last4 as "formerLast4", former.ifsc as "formerIfsc",
    former.vpa as "formerVpa", former.phone as "formerPhone", former.removed_at as "formerRemovedAt"
  from unnest($2::uuid[]) as wanted (id)
  join beneficiaries.beneficiary as payee
    on payee.merchant_id = $1
   and payee.beneficiary_id = wanted.id
   and payee.bene_id is not null
  left join lateral (${formerOf("payee")}) as former on true`;
