/** A listed beneficiary as members see it: without decryption, and with the last answer of a bank. */
import type { MatchOutcome } from "@vitaran/name-match";
import { GIVE_BACK_DAYS } from "#approvals";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { isIfsc, isInlineAccountNumber } from "#rails";
import { indexAccount, openAccountNumber } from "./account-number.ts";
import type { BeneficiaryStatus, CardNetwork } from "./details.ts";
import { BeneficiaryError } from "./errors.ts";
import { textOf } from "./fields.ts";
import { compareNames } from "./verification.ts";

/** The instrument by which it is paid; `wallet` by its phone number. */
export type PaidTo = "bank" | "upi" | "card" | "wallet";

/** The last answer of a bank about its account or VPA. */
export type HolderCheck =
  | {
      readonly status: "found";
      readonly nameAtBank: string;
      /** The similarity of that name to the beneficiary's, 0 to 100. Null means that they cannot be compared. */
      readonly score: number | null;
      readonly outcome: MatchOutcome | null;
      readonly at: Date;
    }
  | { readonly status: "not_found"; readonly at: Date };

export interface ListedBeneficiary {
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly accountLast4: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly cardLast4: string | null;
  readonly cardNetwork: CardNetwork | null;
  readonly purpose: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly pincode: string | null;
  readonly status: BeneficiaryStatus;
  readonly paidTo: readonly PaidTo[];
  /** Null means that no bank was asked, or none has answered yet. */
  readonly holder: HolderCheck | null;
  readonly addedAt: Date;
  readonly addedBy: string;
  readonly removedAt: Date | null;
  readonly removedBy: string | null;
  /** One member removed it alone in the last seven days. */
  readonly restorable: boolean;
}

/** A row of `selectListed`. */
export interface ListedRow extends Omit<ListedBeneficiary, "paidTo" | "holder" | "restorable"> {
  readonly removedAlone: boolean;
  readonly holderStatus: "found" | "not_found" | null;
  readonly nameAtBank: string | null;
  readonly checkedAt: Date | null;
}

const RESTORABLE_MS = GIVE_BACK_DAYS * 86_400_000;

/** SQL that tells whether one member or program removed `payee` alone, recently enough to restore it at `now`. */
export const isRestorable = (payee: string, now: string): string => `(
  ${payee}.removed_alone and ${payee}.removed_at > ${now}::timestamptz - interval '${GIVE_BACK_DAYS} days'
)`;

/**
 * SQL for the time at which `payee` was first put on the list. Restoring moves `added_at` forward, so who added it is
 * judged by the time in its id.
 */
export const firstAddedAt = (payee: string): string => `(
  case
    when ${payee}.restored_at is null then ${payee}.added_at
    else least(${payee}.added_at, uuid_extract_timestamp(${payee}.beneficiary_id))
  end
)`;

/** Reads listed beneficiaries of merchant $1 with the newest answer of a bank; `payee` is the row. */
export const selectListed = `
  select payee.beneficiary_id as "beneficiaryId", payee.bene_id as "beneId", payee.name, payee.email, payee.phone,
    beneficiaries.shown_end(payee.account_last4, payee.sealed_account) as "accountLast4", payee.ifsc, payee.vpa,
    payee.card_last4 as "cardLast4", payee.card_network as "cardNetwork", payee.purpose, payee.address1,
    payee.address2, payee.city, payee.state, payee.pincode,
    payee.status, payee.added_at as "addedAt", payee.added_by as "addedBy",
    payee.removed_at as "removedAt", payee.removed_by as "removedBy", payee.removed_alone as "removedAlone",
    holder.status as "holderStatus", holder.name_at_bank as "nameAtBank",
    holder.finished_at as "checkedAt"
  from beneficiaries.beneficiary as payee
  left join lateral (
    select newest.status, newest.name_at_bank, newest.finished_at
    from (
      (
        select verification_no, status, name_at_bank, finished_at
        from beneficiaries.verification
        where merchant_id = $1
          and account_index = payee.account_index
          and account_index is not null
          and status in ('found', 'not_found')
        order by verification_no desc
        limit 1
      )
      union all
      (
        select verification_no, status, name_at_bank, finished_at
        from beneficiaries.verification
        where merchant_id = $1
          and vpa_index = payee.vpa_index
          and vpa_index is not null
          and status in ('found', 'not_found')
        order by verification_no desc
        limit 1
      )
    ) as newest
    order by newest.verification_no desc
    limit 1
  ) as holder on true`;

export function listedOf(
  { holderStatus, nameAtBank, checkedAt, removedAlone, ...row }: ListedRow,
  now: Date,
): ListedBeneficiary {
  return {
    ...row,
    restorable: removedAlone && row.removedAt! > new Date(now.getTime() - RESTORABLE_MS),
    paidTo: paidToOf(row),
    holder: holderOf(row.name, { holderStatus, nameAtBank, checkedAt }),
  };
}

function paidToOf(row: Pick<ListedRow, "accountLast4" | "vpa" | "cardLast4">): PaidTo[] {
  const { accountLast4, vpa, cardLast4 } = row;
  const given: readonly [PaidTo, string | null][] = [
    ["bank", accountLast4],
    ["upi", vpa],
    ["card", cardLast4],
  ];
  const kinds = given.flatMap(([kind, value]) => (value === null ? [] : [kind]));
  return kinds.length > 0 ? kinds : ["wallet"];
}

function holderOf(
  name: string,
  { holderStatus, nameAtBank, checkedAt }: Pick<ListedRow, "holderStatus" | "nameAtBank" | "checkedAt">,
): HolderCheck | null {
  if (holderStatus === null || checkedAt === null) return null;
  if (holderStatus === "not_found" || nameAtBank === null) return { status: "not_found", at: checkedAt };
  const match = compareNames(name, nameAtBank);
  const { score, outcome } = match ?? { score: null, outcome: null };
  return { status: "found", nameAtBank, score, outcome, at: checkedAt };
}

/** Reads one listed beneficiary by our id, even if it is removed. Throws BeneficiaryError.not_found. */
export async function readBeneficiary(tx: Tx, beneficiaryId: string): Promise<ListedBeneficiary> {
  const [row] = await tx.query<ListedRow>(
    `${selectListed}
     where payee.merchant_id = $1
       and payee.listed
       and payee.beneficiary_id = $2`,
    [tx.merchantId, beneficiaryId],
  );
  if (row === undefined) throw BeneficiaryError.not_found({ beneficiaryId });
  return listedOf(row, tx.now);
}

/** Everything known about a listed beneficiary, with its account number in clear. */
export interface Beneficiary {
  readonly beneficiaryId: string;
  readonly beneId: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly pincode: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly cardLast4: string | null;
  readonly cardNetwork: CardNetwork | null;
  readonly groupName: string;
  readonly purpose: string | null;
  readonly status: BeneficiaryStatus;
  readonly addedAt: Date;
  readonly addedBy: string;
}

/** Reads one listed beneficiary by the merchant's id. Throws BeneficiaryError.not_found. */
export async function getBeneficiary(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  beneId: string,
): Promise<Beneficiary> {
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<SealedBeneficiary>(READ, [merchantId, beneId]),
  );
  if (row === undefined) throw BeneficiaryError.not_found({ beneId });
  return withAccount(ctx, merchantId, row);
}

type SealedBeneficiary = Omit<Beneficiary, "accountNumber"> & { sealedAccount: Buffer | null };

function withAccount(
  ctx: Pick<Context, "vault">,
  merchantId: string,
  { sealedAccount, ...rest }: SealedBeneficiary,
): Beneficiary {
  const accountNumber = sealedAccount === null ? null : openAccountNumber(ctx, merchantId, sealedAccount);
  return { ...rest, accountNumber };
}

/** Lists the beneficiaries that are on the list, newest first; `after` is the one with which the page before ended. */
export async function listBeneficiaries(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { limit, after, status }: BeneficiaryPage,
): Promise<Beneficiary[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<SealedBeneficiary>(LIST, [merchantId, after ?? null, status ?? null, limit]),
  );
  return rows.map((row) => withAccount(ctx, merchantId, row));
}

interface BeneficiaryPage {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly status?: BeneficiaryStatus | undefined;
}

const COLUMNS = `
  select beneficiary_id as "beneficiaryId", bene_id as "beneId", name, email, phone, address1, address2, city,
    state, pincode, sealed_account as "sealedAccount", ifsc, vpa, card_last4 as "cardLast4",
    card_network as "cardNetwork", group_name as "groupName", purpose, status, added_at as "addedAt",
    added_by as "addedBy"
  from beneficiaries.beneficiary
  where merchant_id = $1
    and bene_id is not null
    and removed_at is null`;

const READ = `${COLUMNS}
    and bene_id = $2`;

const LIST = `${COLUMNS}
    and listed
    and beneficiary_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    and ($3::text is null or status = $3)
  order by beneficiary_id desc
  limit $4`;

/**
 * Finds the merchant's id of the listed beneficiary with this bank account; if there are several, of the one
 * that has been listed longest. Throws BeneficiaryError.lookup_incomplete, lookup_ifsc_invalid,
 * lookup_invalid or account_not_found.
 */
export async function findBeneficiaryByAccount(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  given: { accountNumber?: string | undefined; ifsc?: string | undefined },
): Promise<{ beneId: string }> {
  const accountNumber = textOf(given.accountNumber);
  const ifsc = textOf(given.ifsc)?.toUpperCase() ?? null;
  if (accountNumber === null || ifsc === null) throw BeneficiaryError.lookup_incomplete();
  if (!isInlineAccountNumber(accountNumber)) throw BeneficiaryError.lookup_invalid();
  if (!isIfsc(ifsc)) throw BeneficiaryError.lookup_ifsc_invalid();
  const index = indexAccount(ctx.vault, merchantId, { accountNumber, ifsc });
  const [found] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ bene_id: string }>(FIND, [merchantId, index]),
  );
  if (found === undefined) throw BeneficiaryError.account_not_found();
  return { beneId: found.bene_id };
}

const FIND = `
  select bene_id
  from beneficiaries.beneficiary
  where merchant_id = $1
    and account_index = $2
    and listed
    and removed_at is null
  order by added_at, beneficiary_id
  limit 1`;
