import { readPayees, type PayeeFacts } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { findNamed } from "./find-named.ts";
import { MATCHES, valuesOf, type TransferFilter } from "./search-filter.ts";
import { planForValues, SOURCES, sourceOf, type SearchedSource } from "./search-sources.ts";
import { transferColumns, type Transfer } from "../transfer.ts";

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
