/**
 * Reads what the people who decide see: beneficiaries that are named by the merchant's ID, and the content that they
 * approve when one is added or removed, which is all of its details, as stored.
 */
import { askForApprovals, creatorOf, hashContent, type Proposal } from "#approvals";
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

export type ChangeOfList = "add" | "remove";

/** The change of one listed beneficiary, as shown to people and as bound to their decisions. */
interface ApprovalContent {
  readonly beneficiaryId: string;
  readonly beneId: string;
  /** Without the account number: approvers see its last characters. */
  readonly proposal: Proposal;
  /** The hash of the proposal and the whole account number. */
  readonly contentHash: Buffer;
}

type Row = Readonly<Record<"beneficiaryId" | "beneId" | "accountIndex", string>> &
  Readonly<Record<"formerName" | "formerLast4" | "formerIfsc" | "formerVpa" | "formerPhone", string | null>> &
  Proposal;

/** Reads listed beneficiaries by their ids, as contents to approve; removed ones are left out. */
export async function readContents(
  tx: Tx,
  change: ChangeOfList,
  beneficiaryIds: readonly string[],
): Promise<Map<string, ApprovalContent>> {
  const rows = await tx.query<Row>(READ, [tx.merchantId, beneficiaryIds]);
  return new Map(rows.map((row) => [row.beneficiaryId, contentOf(change, row)]));
}

function contentOf(change: ChangeOfList, row: Row): ApprovalContent {
  const { beneficiaryId, accountIndex, ...read } = row;
  const { formerName, formerLast4, formerIfsc, formerVpa, formerPhone, ...shown } = read;
  const account = formerLast4 === null ? [] : [`••••${formerLast4}`, formerIfsc];
  const parts = [formerName, ...account, formerVpa ?? (formerLast4 === null ? formerPhone : null)];
  const formerly = parts.filter((part) => part !== null).join(", ");
  const replaces = change === "add" && formerName !== null;
  const proposal: Proposal = { change, ...shown, ...(replaces && { formerly }) };
  const contentHash = hashContent({ ...proposal, beneficiaryId, accountIndex });
  return { beneficiaryId, beneId: shown.beneId, proposal, contentHash };
}

/** Returns the change in a proposal; null if it is not about a beneficiary. */
export function changeOf(proposal: Proposal | null): ChangeOfList | null {
  const change = proposal?.change;
  return change === "add" || change === "remove" ? change : null;
}

const READ = `
  select beneficiary_id as "beneficiaryId", bene_id as "beneId", payee.name, email, payee.phone, address1, address2,
    city, state, pincode, beneficiaries.shown_end(payee.account_last4, payee.sealed_account) as "accountLast4",
    payee.ifsc, payee.vpa,
    card_network as "cardNetwork", card_last4 as "cardLast4", group_name as "groupName", purpose,
    encode(account_index, 'hex') as "accountIndex",
    former.name as "formerName", former.account_last4 as "formerLast4", former.ifsc as "formerIfsc",
    former.vpa as "formerVpa", former.phone as "formerPhone"
  from beneficiaries.beneficiary as payee
  left join lateral (${formerOf("payee")}) as former on true
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and listed
    and payee.removed_at is null`;

export interface ChangesToAsk {
  readonly beneficiaryIds: readonly string[];
  readonly by: Actor;
  /** Those about which another person is asked even where no policy fits. Absent means none. */
  readonly guarded?: ReadonlySet<string>;
}

/**
 * Requests approval of changes of listed beneficiaries, each separately. Returns the ids of those that must
 * wait for it. Throws ApprovalError.already_open if a request is already open.
 */
export async function askToChange(
  tx: Tx,
  change: ChangeOfList,
  { beneficiaryIds, by, guarded }: ChangesToAsk,
): Promise<ReadonlySet<string>> {
  const contents = [...(await readContents(tx, change, beneficiaryIds)).values()];
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const answers = await askForApprovals(
    tx,
    "beneficiary",
    contents.map(({ beneficiaryId, contentHash, proposal }) => {
      const isGuarded = guarded?.has(beneficiaryId) === true;
      return { subjectId: beneficiaryId, contentHash, proposal, maker: by, facts, isGuarded };
    }),
  );
  const waiting = contents.filter((_, index) => answers[index]!.kind === "pending");
  return new Set(waiting.map(({ beneficiaryId }) => beneficiaryId));
}
