// All filters of a list in one sheet, for a phone: a row of chips would push the list out of sight.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Drawer } from "../drawer.tsx";
import { Icon } from "../icon.tsx";
import { useTexts } from "../texts.ts";
import { FilterEditor, useSummary } from "./filter-chip.tsx";
import type { FilterField } from "./filter-chip.tsx";

interface FilterSheetProps {
  fields: readonly FilterField[];
  values: Readonly<Record<string, unknown>>;
  /** The keys of the fields that are set. */
  set: readonly string[];
  onChange: (key: string, value: unknown) => void;
  onClear: () => void;
  /** Shown below the filters: saved views, columns, download. */
  tools?: ReactNode;
}

export function FilterSheet({ fields, values, set, onChange, onClear, tools }: FilterSheetProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState<string>();
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="filter" className="shrink-0 md:hidden" onClick={() => setOpen(true)}>
        {set.length === 0 ? t("filters") : t("filtersSet", { count: String(set.length) })}
      </Button>
      <Drawer
        isSheet
        open={isOpen}
        onClose={close}
        title={t("filters")}
        actions={
          <>
            {set.length > 0 && <Button onClick={onClear}>{t("clearFilters")}</Button>}
            <Button look="primary" onClick={close}>
              {t("showRows")}
            </Button>
          </>
        }
      >
        {fields.map((field) => (
          <Fold
            key={field.key}
            field={field}
            value={set.includes(field.key) ? values[field.key] : undefined}
            isOpen={unfolded === field.key}
            onToggle={() => setUnfolded(unfolded === field.key ? undefined : field.key)}
          >
            <FilterEditor
              field={field}
              value={values[field.key]}
              onChange={(value) => onChange(field.key, value)}
              close={() => setUnfolded(undefined)}
            />
          </Fold>
        ))}
        {tools && <div className="flex flex-wrap gap-2 pt-4">{tools}</div>}
      </Drawer>
    </>
  );
}

interface FoldProps {
  field: FilterField;
  /** Undefined if the filter is not set. */
  value: unknown;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** One filter. Only one is unfolded at a time, so that the others stay within reach of the thumb. */
function Fold({ field, value, isOpen, onToggle, children }: FoldProps) {
  const summary = useSummary();
  return (
    <section className="border-b border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-3 text-left font-semibold"
        >
          {field.label}
          <span className="min-w-0 flex-1 truncate text-right font-normal text-ink-2">
            {value !== undefined && summary(field, value)}
          </span>
          <Icon name="down" size={14} className={isOpen ? "rotate-180" : ""} />
        </button>
      </h3>
      {isOpen && <div className="pb-4">{children}</div>}
    </section>
  );
}
