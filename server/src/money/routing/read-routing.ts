/** Reads what routing needs besides the transfer: the policy in force, and the health of all banks. */
import type { Context } from "#lib/context";
import type { UntimedTx } from "#lib/db";
import { ALL_WELL, LIVE, type BankSnapshot, type Subject } from "#health";
import { DEFAULT_POLICY, policyOf, type RoutingPolicy, type StoredPolicy } from "./policy.ts";

export interface Routing {
  /** 0: the default policy. */
  readonly policyVersion: number;
  readonly policy: RoutingPolicy;
  readonly snapshot: BankSnapshot;
  /** The scope of the snapshot: the merchant's ID, or that of all live merchants. */
  readonly scopeId: string;
  /** Rails on which payees' banks and handles are down: active incidents of high severity. */
  readonly payeesDown: readonly Subject[];
}

/** Routing without a database: the default policy and healthy banks. */
export const PLAIN_ROUTING: Routing = {
  policyVersion: 0,
  policy: DEFAULT_POLICY,
  snapshot: ALL_WELL,
  scopeId: LIVE,
  payeesDown: [],
};

/** The last result for each merchant in this process. Policies and snapshots are never changed. */
const lastRead = new WeakMap<Context["vault"], Map<string, Routing>>();

/**
 * Reads everything in one statement. Data that the process has already is not sent again, so that usually
 * only two numbers come back.
 */
export async function readRouting(ctx: Pick<Context, "vault">, tx: UntimedTx): Promise<Routing> {
  const { merchantId } = tx;
  const all = lastRead.get(ctx.vault) ?? new Map<string, Routing>();
  lastRead.set(ctx.vault, all);
  const known = all.get(merchantId) ?? PLAIN_ROUTING;
  const [row] = await tx.query<Row>(READ, [merchantId, known.policyVersion, known.snapshot.snapshotNo]);
  const { isLive, policyVersion, policy, snapshotNo, snapshot, payeesDown } = row!;
  const routing: Routing = {
    scopeId: isLive ? LIVE : merchantId,
    payeesDown,
    policyVersion: policyVersion ?? 0,
    policy: policyVersion === null ? DEFAULT_POLICY : policy === null ? known.policy : policyOf(policy),
    snapshot:
      snapshotNo === null ? ALL_WELL : snapshot === null ? known.snapshot : { ...snapshot, snapshotNo },
  };
  all.set(merchantId, routing);
  return routing;
}

interface Row {
  isLive: boolean;
  policyVersion: number | null;
  policy: StoredPolicy | null;
  snapshotNo: number | null;
  snapshot: Omit<BankSnapshot, "snapshotNo"> | null;
  payeesDown: Subject[];
}

const READ = `
  select merchant.mode = 'live' as "isLive",
    policy.version as "policyVersion", case when policy.version <> $2 then policy.policy end as policy,
    coalesce(own.snapshot_no, shared.snapshot_no) as "snapshotNo",
    case
      when coalesce(own.snapshot_no, shared.snapshot_no) <> $3 then coalesce(own.snapshot, shared.snapshot)
    end as snapshot,
    (
      select coalesce(jsonb_agg(jsonb_build_object('entity', entity, 'entityCode', entity_code, 'mode', mode)), '[]')
      from health.incident
      where merchant_id = $1
        and status = 'active'
        and severity = 'high'
        and entity <> 'our_bank'
    ) as "payeesDown"
  from access.merchant
  left join lateral (
    select version, policy
    from routing.policy
    where merchant_id = $1
    order by version desc
    limit 1
  ) as policy on true
  left join lateral (
    select snapshot_no, snapshot
    from health.bank_snapshot
    where merchant_id = $1
    order by snapshot_no desc
    limit 1
  ) as own on merchant.mode = 'sandbox'
  left join lateral (
    select snapshot_no, snapshot
    from health.live_bank_snapshot
    where scope = '${LIVE}'
    order by snapshot_no desc
    limit 1
  ) as shared on merchant.mode = 'live'
  where merchant.merchant_id = $1`;
