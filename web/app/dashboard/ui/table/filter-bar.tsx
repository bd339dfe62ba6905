// The search field, the filters as chips, and the list's actions. All its settings are in the address. On a phone the
// filters and actions are in one sheet, and only the filters that are set are chips.
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { useTexts } from "../texts.ts";
import { FilterChip } from "./filter-chip.tsx";
import type { FilterField } from "./filter-chip.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import type { FilterKinds, Filters, FilterValues } from "./use-filters.ts";

interface FilterBarProps<Kinds extends FilterKinds> {
  filters: Filters<Kinds>;
  /** The key of the search field, and the label that says what it searches. */
  search?: { key: keyof Kinds & string; label: string };
  fields: readonly FilterField<keyof Kinds & string>[];
  /** Shown to the right of the filters: saved views, columns, download. */
  tools?: ReactNode;
}

const typingMs = 300;

function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const t = useTexts();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      latest.current(typed);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div role="search" className="field-frame max-w-96 min-w-40 flex-1">
      <Icon name="search" size={16} className="ml-2.5 text-ink-3" />
      <input
        type="search"
        data-list-search
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="field-bare"
      />
      {typed !== "" && (
        <IconButton icon="close" label={t("clearSearch")} onClick={() => setTyped("")} className="size-7" />
      )}
    </div>
  );
}

export function FilterBar<Kinds extends FilterKinds>({
  filters,
  search,
  fields,
  tools,
}: FilterBarProps<Kinds>) {
  const t = useTexts();
  const values = filters.values as Readonly<Record<string, string | readonly string[] | object>>;
  const set = (key: string, value: unknown, typing = false) =>
    filters.set({ [key]: value } as Partial<FilterValues<Kinds>>, { typing });
  const active = fields.map(({ key }) => key).filter((key) => filters.active.includes(key));
  const clear = () => filters.clear(fields.map((field) => field.key));
  return (
    <div className="grid grid-cols-1 gap-2 p-3 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {search && (
          <SearchField
            label={search.label}
            value={String(values[search.key] ?? "")}
            onChange={(text) => set(search.key, text.trim(), true)}
          />
        )}
        {(fields.length > 0 || tools) && (
          <FilterSheet
            {...{ fields, values, tools }}
            set={active}
            onChange={(key, value) => set(key, value)}
            onClear={clear}
          />
        )}
        {fields.map((field) => (
          <FilterChip
            key={field.key}
            field={field}
            value={values[field.key]}
            onChange={(value) => set(field.key, value)}
            onClear={() => filters.clear([field.key])}
          />
        ))}
        {active.length > 0 && (
          <button
            type="button"
            className="min-h-7 px-1 text-13 whitespace-nowrap text-link underline"
            onClick={clear}
          >
            {t("clearFilters")}
          </button>
        )}
        {tools && <div className="ml-auto flex items-center gap-2 max-md:hidden">{tools}</div>}
      </div>
      {filters.unknown.length > 0 && (
        <p className="text-13 text-ink-2">{t("unknownFilters", { names: filters.unknown.join(", ") })}</p>
      )}
    </div>
  );
}
