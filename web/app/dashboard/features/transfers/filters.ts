// The filters of a list of transfers: their form in the address, and their form for the API.
import type { Inputs } from "#dashboard/api/operations.ts";
import type { FilterValues } from "#dashboard/ui/table/use-filters.ts";

export const filterKinds = {
  q: "text",
  status: "list",
  mode: "list",
  amount: "range",
  created: "range",
  finished: "range",
  src: "list",
  by: "list",
  reason: "list",
  utr: "list",
  batch: "text",
  bene: "text",
  sort: "text",
  cols: "list",
  open: "text",
} as const;

type TransferFilters = FilterValues<typeof filterKinds>;

/** The keys that filter rows. The others say how rows are shown. */
export const rowKeys = [
  "q",
  "status",
  "mode",
  "amount",
  "created",
  "finished",
  "src",
  "by",
  "reason",
  "utr",
  "batch",
  "bene",
] as const;

type Filter = Omit<Inputs["countTransfers"], "merchantId">;

const list = <T>(values: readonly string[]): readonly T[] | undefined =>
  values.length === 0 ? undefined : (values as unknown as readonly T[]);
const text = (value: string): string | undefined => (value === "" ? undefined : value);

/** Returns the filter for the API, which refuses words that it does not know and names them. */
export function toFilter(values: TransferFilters): Filter {
  const { q, status, mode, amount, created, finished, src, by, reason, utr, batch, bene } = values;
  const all: Filter = {
    q: text(q),
    status: list(status),
    mode: list(mode),
    amountFrom: amount.from,
    amountTo: amount.to,
    createdFrom: created.from,
    createdTo: created.to,
    finishedFrom: finished.from,
    finishedTo: finished.to,
    fundSource: list(src),
    source: list(by),
    reason: list(reason),
    hasUtr: utr.length === 1 ? utr[0] === "yes" : undefined,
    originId: text(batch),
    beneficiaryId: text(bene),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const orders: Record<string, Inputs["listTransfers"]["order"]> = {
  created: "oldest",
  amount: "smallest",
  "-amount": "largest",
};

/** Returns the order for the API. The newest come first by default. */
export function toOrder(sort: string): Inputs["listTransfers"]["order"] {
  return orders[sort] ?? "newest";
}
