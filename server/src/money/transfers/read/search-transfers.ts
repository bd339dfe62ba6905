import { type PayeeFacts, readPayees } from "#beneficiaries";
import type { Tx } from "#lib/db";
import type { Status } from "../machine.ts";
import { STATES } from "../states.ts";
import { type Transfer, transferColumns } from "../transfer.ts";
import { findNamed, type Found, MATCHES, type TransferFilter, valuesOf } from "./search-filter.ts";

/**
 * The sets of rows in which a search looks, so that rare transfers are not searched for among all. Parameter 20 is an
 * array of transfer IDs; it is null for sources that need none.
 */
export const SOURCES = {
  all: "select transfer.* from transfers.transfer where merchant_id = $1 and $20::uuid[] is null",
  /** Failed, rejected, cancelled or reversed: the statuses that have a reason. */
  not_paid: `
    select transfer.* from transfers.transfer
    where merchant_id = $1 and reason is not null and $20::uuid[] is null`,
  /** Made by a batch, a link or another origin. */
  of_origin: `
    select transfer.* from transfers.transfer
    where merchant_id = $1
      and origin_kind is not null
      and ($15::text[] is null or origin_kind = any ($15))
      and $20::uuid[] is null`,
  named: `
    select transfer.*
    from unnest($20::uuid[]) as wanted (id)
    join transfers.transfer on merchant_id = $1 and transfer_id = wanted.id`,
  /** Made by a batch, a link or another origin, or by a member; those of members are named by ID. */
  not_by_programs: `
    select transfer.* from transfers.transfer
    where merchant_id = $1 and origin_kind is not null and origin_kind = any ($15)
    union all
    select transfer.*
    from unnest($20::uuid[]) as wanted (id)
    join transfers.transfer on merchant_id = $1 and transfer_id = wanted.id and origin_kind is null`,
  /** Not paid, or open; the open ones are named by ID. */
  not_succeeded: `
    select transfer.* from transfers.transfer
    where merchant_id = $1 and reason is not null
    union all
    select transfer.*
    from unnest($20::uuid[]) as wanted (id)
    join transfers.transfer on merchant_id = $1 and transfer_id = wanted.id and reason is null`,
} as const;

export type SearchedSource = keyof typeof SOURCES;

interface SearchSource {
  readonly source: SearchedSource;
  readonly transferIds: readonly string[] | null;
}

const NOT_PAID: ReadonlySet<Status> = new Set(["failed", "rejected", "cancelled", "reversed"]);
const OPEN: ReadonlySet<Status> = new Set(["awaiting_approval", "waiting", "ready", "sent", "review"]);

/** Returns the source with the fewest rows that contains all transfers of a filter. */
export async function sourceOf(tx: Tx, filter: TransferFilter, found: Found): Promise<SearchSource> {
  const { memberId, sources, states } = filter;
  const byMember = memberId !== undefined || isOnly(sources, ["dashboard"]);
  const made = byMember ? await findMade(tx, memberId ?? null) : null;
  if (found.transferIds !== null || made !== null) {
    return { source: "named", transferIds: intersect(found.transferIds, made) };
  }
  if (filter.reasons !== undefined) return { source: "not_paid", transferIds: null };
  const statuses = states?.map((state) => STATES[state]) ?? null;
  if (statuses?.every((status) => NOT_PAID.has(status))) return { source: "not_paid", transferIds: null };
  if (statuses?.every((status) => OPEN.has(status)))
    return { source: "named", transferIds: await findOpen(tx) };
  if (statuses?.every((status) => OPEN.has(status) || NOT_PAID.has(status)))
    return { source: "not_succeeded", transferIds: await findOpen(tx) };
  const ofOrigin = isOnly(sources, ["batch", "link", "phone", "loan"]) || filter.originId !== undefined;
  if (ofOrigin) return { source: "of_origin", transferIds: null };
  if (isOnly(sources, ["dashboard", "batch", "link", "phone", "loan"]))
    return { source: "not_by_programs", transferIds: await findMade(tx, null) };
  return { source: "all", transferIds: null };
}

function isOnly<T>(wanted: readonly T[] | undefined, allowed: readonly T[]): boolean {
  return wanted !== undefined && wanted.every((one) => allowed.includes(one));
}

function intersect(ids: readonly string[] | null, others: readonly string[] | null): readonly string[] {
  if (ids === null || others === null) return ids ?? others ?? [];
  const wanted = new Set(others);
  return ids.filter((id) => wanted.has(id));
}

/** If there are more IDs than this, only the newest are searched. */
export const IDS_MAX = 100_000;

/**
 * Finds open transfers: those with a due time, those that wait for approval, and those sent a moment ago (see
 * `watch-unanswered.ts`).
 */
async function findOpen(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select transfer_id as id from transfers.transfer where merchant_id = $1 and due_at is not null
     union
     select transfer_id from transfers.transfer
     where merchant_id = $1
       and reference_id > (select coalesce(max(reference_id), 0) from transfers.watched where watched.merchant_id = $1)
     union
     select subject_id::uuid from approvals.request
     where merchant_id = $1 and subject_kind = 'transfer' and status = 'pending'
     order by id desc
     limit ${IDS_MAX}`,
    [tx.merchantId],
  );
  return rows.map(({ id }) => id);
}

/** Finds what a member ordered on the dashboard. Null means any member. */
async function findMade(tx: Tx, memberId: string | null): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select transfer_id as id
     from transfers.maker
     where merchant_id = $1
       and ($2::uuid is null or member_id = $2)
     order by transfer_id desc
     limit ${IDS_MAX}`,
    [tx.merchantId, memberId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes PostgreSQL plan each statement of the transaction for its values: the right index depends on them,
 * and conditions without a value disappear.
 */
export async function planForValues(tx: Tx): Promise<void> {
  await tx.execute("set local plan_cache_mode = force_custom_plan");
}

export type SearchOrder = "newest" | "oldest" | "largest" | "smallest";

interface TransferSearch {
  readonly filter: TransferFilter;
  readonly order?: SearchOrder | undefined;
  /** The last transfer of the previous page. */
  readonly after?: Pick<Transfer, "referenceId" | "amountPaise"> | undefined;
  /** At most 1,000. */
  readonly limit: number;
}

/** A transfer with its payee and the member who ordered it on the dashboard. */
export interface FoundTransfer {
  readonly transfer: Transfer;
  readonly payee: PayeeFacts;
  readonly makerId: string | null;
}

/**
 * Returns a page of the transfers that match a filter, using one index however many are stored. Withdrawals
 * and refunds are excluded.
 */
export async function searchTransfers(tx: Tx, search: TransferSearch): Promise<FoundTransfer[]> {
  const { filter, order = "newest", after, limit } = search;
  await planForValues(tx);
  const found = await findNamed(tx, filter);
  const { source, transferIds } = await sourceOf(tx, filter, found);
  const rows = await tx.query<Transfer & { makerId: string | null }>(TEXTS[source][order], [
    tx.merchantId,
    ...valuesOf(filter, found),
    transferIds,
    after?.referenceId ?? null,
    after?.amountPaise ?? null,
    limit,
  ]);
  const payees = await readPayees(tx, { beneficiaryIds: [...new Set(rows.map((row) => row.beneficiaryId))] });
  const byId = new Map(payees.map((payee) => [payee.beneficiaryId, payee]));
  return rows.map(({ makerId, ...transfer }) => ({
    transfer,
    payee: byId.get(transfer.beneficiaryId)!,
    makerId,
  }));
}

const ORDERS: Readonly<Record<SearchOrder, { after: string; by: string }>> = {
  newest: { after: "reference_id < $21", by: "reference_id desc" },
  oldest: { after: "reference_id > $21", by: "reference_id" },
  largest: {
    after: "(amount_paise, reference_id) < ($22::bigint, $21)",
    by: "amount_paise desc, reference_id desc",
  },
  smallest: { after: "(amount_paise, reference_id) > ($22::bigint, $21)", by: "amount_paise, reference_id" },
};

// All texts have the same parameters, whether they need them or not.
const textOf = (source: SearchedSource, order: SearchOrder): string => `
  select ${transferColumns},
    (
      select member_id from transfers.maker
      where maker.merchant_id = transfer.merchant_id and maker.transfer_id = transfer.transfer_id
    ) as "makerId"
  from (${SOURCES[source]}) as transfer
  where ${MATCHES}
    and ($21::bigint is null or ${ORDERS[order].after})
    and ($22::bigint is null or $22 > 0)
  order by ${ORDERS[order].by}
  limit $23`;

const TEXTS = Object.fromEntries(
  (Object.keys(SOURCES) as SearchedSource[]).map((source) => [
    source,
    Object.fromEntries((Object.keys(ORDERS) as SearchOrder[]).map((order) => [order, textOf(source, order)])),
  ]),
) as Record<SearchedSource, Record<SearchOrder, string>>;
