/** What members approve when a beneficiary is added or removed: all of its details, as stored. */
import { hashContent, type Proposal } from "#approvals";
import type { Tx } from "#lib/db";

export type ChangeOfList = "add" | "remove";

/** The change of one listed beneficiary, as shown to people and as bound to their decisions. */
export interface ApprovalContent {
  readonly beneficiaryId: string;
  readonly beneId: string;
  /** Without the account number: approvers see its last four characters. */
  readonly proposal: Proposal;
  /** The hash of the proposal and the whole account number. */
  readonly contentHash: Buffer;
}

type Row = Readonly<Record<"beneficiaryId" | "beneId" | "accountIndex", string>> & Proposal;

/** Reads listed beneficiaries by their ids, as contents to approve; removed ones are left out. */
export async function readContents(
  tx: Tx,
  change: ChangeOfList,
  beneficiaryIds: readonly string[],
): Promise<Map<string, ApprovalContent>> {
  const rows = await tx.query<Row>(READ, [tx.merchantId, beneficiaryIds]);
  return new Map(
    rows.map(({ beneficiaryId, accountIndex, ...shown }) => {
      const proposal: Proposal = { change, ...shown };
      const contentHash = hashContent({ ...proposal, beneficiaryId, accountIndex });
      return [beneficiaryId, { beneficiaryId, beneId: shown.beneId, proposal, contentHash }];
    }),
  );
}

/** Returns the change in a proposal; null if it is not about a beneficiary. */
export function changeOf(proposal: Proposal | null): ChangeOfList | null {
  const change = proposal?.change;
  return change === "add" || change === "remove" ? change : null;
}

const READ = `
  select beneficiary_id as "beneficiaryId", bene_id as "beneId", name, email, phone, address1, address2, city, state,
    pincode, account_last4 as "accountLast4", ifsc, vpa, card_network as "cardNetwork", card_last4 as "cardLast4",
    group_name as "groupName", purpose, encode(account_index, 'hex') as "accountIndex"
  from beneficiaries.beneficiary
  where merchant_id = $1
    and beneficiary_id = any ($2::uuid[])
    and listed
    and removed_at is null`;
