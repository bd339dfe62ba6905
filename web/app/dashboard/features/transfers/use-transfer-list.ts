// The content of both lists of transfers: the filters of the address, the rows, the counts, the names of fund sources.
import { addressOf } from "#dashboard/api/call.ts";
import type { Inputs } from "#dashboard/api/operations.ts";
import { useCall, useList } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { useFilters } from "#dashboard/ui/table/use-filters.ts";
import { filterKinds, rowKeys, toFilter, toOrder } from "./filters.ts";

type Filter = Omit<Inputs["countTransfers"], "merchantId">;

/** `only` restricts the list, whatever the filters say. */
export function useTransferList(only: Filter = {}) {
  const merchantId = useMerchantId();
  const filters = useFilters(filterKinds);
  const { values } = filters;
  const filter = { ...toFilter(values), ...only };
  const list = useList("listTransfers", { merchantId, ...filter, order: toOrder(values.sort) });
  const { data: counts } = useCall("countTransfers", { merchantId, ...filter });
  const { data: sources } = useCall("listFundSources", { merchantId });
  const fundSources = sources?.items ?? [];
  return {
    merchantId,
    filters,
    filter,
    list,
    counts,
    fundSources,
    sourceName: (id: string) => fundSources.find(({ fundSourceId }) => fundSourceId === id)?.name ?? id,
    isFiltered: rowKeys.some((key) => filters.active.includes(key)),
    clear: () => filters.clear(rowKeys),
    fileAddress: addressOf("exportTransfers", { merchantId, ...filter }),
  };
}

export type TransferList = ReturnType<typeof useTransferList>;
