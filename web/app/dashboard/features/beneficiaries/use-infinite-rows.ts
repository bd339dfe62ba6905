// Returns the rows of a file page by page, and reads them again when some of them have been decided.
import { useInfiniteQuery, keepPreviousData } from "@tanstack/react-query";
import { call } from "#dashboard/api/call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import type { TableList } from "#dashboard/ui/table/data-table.tsx";

type Row = Outputs["getBeneficiaryBatch"]["items"][number];

export function useInfiniteRows(of: { merchantId: string; batchId: string; round: string }): TableList<Row> {
  const { merchantId, batchId, round } = of;
  const query = useInfiniteQuery({
    queryKey: ["getBeneficiaryBatch", { merchantId, batchId }, "rows", round],
    queryFn: ({ pageParam, signal }) =>
      call(
        "getBeneficiaryBatch",
        { merchantId, batchId, limit: 100, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
