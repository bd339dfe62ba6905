/** Repeats past routing decisions, to prove that they follow from what is stored, and to try a policy. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { listBankConnections } from "#fund-sources";
import { readBankSnapshots } from "#health";
import type { Rail } from "#rails";
import {
  bucketOf,
  readDecisions,
  readPolicy,
  readRoutingPolicies,
  replayDecision,
  type RouteExplanation,
  type Moment,
  type RoutingPolicy,
} from "#routing";
import { TransferError } from "../errors.ts";
import { findTransfer } from "../read/search-filter.ts";
import { sumReplays, type Replayed, type ReplaySum } from "./sum-replays.ts";

/** The most attempts that are replayed: months for most merchants. */
export const REPLAY_MAX = 1_000_000;
/** Attempts are read in pages of this size, from the last one back. */
const PAGE_MAX = 10_000;
/** The start of reading: a transfer and attempt beyond all existing ones. */
const BEYOND_ALL: readonly [transferId: string, attempt: number] = [
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  32_767,
];

/**
 * Repeats the decisions of a merchant's last attempts with the policy, health and facts that each names. With
 * a draft, also decides by the draft: what would have gone elsewhere, and what would have changed. Nothing is
 * written. Throws a RoutingError if the draft is invalid.
 */
export async function replayRoutes(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { limit = 1_000, draft }: { limit?: number; draft?: unknown } = {},
): Promise<ReplaySum> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  const bankIds = connections.map(({ bankId }) => bankId);
  const policy = draft === undefined ? null : readPolicy(draft, bankIds);
  const replayed: Replayed[] = [];
  let left = Math.min(limit, REPLAY_MAX);
  let before = BEYOND_ALL;
  while (left > 0) {
    const size = Math.min(left, PAGE_MAX);
    const page = await ctx.db.inMerchant(merchantId, async (tx) => {
      const attempts = await tx.query<Attempt>(READ, [merchantId, size, ...before]);
      return { attempts, replayed: await replayAll(tx, attempts, policy) };
    });
    replayed.push(...page.replayed);
    left -= size;
    if (page.attempts.length < size) break;
    const { transferId, attempt } = page.attempts.at(-1)!;
    before = [transferId, attempt];
  }
  return sumReplays(replayed.toReversed(), policy);
}

/**
 * Explains why one transfer took its route, attempt by attempt: each decision as stored and as repeated.
 * Throws TransferError.not_found.
 */
export async function explainRoutes(
  ctx: Pick<Context, "db">,
  merchantId: string,
  transferKey: string,
): Promise<readonly (Replayed & { decision: RouteExplanation | null })[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const transfer = await findTransfer(tx, { transferKey });
    if (transfer === undefined) throw TransferError.not_found({ transferKey });
    const attempts = await tx.query<Attempt>(READ_OF, [merchantId, transferKey]);
    const decisions = await readDecisions(
      tx,
      attempts.map(({ decisionId }) => decisionId),
    );
    const replayed = await replayAll(tx, attempts, null);
    return replayed.map((one, index) => {
      const { decisionId } = attempts[index]!;
      return { ...one, decision: decisions.get(decisionId) ?? null };
    });
  });
}

interface Attempt {
  readonly transferId: string;
  readonly transferKey: string;
  readonly amountPaise: bigint;
  readonly attempt: number;
  readonly bankId: string;
  readonly rail: Rail;
  readonly decisionId: string;
  readonly at: Date;
  /** True if it was paid. Null means not known yet. */
  readonly paid: boolean | null;
}

async function replayAll(
  tx: Tx,
  attempts: readonly Attempt[],
  draft: RoutingPolicy | null,
): Promise<Replayed[]> {
  const decisions = await readDecisions(tx, [...new Set(attempts.map(({ decisionId }) => decisionId))]);
  const made = [...decisions.values()].filter(({ given }) => given !== undefined);
  const [snapshots, policies] = await Promise.all([
    readBankSnapshots(
      tx,
      made.map(({ snapshotNo }) => snapshotNo),
    ),
    readRoutingPolicies(
      tx,
      made.map(({ policyVersion }) => policyVersion),
    ),
  ]);
  return attempts.map((attempt) => {
    const { transferKey, bankId, rail, paid, decisionId, amountPaise, at } = attempt;
    const stored = { transferKey, attempt: attempt.attempt, bankId, rail, paid, amountPaise, at };
    const explanation = decisions.get(decisionId);
    // Decisions from before policies existed store too little to be repeated.
    if (explanation?.given === undefined)
      return { ...stored, comparable: false, same: false, policy: null, draft: null };
    const moment = momentOf(attempt, explanation, { snapshots, policies });
    const { comparable, same } = replayDecision(explanation, moment);
    const tried =
      draft === null
        ? null
        : replayDecision(explanation, { ...moment, policy: draft }, { bucket: bucketOf(transferKey) }).again;
    const way = tried?.kind === "route" ? { bankId: tried.bankId, rail: tried.rail } : null;
    return { ...stored, comparable, same, policy: moment.policy, draft: way };
  });
}

function momentOf(
  { amountPaise, at }: Attempt,
  { policyVersion, snapshotNo }: RouteExplanation,
  { snapshots, policies }: Known,
): Moment {
  const nothing = { snapshotNo, entries: [], windows: [] };
  return {
    amountPaise,
    now: at,
    policyVersion,
    policy: policies.get(policyVersion)!,
    snapshot: snapshots.get(snapshotNo) ?? nothing,
  };
}

interface Known {
  readonly snapshots: Awaited<ReturnType<typeof readBankSnapshots>>;
  readonly policies: Awaited<ReturnType<typeof readRoutingPolicies>>;
}

const COLUMNS = `
  attempt.transfer_id as "transferId", transfer_key as "transferKey", amount_paise as "amountPaise",
    attempt.attempt, attempt.bank_id as "bankId", attempt.rail, attempt.decision_id as "decisionId", attempt.at,
    case
      when not attempt.live then false
      when status in ('succeeded', 'reversed') then true
    end as paid`;

const READ = `
  select ${COLUMNS}
  from (
    select *
    from transfers.attempt
    where merchant_id = $1
      and (transfer_id, attempt) < ($3::uuid, $4::smallint)
    order by transfer_id desc, attempt desc
    limit $2
  ) as attempt
  join transfers.transfer
    on transfer.merchant_id = $1
   and transfer.transfer_id = attempt.transfer_id
  order by attempt.transfer_id desc, attempt.attempt desc`;

const READ_OF = `
  select ${COLUMNS}
  from transfers.transfer
  join transfers.attempt
    on attempt.merchant_id = $1
   and attempt.transfer_id = transfer.transfer_id
  where transfer.merchant_id = $1
    and transfer_key = $2
  order by attempt.attempt`;
