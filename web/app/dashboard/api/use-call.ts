// Calls as hooks: `useCall` for what is shown, `useSend` for what changes something.
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
  /** Without it the call is made at once. */
  enabled?: boolean;
  /** Asks again after so many milliseconds, oftener than `news.ts` says. */
  refreshMs?: number;
}

/** What an operation answers, as it is now (`news.ts`); what was shown before stays until new figures arrive. */
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

/** Operations that answer a page of a list. */
type ListName = {
  [Name in OperationName]: Outputs[Name] extends { items: readonly unknown[]; next: string | null }
    ? Name
    : never;
}[OperationName];

type ItemOf<Name extends ListName> = Outputs[Name] extends { items: readonly (infer Item)[] } ? Item : never;

export interface List<Item, Page> {
  items: Item[];
  /** The answers as they came, for what a list says besides its items. */
  pages: Page[];
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  hasMore: boolean;
  isFetchingMore: boolean;
  /** Which list it is: the operation and what it was asked. */
  of: string;
  /** Whether the items are those of this list, and not what was shown before. */
  isSettled: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** A list read page by page, as it is now (`news.ts`); `loadMore` gets the next page. */
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
  /** Operations whose answers are out of date after this one. */
  refreshes?: readonly OperationName[];
  onDone?: (answer: Outputs[Name], input: Inputs[Name]) => void;
}

type Sending<Name extends OperationName> = Omit<
  UseMutationResult<Outputs[Name], Error, Inputs[Name]>,
  "mutate" | "mutateAsync"
> & {
  /** Sends unless the same is being sent; what it answers is in `data`, what went wrong in `error`. */
  send: (input: Inputs[Name]) => void;
};

/** Marks the answers of operations as out of date; what is shown of them is fetched again. */
export async function refresh(client: QueryClient, names: readonly OperationName[]): Promise<void> {
  await Promise.all(names.map((name) => fetchAgain(client, { queryKey: [name] })));
}

/** An operation that changes something. A second press while the first is under way sends nothing. */
export function useSend<Name extends OperationName>(
  name: Name,
  { refreshes = [], onDone }: SendOptions<Name> = {},
): Sending<Name> {
  const client = useQueryClient();
  // Not state: two presses can come before React has drawn the first.
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
