/** Obstacles to adding beneficiaries: ids and bank accounts that are taken, and forbidden accounts. */
import { policiesInForce } from "#approvals";
import type { Tx } from "#lib/db";

export interface Obstacles {
  readonly beneIds: Set<string>;
  /** Blind indexes (hex) of bank accounts of listed beneficiaries. */
  readonly accounts: Set<string>;
  /** Blind indexes (hex) of the merchant's own fund sources. */
  readonly ownAccounts: ReadonlySet<string>;
  readonly virtualIfsc: string;
  readonly virtualVpaHandle: string;
  /** The merchant's setting: true if a bank account may be listed only once. */
  readonly accountOnce: boolean;
  /** True if the merchant has a policy for the approval of changes of beneficiaries. */
  readonly hasPolicies: boolean;
}

interface Candidate {
  readonly beneId: string;
  readonly accountIndex: Buffer | null;
}

/** Reads the current obstacles to the candidates. */
export async function readObstacles(tx: Tx, candidates: readonly Candidate[]): Promise<Obstacles> {
  const [taken, [rules]] = await Promise.all([
    tx.query<{ bene_id: string; account_index: Buffer | null }>(READ_TAKEN, [
      tx.merchantId,
      candidates.map((candidate) => candidate.beneId),
      candidates.flatMap((candidate) => candidate.accountIndex ?? []),
    ]),
    tx.query<{
      virtual_ifsc: string;
      virtual_vpa_handle: string;
      own_accounts: Buffer[];
      account_once: boolean;
      has_policies: boolean;
    }>(READ_RULES, [tx.merchantId]),
  ]);
  return {
    beneIds: new Set(taken.map((row) => row.bene_id)),
    accounts: new Set(taken.flatMap((row) => row.account_index?.toString("hex") ?? [])),
    ownAccounts: new Set(rules!.own_accounts.map((index) => index.toString("hex"))),
    virtualIfsc: rules!.virtual_ifsc,
    virtualVpaHandle: rules!.virtual_vpa_handle,
    accountOnce: rules!.account_once,
    hasPolicies: rules!.has_policies,
  };
}

// Each key is looked up separately, for the same reason as in `selectPayeesByKey`.
const READ_TAKEN = `
  select taken.bene_id, taken.account_index
  from unnest($2::text[]) as wanted (bene_id)
  cross join lateral (
    select bene_id, account_index
    from beneficiaries.beneficiary
    where merchant_id = $1
      and bene_id = wanted.bene_id
      and bene_id is not null
      and removed_at is null
    limit 1
  ) as taken
  union all
  select taken.bene_id, taken.account_index
  from unnest($3::bytea[]) as wanted (account_index)
  cross join lateral (
    select bene_id, account_index
    from beneficiaries.beneficiary
    where merchant_id = $1
      and account_index = wanted.account_index
      and listed
      and removed_at is null
    limit 1
  ) as taken`;

const READ_RULES = `
  select fund_sources.virtual_ifsc() as virtual_ifsc,
    fund_sources.virtual_vpa_handle() as virtual_vpa_handle,
    array(
      select account_index
      from fund_sources.fund_source
      where merchant_id = $1
        and account_index is not null
    ) as own_accounts,
    coalesce((select account_once from beneficiaries.setting where merchant_id = $1), true) as account_once,
    ${policiesInForce("$1", "beneficiary")} as has_policies`;
