// The filters of a list are in the address, so that a link shows the same list.
import { useSearchParams } from "react-router";
import { changeQuery, readFilter } from "./filter-grammar.ts";
import type { FilterKind, FilterKinds, Range, Value } from "./filter-grammar.ts";

export type { FilterKind, FilterKinds, Range };

type ValueOf<Kind extends FilterKind> = Kind extends "text"
  ? string
  : Kind extends "list"
    ? readonly string[]
    : Range;

export type FilterValues<Kinds extends FilterKinds> = { readonly [Key in keyof Kinds]: ValueOf<Kinds[Key]> };

export interface Filters<Kinds extends FilterKinds> {
  values: FilterValues<Kinds>;
  /** The keys that have a value, in the order of the kinds. */
  active: (keyof Kinds & string)[];
  /** The keys in the address that this list does not know. They are shown but have no effect. */
  unknown: string[];
  /** Changes some values. With `typing`, the browser's history gets no new entry. */
  set: (changes: Partial<FilterValues<Kinds>>, options?: { typing?: boolean }) => void;
  /** Clears the given keys, or all of them. */
  clear: (keys?: readonly (keyof Kinds & string)[]) => void;
  /** The filters as a query text, for saved views and downloads. */
  query: string;
}

/** Commas, colons and dots are allowed in a query, and are easier to read unescaped. */
function toAddress(query: URLSearchParams): string {
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}

export function useFilters<const Kinds extends FilterKinds>(kinds: Kinds): Filters<Kinds> {
  const [query, setQuery] = useSearchParams();
  const entries = Object.entries(kinds) as [keyof Kinds & string, FilterKind][];
  const values = Object.fromEntries(
    entries.map(([key, kind]) => [key, readFilter(kind, query.get(key) ?? "")]),
  );
  const change = (changes: Record<string, Value | undefined>, replace: boolean) =>
    setQuery((former) => new URLSearchParams(toAddress(changeQuery(former, changes))), {
      replace,
      preventScrollReset: true,
    });
  return {
    values: values as FilterValues<Kinds>,
    active: entries.flatMap(([key]) => (query.get(key) ? [key] : [])),
    unknown: [...new Set(query.keys())].filter((key) => key !== "f" && !(key in kinds)),
    set: (changes, options) => change(changes as Record<string, Value>, options?.typing ?? false),
    clear: (keys) =>
      change(Object.fromEntries((keys ?? Object.keys(kinds)).map((key) => [key, undefined])), false),
    query: toAddress(query).slice(1),
  };
}
