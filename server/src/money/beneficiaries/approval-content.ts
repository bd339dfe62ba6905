/** The content that members approve when a beneficiary is added or removed: all of its details, as stored. */
import { askForApprovals, creatorOf, hashContent, type Proposal } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { formerOf } from "./read-named-payees.ts";

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
  /** Those about which another person is asked even where no policy fits; absent: none. */
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
