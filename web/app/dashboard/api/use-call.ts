// Calls as hooks: `useCall` for data to show, `useSend` for changes.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { QueryClient, UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "./call.ts";
import type { OperationName } from "./call.ts";
import { fetchAgain, useLive } from "./live.ts";
import { readNewsOf } from "./news.ts";
import type { Inputs, Outputs } from "./operations.ts";

interface ShowOptions {
  /** The call is made only if this is true, which is the default. */
  enabled?: boolean;
  /** Repeats the call after this many milliseconds, more often than `news.ts` says. */
  refreshMs?: number;
}

/**
 * Returns the answer of an operation and keeps it up to date (`news.ts`). The previous answer stays visible until the
 * new one arrives.
 */
export function useCall<Name extends OperationName>(
  name: Name,
  input: Inputs[Name],
  { enabled = true, refreshMs }: ShowOptions = {},
): UseQueryResult<Outputs[Name]> {
  const { topics, everyMs } = readNewsOf(name);
  const refetchInterval = refreshMs ?? everyMs;
  useLive(name, enabled ? topics : []);
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled,
    placeholderData: keepPreviousData,
    ...(refetchInterval !== undefined && { refetchInterval }),
  });
}

/** The operations that answer with a page of a list. */
type ListName = {
  [Name in OperationName]: Outputs[Name] extends { items: readonly unknown[]; next: string | null }
    ? Name
    : never;
}[OperationName];

type ItemOf<Name extends ListName> = Outputs[Name] extends { items: readonly (infer Item)[] } ? Item : never;

export interface List<Item, Page> {
  items: Item[];
  /** The answers as they came, for data that a list has beside its items. */
  pages: Page[];
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  hasMore: boolean;
  isFetchingMore: boolean;
  /** Identifies the list: the operation and its input. */
  of: string;
  /** True if the items belong to this list, and not to the previous one that is still visible. */
  isSettled: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Returns a list that is read page by page and kept up to date (`news.ts`). `loadMore` gets the next page. */
export function useList<Name extends ListName>(
  name: Name,
  input: Inputs[Name],
  { enabled = true }: ShowOptions = {},
): List<ItemOf<Name>, Outputs[Name]> {
  const { topics, everyMs } = readNewsOf(name);
  useLive(name, enabled ? topics : []);
  const query = useInfiniteQuery({
    queryKey: [name, input],
    queryFn: ({ signal, pageParam }) =>
      call(name, pageParam === null ? input : ({ ...(input as object), cursor: pageParam } as Inputs[Name]), {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { next: string | null }).next,
    enabled,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  const pages = query.data?.pages ?? [];
  return {
    items: pages.flatMap((page) => (page as unknown as { items: readonly ItemOf<Name>[] }).items),
    pages,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    of: JSON.stringify([name, input]),
    isSettled: query.isSuccess && !query.isPlaceholderData,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

interface SendOptions<Name extends OperationName> {
  /** The operations whose answers are out of date after this one. */
  refreshes?: readonly OperationName[];
  onDone?: (answer: Outputs[Name], input: Inputs[Name]) => void;
}

type Sending<Name extends OperationName> = Omit<
  UseMutationResult<Outputs[Name], Error, Inputs[Name]>,
  "mutate" | "mutateAsync"
> & {
  /** Sends unless the previous call is still in progress. The answer is in `data`, and an error in `error`. */
  send: (input: Inputs[Name]) => void;
};

/** Marks the answers of operations as out of date. Those that are visible are fetched again. */
export async function refresh(client: QueryClient, names: readonly OperationName[]): Promise<void> {
  await Promise.all(names.map((name) => fetchAgain(client, { queryKey: [name] })));
}

/** Sends an operation that changes something. A second click during the call sends nothing. */
export function useSend<Name extends OperationName>(
  name: Name,
  { refreshes = [], onDone }: SendOptions<Name> = {},
): Sending<Name> {
  const client = useQueryClient();
  // This is not state, because two clicks can happen before React draws the first.
  const underWay = useRef(false);
  const mutation = useMutation<Outputs[Name], Error, Inputs[Name]>({
    mutationFn: (input) => call(name, input),
    retry: false,
    networkMode: "always",
    onSuccess: async (answer, input) => {
      await refresh(client, refreshes);
      onDone?.(answer, input);
    },
    onSettled: () => {
      underWay.current = false;
    },
  });
  const { mutate, mutateAsync: _unused, ...state } = mutation;
  return {
    ...state,
    send: (input) => {
      if (underWay.current) return;
      underWay.current = true;
      mutate(input);
    },
  };
}
